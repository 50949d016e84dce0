"""Explanations of "impossible": a smallest set of rules and choices that can't all hold."""
