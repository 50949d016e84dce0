"""Results in text, JSON, SARIF, JUnit, annotations and tables."""
