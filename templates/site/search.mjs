/* One search by the solver, in a worker of its own: so pages are answered meanwhile, and it can be
   ended. Python writes the model, HiGHS searches it. */
import loadHighs from "./highs.mjs";
import { readMemory, startPython } from "./python.mjs";

const outside = self.fetch.bind(self);
const highsAt = (highs) => (program) => {
  const { costs, lows, highs: most, row_lows: rowLower, starts, indices, values, whole, seconds, looks, hint } = JSON.parse(program);
  const { callbackType, modelStatus, objectiveSense, variableType } = highs.constants;
  const [numCols, numRows] = [costs.length, rowLower.length];
  const model = {
    numCols,
    numRows,
    sense: objectiveSense.maximize,
    colCost: costs,
    colLower: lows,
    colUpper: most,
    rowLower,
    rowUpper: new Array(numRows).fill(highs.infinity),
    matrix: { format: "csr", numRows, numCols, starts, indices, values },
    ...(whole ? { integrality: new Array(numCols).fill(variableType.integer) } : {}),
  };
  return highs.withModel(model, (search) => {
    search.options.set({ output_flag: false, mip_rel_gap: 0, ...(seconds === null ? {} : { time_limit: seconds }) });
    if (hint.length === numCols) search.setSolution({ colValue: hint });
    let looked = 0;
    search.run({
      [callbackType.mipInterrupt](event) {
        looked += 1;
        if (looks !== null && looked >= looks) event.interrupt();
      },
    });
    const status = search.getModelStatus();
    const has = status === modelStatus.optimal || (whole && search.info.get("primal_solution_status") === 2);
    const { colValue, rowDual } = has ? search.getSolution() : {};
    const ended = { [modelStatus.optimal]: "optimal", [modelStatus.infeasible]: "infeasible" };
    return JSON.stringify({ status: ended[status] ?? "stopped", values: [...colValue ?? []], looks: looked, duals: whole ? [] : [...rowDual ?? []] });
  });
};

self.addEventListener("message", async ({ data: { base, site, cache, memory: key, job } }) => {
  try {
    const file = (name) => outside(`${base}${name}`);
    const kept = await (await caches.open(cache)).match(key);
    const memory = kept && await readMemory(kept);
    const stderr = (told) => self.postMessage({ told });
    const python = await startPython({ base, site, file, memory, stderr });
    self.runHighs = highsAt(await loadHighs({ locateFile: (name) => `${base}app/${name}` }));
    self.postMessage(JSON.parse(python.pyimport("listbuilder.site.browser_search").searched(job)));
  } catch (error) {
    console.error(error);
    self.postMessage({ failed: "The solver stopped. The army is as it was." });
  }
});
