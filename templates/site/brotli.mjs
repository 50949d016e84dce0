/* Node: packs files with Brotli, beside them. node brotli.mjs FILE… */
import { readFile, writeFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";

const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 };
for (const name of process.argv.slice(2)) {
  await writeFile(`${name}.br`, brotliCompressSync(await readFile(name), { params }));
}
