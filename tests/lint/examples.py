"""The files that the examples of lint's codes make of the example game."""

from typing import Any

from listbuilder.lint.codes import Example, ExampleKind, game
from listbuilder.loading.layout import laid_out
from listbuilder.loading.shape import shape_of


def example_text(home: ExampleKind, example: Example) -> str:
    """Write the file that an example makes of the game's own."""
    if isinstance(example, str):
        return example
    made: dict[str, Any] = dict(game()[home])
    for key, value in example.items():
        before = made.get(key)
        if isinstance(before, list):
            made[key] = [*before, *value]
        elif isinstance(before, dict):
            made[key] = {**before, **value}
        else:
            made[key] = value
    return laid_out(
        {key: made[key] for key in sorted(made, key=[*shape_of(home).ranks(made)].index)}
    )
