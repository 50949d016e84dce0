"""Findings as JUnit XML: a test suite for each file, a test case for each finding."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as Xml

from listbuilder.checking.results import Result
from listbuilder.findings import Finding, Severity
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import finding_details


def to_junit(results: Sequence[Result]) -> str:
    """Write results as one XML document.

    A file without findings is a passed case. An error is a failure, or an error in a file that
    can't be used; a warning is a passed case with the warning in its output.
    """
    root = Xml.Element("testsuites", name="listbuilder")
    for result in results:
        suite = Xml.SubElement(root, "testsuite", name=escape_control(result.path))
        for finding in result.findings:
            _case(suite, result, finding)
        if not result.findings:
            Xml.SubElement(
                suite, "testcase", classname=escape_control(result.path), name=result.verdict
            )
    for whole in (*root, root):
        whole.set("tests", str(len(list(whole.iter("testcase")))))
        whole.set("failures", str(len(list(whole.iter("failure")))))
        whole.set("errors", str(len(list(whole.iter("error")))))
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True)


def _case(suite: Xml.Element, result: Result, finding: Finding) -> None:
    """Add a finding; ``escape_control`` removes all characters that XML can't hold."""
    path, code, message = map(escape_control, (result.path, finding.code, finding.message))
    place = "" if finding.line is None else f":{finding.line}:{finding.column}"
    case = Xml.SubElement(suite, "testcase", classname=path, name=f"{code}{place}")
    lines = map(escape_control, finding_details(finding))
    details = "\n".join((f"{path}{place}: {message}", *lines))
    if finding.severity is Severity.WARNING:
        Xml.SubElement(case, "system-out").text = f"{finding.severity}: {details}"
        return
    kind = "error" if result.verdict == "unusable" else "failure"
    Xml.SubElement(case, kind, type=code, message=message).text = details
