"""What the faces share: a batch with one learner a row, who has a seat or a side, and the checks of what people
send."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from quarterdeck.configs import BadInput

from ..batch import Batch, Finals
from ..engine import GUEST, LEARNER, TRIES
from ..game import Game
from ..values import check_seen, check_values
from .opponents import find_opponents


def box(game: Game) -> spaces.Box:
    """The space of one captain's features."""
    return spaces.Box(*game.feature_bounds, dtype=np.float32)


def whole_number(action: Any, game: Game) -> int:
    """An action as it came from a person, as an int.

    Raises:
        BadInput: it is no whole number, or none of this game's.
    """
    try:
        number = operator.index(action)
    except TypeError:
        raise BadInput(f"action: {action!r} is {type(action).__name__}, not a whole number") from None
    if not 0 <= number < len(game.actions):
        raise BadInput(f"action: {number} is not one of {game.id}; choose from 0 to {len(game.actions) - 1}")
    return number


def action_row(actions: Any, size: int, game: Game) -> np.ndarray:
    """The actions of a batch, as they came from a person.

    Raises:
        BadInput: shape, dtype or a value is wrong.
    """
    try:
        array = np.asarray(actions)
    except ValueError:
        raise BadInput(f"actions: give one for each of {size} battles, as an array of shape ({size},)") from None
    if array.shape != (size,):
        raise BadInput(f"actions: shape {array.shape} does not fit; give one for each of {size} battles: ({size},)")
    if array.dtype.kind not in "iu":
        raise BadInput(f"actions: dtype {array.dtype} does not fit; give whole numbers, as int64")
    if array.min() < 0 or array.max() >= len(game.actions):
        wrong = array[(array < 0) | (array >= len(game.actions))][0]
        raise BadInput(f"actions: {wrong} is not one of {game.id}; choose from 0 to {len(game.actions) - 1}")
    return array


def check_state(state: Any, game: Game) -> np.ndarray:
    """A battle as `get_state` gave it.

    Raises:
        BadInput: it is no battle of this game's rules, or a value in it is none that they can come to.
    """
    if getattr(state, "dtype", None) != game.rules.dtype or np.size(state) != 1:
        raise BadInput(
            f"state: {type(state).__name__} is no battle of {game.rules.name}; give what get_state() returned"
        )
    check_values(game.rules, state)
    check_seen(game, state)
    return state


class Battles:
    """`size` battles in which the learner has one seat, or all seats of a side, and `opponent` all the others.

    With seat "both" the seat of a battle is its seed modulo the number of seats; a battle that follows
    another without a new seed takes the next seat. So a row plays every seat in turn, and row i of `reset(s)`
    sits where the solo battle of seed s + i does.

    With seat "side_0" (or another side) the learner commands every ship of that side: in each phase she is asked for
    one ship after the other, and the phase is played when all orders are given.

    Attributes:
        batch: the engine's batch.
        seats: int64, shape (size,): the learner's seat in each row; of a side, the seat that is asked.
        moves: whether that seat changes from battle to battle, or from step to step.
    """

    def __init__(
        self,
        game: Game,
        scenario: Any,
        opponent: Any,
        seat: int | str,
        size: int,
        threads: int = 1,
        step_limit: int | None = None,
        witness: Callable[[np.ndarray, np.ndarray, np.ndarray], None] | None = None,
    ) -> None:
        for name, value, least in (
            ("num_envs", size, 1),
            ("threads", threads, 1),
            ("max_episode_steps", step_limit, 1),
        ):
            if isinstance(value, int) and value >= 2**31:
                raise BadInput(f"{name}: {value} does not fit; give less than {2**31}")
            if value is None and name == "max_episode_steps":
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise BadInput(f"{name}: {value!r} does not fit; give a whole number of at least {least}")
        templates = game.build(scenario)
        self.game, self.alternates = game, seat == "both"
        self._taken, sides = taken_seats(game, templates)
        side = sides.get(seat) if isinstance(seat, str) else None
        if seat != "both" and side is None and (isinstance(seat, bool) or seat not in self._taken):
            known = ", ".join(map(str, self._taken))
            groups = "".join(f", {name!r}" for name in sides)
            raise BadInput(f"seat: {seat!r} is not one of {game.id}; choose from {known}, 'both'{groups}")
        self._side = None if side is None else np.array(side)
        self.moves = self.alternates or side is not None
        self._among = sum(1 << taken for taken in self._taken) if self.alternates else 0
        pool, guests = find_opponents(game, opponent)
        self.batch = Batch(
            game,
            templates,
            size,
            pool[0][0],
            guests=guests,
            pool=pool,
            step_limit=step_limit or 0,
            threads=min(threads, size),
            witness=witness,
        )
        one = seat if side is None else side[0]
        if side is None:
            self.batch.mine = np.zeros((size, len(game.features)), np.float32)
        self.seats = self._seats_of(range(size)) if self.alternates else np.full(size, one, np.int64)
        self.begun = False
        self._rows = np.arange(size)
        self._sit(np.ones(size, bool))

    def reset(self, rng: Callable[[], np.random.Generator], seeds: Any = None, rows: np.ndarray | None = None) -> None:
        """Begin new battles in `rows` (bool mask, default all); every one awaits the learner's choice.

        Args:
            rng: gives the generator from which the very first battles are drawn if they have no seeds.
            seeds: one a row; without them each row's own generator goes on.

        Raises:
            BadInput: the scenario is one in which the learner never has a choice.
        """
        rows = np.ones(self.batch.size, bool) if rows is None else rows
        if self.alternates:
            if seeds is not None:
                self.seats[rows] = self._seats_of(seeds)[rows]
                self._sit(rows)
            elif self.begun:
                self._next_seat(rows)
        if not self.begun and seeds is None:
            self.batch.seed(rng().integers(0, 2**62, self.batch.size))
        self.begun = True
        self.batch.reset(seeds, rows)
        for _ in range(TRIES):
            # a battle may be over before the learner was ever asked
            over = rows & (self.batch.ended > 0)
            if not over.any():
                if self._side is not None:
                    self.seats[rows] = self._asked_after(np.full(self.batch.size, -1))[rows]
                return
            if self.alternates:
                self._next_seat(over)
            self.batch.reset(rows=over)
        raise BadInput(
            f"scenario: {TRIES} battles of {self.game.id} ended before the seat had a choice; choose another"
        )

    def of_seats(self, array: np.ndarray) -> np.ndarray:
        """What belongs to the learner's seat in an array (size, seats, ...); a view where the seat is fixed."""
        return array[self._rows, self.seats] if self.moves else array[:, self.seats[0]]

    def seen(self) -> np.ndarray:
        """What the learner sees, float32, shape (size, features): live memory."""
        return self.batch.mine if self._side is None else self.of_seats(self.batch.observations)

    def send(self, actions: np.ndarray) -> None:
        """Lay down the learner's action of each row, int64, shape (size,)."""
        if self.moves:
            self.batch.orders[self._rows, self.seats] = actions
        else:
            self.batch.orders[:, self.seats[0]] = actions

    def step(self, actions: np.ndarray) -> Finals:
        """Play the learner's action of each row, int64, shape (size,); a battle that ends is followed by another."""
        if self._side is not None:
            return self._step_side(actions)
        self.send(actions)
        finals = self.batch.step_on(self._among)
        if self.alternates:
            rows = finals.battles["row"]
            self.seats[rows] = np.argmax(self.batch.controllers[rows] == LEARNER, axis=1)
        return finals

    # --- a side: one captain, asked for each of her ships ---

    def lay_down(self, actions: np.ndarray) -> np.ndarray:
        """Take the order of the ship that is asked in each row, an illegal one as the lowest legal one.

        Returns:
            Rows of which no other ship of the side is asked in this phase: they are ready to be played, bool. In the
            others the next ship is asked now.
        """
        batch, before = self.batch, self.seats.copy()
        masks = batch.masks[self._rows, before]
        illegal = masks[self._rows, actions] == 0
        batch.orders[self._rows, before] = np.where(illegal, np.argmax(masks == 1, axis=1), actions)
        following = self._asked_after(before)
        self.seats[:] = np.where(following < 0, before, following)
        batch.rewards[:] = 0
        batch.ended[:] = 0
        batch.illegal[:] = 0
        self._illegal = (before, illegal)
        return following < 0

    def ask_first(self, rows: np.ndarray) -> None:
        """After a step in these rows the first ship of the side that has a choice is asked."""
        first = self._asked_after(np.full(self.batch.size, -1))
        rows = rows & (first >= 0)
        self.seats[rows] = first[rows]
        before, illegal = self._illegal
        self.batch.illegal[self._rows, before] = illegal

    def _step_side(self, actions: np.ndarray) -> Finals:
        ready = self.lay_down(actions)
        finals = self.batch.step_on(rows=ready)
        self.ask_first(ready)
        return finals

    @property
    def has_side(self) -> bool:
        """Whether the learner commands a side."""
        return self._side is not None

    def _asked_after(self, seats: np.ndarray) -> np.ndarray:
        """The next seat of the side, after these, that has a choice; -1 where there is none. int64, shape (size,)."""
        assert self._side is not None
        asked = (self.batch.masks[:, self._side, 0] == 0) & (self._side > seats[:, None])
        return np.where(asked.any(axis=1), self._side[np.argmax(asked, axis=1)], -1)

    # --- seats ---

    def _seats_of(self, seeds: Any) -> np.ndarray:
        """Where the learner sits in the battles of these seeds when all seats take turns."""
        return np.array([self._taken[seed % len(self._taken)] for seed in seeds], np.int64)

    def _next_seat(self, rows: np.ndarray) -> None:
        places = np.searchsorted(self._taken, self.seats[rows]) + 1
        self.seats[rows] = np.array(self._taken)[places % len(self._taken)]
        self._sit(rows)

    def _sit(self, rows: np.ndarray) -> None:
        """Give the learner her seat; who gets the others is drawn when the battle begins."""
        self.batch.controllers[rows] = 0
        if self._side is None:
            self.batch.controllers[self._rows[rows], self.seats[rows]] = LEARNER
        else:
            self.batch.controllers[np.ix_(self._rows[rows], self._side)] = LEARNER

    def set_opponents(self, opponent: Any) -> None:
        """Change whom the next battles are fought against; those that run go on as they are.

        Raises:
            BadInput: as in `find_opponents`.
        """
        pool, newcomers = find_opponents(self.game, opponent)
        guests = self.batch.guests
        busy = {GUEST - int(which) for which in np.unique(self.batch.controllers) if which <= GUEST}
        numbers: list[int] = []
        for newcomer in newcomers:
            number = next((i for i, guest in enumerate(guests) if guest is newcomer), None)
            if number is None:
                free = (i for i in range(len(guests)) if i not in busy and not any(guests[i] is n for n in newcomers))
                number = next(free, len(guests))
                guests[number : number + 1] = [newcomer]
            numbers.append(number)
        self.batch.set_pool(
            [(which if which > GUEST else GUEST - numbers[GUEST - which], weight) for which, weight in pool]
        )


def taken_seats(game: Game, templates: np.ndarray) -> tuple[list[int], dict[str, list[int]]]:
    """The seats that have a ship in every battle of a scenario, and those of each side that has more than one.

    Raises:
        BadInput: there are none.
    """
    if game.empty is None:
        return list(range(game.seats)), {}
    taken = np.flatnonzero(~game.empty(templates).any(axis=0)).tolist()
    if not taken:
        raise BadInput(f"scenario: no seat of {game.id} has a ship in all its battles; choose another")
    sides: dict[str, list[int]] = {}
    if game.sides is not None:
        of_seats = game.sides(templates)
        for seat in taken:
            if (of_seats[:, seat] == of_seats[0, seat]).all():
                sides.setdefault(f"side_{of_seats[0, seat]}", []).append(seat)
    return taken, sides


def row_seeds(seed: Any, size: int) -> list[int] | None:
    """One seed a row, from an int (row i gets seed + i) or a list of them.

    Raises:
        BadInput: a seed is no whole number from 0 on, or there are not as many as rows.
    """
    if seed is None:
        return None
    if isinstance(seed, int | np.integer):
        seed = [int(seed) + row for row in range(size)]
    try:
        seeds = [operator.index(one) for one in seed]
    except TypeError:
        raise BadInput(f"seed: {seed!r} does not fit; give a whole number, or one for each battle") from None
    if len(seeds) != size:
        raise BadInput(f"seed: {len(seeds)} seeds do not fit; give one for each of {size} battles")
    if min(seeds) < 0:
        raise BadInput(f"seed: {min(seeds)} is below 0; give a whole number from 0 on")
    return seeds
