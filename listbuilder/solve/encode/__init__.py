"""Stage 2, the rule language as linear expressions and literals over the candidates."""
