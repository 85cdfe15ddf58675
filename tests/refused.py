"""What is refused is refused in one line."""

from collections.abc import Callable
from typing import Any

import pytest

from quarterdeck.configs import BadInput


def refused(call: Callable[..., Any], *args: Any, **kwargs: Any) -> str:
    """The one line with which a call refuses what it was given."""
    with pytest.raises(BadInput) as error:
        call(*args, **kwargs)
    line = str(error.value)
    assert "\n" not in line and len(line) < 600
    return line
