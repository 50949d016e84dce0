"""Stage 3, the rule language as linear expressions and literals over the candidates."""
