"""The rule language's second reader: complete, repair, say why not, prove."""
