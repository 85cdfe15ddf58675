"""No garbage is collected while much is made that lives on: to look through it all again takes a tenth of a start."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collecting() -> Iterator[None]:
    """Pause the collector, if it runs; what was made meanwhile counts as old, and is looked through with the old."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            if gc.get_freeze_count() == 0:  # else somebody keeps what is frozen so
                gc.freeze()
                gc.unfreeze()
            gc.enable()
