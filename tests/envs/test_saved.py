"""Saved battles: gone on with exactly, readable, and refused in one line where they are not as they were written."""

import json

import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import saved
from quarterdeck.envs.captain import lowest_legal
from quarterdeck.envs.game import apply, games, is_over, legal
from quarterdeck.envs.saved import Saved, load, save, step_of
from quarterdeck.envs.testing import any_orders, begin
from quarterdeck.envs.typed_dice import play_typed
from tests.envs.high_seas.battle import DUEL
from tests.refused import refused
from tests.toy_game import TOY

GAMES = sorted({*games().values(), TOY}, key=lambda game: game.name)


def fought(game, seed, most=12):
    """The start of a battle, the steps from there, and where they led."""
    start = begin(game, "default", seed)
    state, steps = start.copy(), []
    while not is_over(state) and len(steps) < most:
        orders = any_orders(game, state)
        after = state.copy()
        apply(after, orders)
        steps.append(step_of(game, state, orders, after))
        state = after
    return start, steps, state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(3))
def test_restored_equals_going_on(game, seed, tmp_path):
    """Saved after every step, a battle is the same battle, bit for bit, up to its end."""
    state = begin(game, "default", seed)
    file = tmp_path / "fight.json"
    for _ in range(25):
        save(file, game, state, "default")
        found = load(file)
        assert (found.game, found.scenario, found.state.tobytes()) == (game, "default", state.tobytes())
        if is_over(state):
            break
        orders = any_orders(game, found.state)
        assert orders.tolist() == any_orders(game, state).tolist()
        apply(found.state, orders)
        apply(state, orders)
        assert found.state.tobytes() == state.tobytes()
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_steps_lead_back_to_every_battle_before(game, tmp_path):
    start, steps, state = fought(game, 7)
    save(tmp_path / "fight.json", game, state, start=start, steps=steps)
    found = load(tmp_path / "fight.json")
    assert list(found.steps) == steps
    before = start.copy()
    for battle in found.battles():
        assert battle.tobytes() == before.tobytes()
        apply(before, any_orders(game, before))
    assert before.tobytes() == state.tobytes()


def test_typed_steps_are_played_again_without_the_generator(tmp_path):
    state = begin(DUEL, "default", 3)
    start, steps = state.copy(), []
    rng = np.random.default_rng(1)
    while not is_over(state) and len(steps) < 15:
        orders, faces = any_orders(DUEL, state), []
        after, _, _ = play_typed(DUEL, state, orders, faces)
        while after is None:
            faces.append(int(rng.integers(1, 11)))
            after, _, _ = play_typed(DUEL, state, orders, faces)
        steps.append(step_of(DUEL, state, orders, after, typed=True))
        state = after
    assert any(step.rolls for step in steps)
    save(tmp_path / "fight.json", DUEL, state, start=start, steps=steps)
    assert len(load(tmp_path / "fight.json").battles()) == len(steps)


def test_a_person_can_read_it(tmp_path):
    start, steps, state = fought(DUEL, 7)
    save(tmp_path / "fight.json", DUEL, state, "default", {"table": "two"}, start, steps)
    text = (tmp_path / "fight.json").read_text()
    plain = json.loads(text)
    assert plain["game"] == "quarterdeck/HighSeasDuel-v0" and plain["notes"] == {"table": "two"}
    assert plain["battle"]["ship"][1]["hull_max"] == state.ship[1].hull_max
    assert all(order in DUEL.actions for step in plain["steps"] for order in step["orders"])
    assert max(map(len, text.splitlines())) < 200
    assert len(text) < 20_000


# --- what is refused ----------------------------------------------------------------------------------------


def check_refused(file, *also):
    """The one line with which a file is refused."""
    said = refused(load, file)
    assert said.startswith(f"{file}: ")
    for words in also:
        assert words in said
    return said


@pytest.fixture
def file(tmp_path):
    start, steps, state = fought(DUEL, 7, most=4)
    save(tmp_path / "fight.json", DUEL, state, "default", start=start, steps=steps)
    return tmp_path / "fight.json"


def test_any_changed_byte_is_noticed(file):
    whole = file.read_bytes()
    rng = np.random.default_rng(0)
    for place in rng.choice(len(whole), 250, replace=False):
        changed = bytearray(whole)
        changed[place] ^= 1 << int(rng.integers(0, 8))
        file.write_bytes(changed)
        check_refused(file)
    file.write_bytes(whole)
    load(file)


def test_a_file_that_is_cut_short_is_noticed(file):
    whole = file.read_bytes()
    for length in (0, 1, 10, 100, len(whole) // 2, len(whole) - 70, len(whole) - 3, len(whole) - 1):
        file.write_bytes(whole[:length])
        check_refused(file)
    file.write_bytes(whole[:200])
    check_refused(file, "is cut short")
    file.write_bytes(whole + b" ")
    check_refused(file, "was changed")


def rewritten(file, change):
    """The file with something changed and a checksum that fits: what a person with a grudge would write."""
    plain = json.loads(file.read_text())
    del plain["checksum"]
    change(plain)
    plain["checksum"] = saved._checksum(plain)
    file.write_text(saved._render(plain))


def entry(plain, path):
    for part in path[:-1]:
        plain = plain[part]
    return plain, path[-1]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["format"], 2, "format: 2 is not 1"),
        (["what"], "a song", "is no saved battle"),
        (
            ["game"],
            "quarterdeck/HighSeasDual-v0",
            "game: no game is called 'quarterdeck/HighSeasDual-v0'; did you mean",
        ),
        (["game"], ["x"], "game: no game is called ['x']"),
        (["game"], "quarterdeck/HighSeasChase-v0", "are not those of quarterdeck/HighSeasChase-v0"),
        (["rules"], "0123456789abcdef", "rules: '0123456789abcdef' are not those of quarterdeck/HighSeasDuel-v0"),
        (["battle"], [], "battle: [] does not fit"),
        (["battle", "ship", 0, "hull"], 1000, "battle: ship[0].hull: 1000 does not fit; it must be from 0 to"),
        (["battle", "ship", 1, "hull"], -1, "battle: ship[1].hull: -1 does not fit"),
        (
            ["battle", "ship", 1, "hull"],
            70_000,
            "battle: ship[1].hull: 70000 is not a whole number from -32768 to 32767",
        ),
        (["battle", "ship", 1, "hull"], 7.0, "battle: ship[1].hull: 7.0 is not a whole number"),
        (["battle", "ship", 1, "hull"], True, "battle: ship[1].hull: True is not a whole number"),
        (["battle", "ship", 1, "hull"], None, "battle: ship[1].hull: None is not a whole number"),
        (["battle", "ship", 1, "guns", 2], "4", "battle: ship[1].guns[2]: '4' is not a whole number"),
        (["battle", "ship", 1, "guns"], [1, 2, 3], "battle: ship[1].guns: [1, 2, 3] is no list of 4"),
        (["battle", "ship"], [{}], "battle: ship: [{}] is no list of 2"),
        (["battle", "ship", 0], {}, "battle: ship[0]: 'kind' is missing"),
        (["battle", "phase"], 9, "battle: phase: 9 does not fit; it must be from 0 to 5"),
        (["battle", "sails"], 9, "battle: 'sails' is no field of it"),
        (["battle", "captain"], [1, 1 << 64], "is not a whole number from 0 to 18446744073709551615"),
        (["battle", "ship", 0, "crew"], 1, "does not fit; it must be from 0 to 1"),
        (["start", "turn"], 5, "steps: "),
        (
            ["steps", 0, "orders"],
            ["circle", "port@hull"],
            "steps: step 0: orders: 'port@hull' of seat 1 is not legal now",
        ),
        (["steps", 0, "orders"], ["circle"], "are not 2 action numbers"),
        (["steps", 0, "orders"], ["circle", "sing"], "steps: 0: orders: ['circle', 'sing'] are none of"),
        (["steps", 1, "rolls"], [1, 2, 3], "its rolls are not those"),
        (["steps", 1, "rolls"], ["1"], "steps: 1: rolls: ['1'] are no whole numbers that fit"),
        (["steps", 1, "typed"], 1, "steps: 1: is no step of a battle"),
        (["steps", 1, "typed"], True, "steps: "),
        (["steps", 1, "captain"], [5], "steps: 1: captain: [5] are not 2 numbers"),
        (["steps", 1], 3, "steps: 1: is no step of a battle"),
        (["steps"], {}, "steps: are no list"),
        (["notes"], [], "notes: are no mapping"),
    ],
)
def test_what_no_battle_can_be_is_refused_by_field_and_value(file, path, value, said):
    def change(plain):
        part, last = entry(plain, path)
        part[last] = value

    rewritten(file, change)
    check_refused(file, said)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'"a battle of quarterdeck"',
        b"[" * 100_000,
        b'{"what": "a battle of quarterdeck", "format": 1}',
        b'{"what": "a battle of quarterdeck", "format": NaN}',
        b'{"a": ' * 900 + b"1" + b"}" * 900,
        b"9" * 10_000,
        b"\x80\x04\x95\x1b\x00\x00\x00\x00\x00\x00\x00\x8c\x02os\x94\x8c\x06getcwd\x94\x93\x94)R\x94.",
        b"\xff\xfe",
        b"\x00",
    ],
)
def test_a_file_of_something_else(text, tmp_path):
    path = tmp_path / "fight.json"
    path.write_bytes(text)
    check_refused(path)


def test_files_that_are_not_there_or_cannot_be(tmp_path):
    check_refused(tmp_path / "nothing.json", "there is no such file")
    check_refused(tmp_path, "cannot be read")
    state = begin(DUEL, "default", 1)
    (tmp_path / "taken").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        save(tmp_path / "taken" / "fight.json", DUEL, state)
    with pytest.raises(BadInput, match="state: is not one record of toy"):
        save(tmp_path / "fight.json", TOY, state)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_a_failed_write_leaves_the_file_that_was_there(file, monkeypatch):
    whole = file.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saved, "write", full)
    with pytest.raises(BadInput, match="cannot be written \\(No space left on device\\)"):
        save(file, DUEL, begin(DUEL, "default", 1))
    assert file.read_bytes() == whole


def test_lines_may_end_as_other_systems_end_them(file):
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"\n", b"\r\n"))
    assert isinstance(load(file), Saved)


def test_the_lowest_legal_action_goes_on_after_a_restored_battle(file):
    state = load(file).state
    mask = np.zeros(len(DUEL.actions), np.int8)
    while not is_over(state):
        orders = np.zeros(2, np.int16)
        for seat in range(2):
            legal(state, seat, mask)
            orders[seat] = lowest_legal(mask)
        apply(state, orders)
    assert is_over(state)
