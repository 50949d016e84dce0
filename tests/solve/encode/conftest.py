"""What tests of the encoders share."""

import pytest

from tests.solve.encode.encoded import Encoded


@pytest.fixture
def own() -> Encoded:
    """Only what the player has, of which any may go."""
    return Encoded(additions=False)
