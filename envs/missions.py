"""What two captains are out for, in every rule book that has duels and chases."""

FITTING = (("duel", "duel"), ("hunt", "run"), ("run", "hunt"))


def check_missions(missions: tuple[str, str]) -> None:
    """Check that the missions of two captains fit each other.

    Raises:
        ValueError: one hunts whom nobody lets run, or the like.
    """
    if missions not in FITTING:
        choices = " or ".join(f"[{one}, {other}]" for one, other in FITTING[1:])
        raise ValueError(
            f"missions: {list(missions)} do not fit each other; choose [{', '.join(FITTING[0])}], {choices}"
        )
