"""A fight in the terminal: watched, fought by a person, with bad typing, taken back, with real dice, left."""

import itertools
import re

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from quarterdeck import agents
from quarterdeck.cli import duel as verb
from quarterdeck.cli.fight import Fight, Left
from quarterdeck.configs import BadInput
from quarterdeck.envs import saved
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.captain import random_legal
from quarterdeck.envs.game import apply, find_game, games, is_over, legal
from tests.refused import refused

GAME = find_game("HighSeasDuel")
ORDERS = list(range(GAME.actions.index("circle"), GAME.actions.index("steady")))

app = typer.Typer()
app.command()(verb.duel)


class Plain:
    """Plays the first legal action of her list of likings, and notes what she was shown."""

    def __init__(self, *likes: str) -> None:
        self.likes = [GAME.actions.index(name) for name in likes]
        self.shown: list[np.ndarray] = []

    def choose(self, game, states, seat):
        self.shown.append(states.copy())
        mask = np.zeros(len(game.actions), np.int8)
        legal(states[0], seat, mask)
        fitting = [action for action in self.likes if mask[action]]
        return np.array([fitting[0] if fitting else np.flatnonzero(mask)[0]])


@pytest.fixture
def captains(monkeypatch):
    """Two captains of which it is known what they do."""
    known = {
        "circler": Plain("circle", "steady", "port@hull", "starboard@hull", "stand_off"),
        "evader": Plain("evade", "steady"),
    }

    def load(game, name):
        if name not in known:
            raise BadInput(f"no captain of {game.id} is called {name!r}; did you mean 'circler'?")
        return known[name]

    monkeypatch.setattr(agents, "load", load, raising=False)
    return known


def fought(*arguments: str, typed: str = ""):
    return CliRunner().invoke(app, list(arguments), input=typed, catch_exceptions=False)


def turns(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"── Turn (\d+) of 60", text)]


def legal_actions(state, seat):
    mask = np.zeros(len(GAME.actions), np.int8)
    legal(state, seat, mask)
    return np.flatnonzero(mask)


def played(seed: int, orders: list[tuple[str, str]], scenario: str = "default"):
    """The battle after these orders, by the rules alone."""
    state = verb.begin(GAME, scenario, seed)
    for pair in orders:
        assert not is_over(state)
        apply(state, np.array([GAME.actions.index(name) for name in pair], np.int16))
    return state


def test_a_watched_fight_is_shown_turn_by_turn(captains):
    result = fought("circler", "evader", "--seed", "3")
    assert result.exit_code == 0
    shown = turns(result.stdout)
    # each turn once, and the last one again when it is over
    assert shown[:-1] == list(range(1, shown[-1] + 1))
    assert result.stdout.startswith("Sea Hawk (circler) against Grey Gull (evader)")
    assert result.stdout.count("Grey Gull: Evade.") == shown[-1]
    last = result.stdout.strip().splitlines()[-1]
    # Circle against Evade: a step a turn from Long, so out of sight in the third
    assert last == "Nobody wins: escaped in turn 3." and shown[-1] == 3
    assert "\x1b" not in result.stdout
    assert max(len(line) for line in result.stdout.splitlines()) <= 80
    assert fought("circler", "evader", "--seed", "3").stdout == result.stdout
    assert fought("circler", "evader", "--seed", "4").stdout != result.stdout


def test_the_fight_is_that_of_every_other_face():
    batch = Batch(GAME, GAME.build("default"), 1, [-1, -1])
    batch.reset([11])
    assert verb.begin(GAME, "default", 11).tobytes() == batch.states[0].tobytes()


def test_the_winner_and_how_stand_in_the_last_line(captains):
    result = fought("circler", "circler", "--seed", "2", "--game", "HighSeasBroadside")
    assert re.fullmatch(
        r"(Sea Hawk|Grey Gull) \(circler\) beats (Grey Gull|Sea Hawk) \(circler\): sunk in turn \d+\.",
        result.stdout.strip().splitlines()[-1],
    )
    assert "has sunk; " in result.stdout and "0/" in result.stdout


def test_captains_do_not_see_the_dice(captains):
    fought("circler", "evader")
    for seen in [*captains["circler"].shown, *captains["evader"].shown]:
        assert seen["dice"].tobytes() == bytes(seen["dice"].nbytes)


def test_a_person_fights_to_the_end_with_names_and_numbers(captains):
    """Evade is number 4 of the orders; `e` is the bare evade although two longer names begin so."""
    result = fought("me", "circler", typed="4\nsteady\nh\ne\nst\nhold\nEVADE\n1\n")
    assert result.exit_code == 0
    assert result.stdout.count("Sea Hawk: Evade.") == 3
    assert result.stdout.strip().splitlines()[-1] == "Nobody wins: escaped in turn 3."
    assert "Sea Hawk, your order (Grey Gull's is sealed):" in result.stdout


def test_the_enemy_decides_before_the_person_is_asked(captains, monkeypatch):
    asked = []

    def ask_person(fight, seat, sealed):
        asked.append((len(captains["circler"].shown), sealed))
        return int(legal_actions(fight.state, seat)[0])

    monkeypatch.setattr(verb, "ask_person", ask_person)
    fought("me", "circler")
    assert asked[0] == (1, True)
    for (before, _), (now, sealed) in itertools.pairwise(asked):
        assert now >= before + sealed


def test_bad_typing_takes_a_line_and_asks_again(captains):
    result = fought("me", "circler", typed="x\n12\nev+\n?\nbear_dwon\nb+w\nq\n")
    assert result.exit_code == 0
    text = result.stdout
    assert "'x' is no order here; type a number from 1 to 9, or the front of a name" in text
    assert "there is no 12 here; type a number from 1 to 9, or the front of a name" in text
    assert "'ev+' may be evade+wet_sails, evade+hard_turns; type more of it" in text
    assert "'bear_dwon' is no order here; did you mean 'bear_down'?" in text
    assert "hold the range and turn a broadside to her" in text
    assert "Sea Hawk: Bear Down with wet sails." in text
    assert text.rstrip().endswith("You leave the fight.")
    assert max(len(line) for line in text.splitlines()) <= 80


def test_enter_shows_the_battle_again(captains):
    assert turns(fought("me", "circler", typed="\nq\n").stdout) == [1, 1]


def test_u_really_takes_back(captains):
    """After a turn and a half taken back, the fight goes on exactly as if they had never been."""
    whole = "evade\nsteady\nhold\nevade\nsteady\nhold\ne\ns\n"
    straight = fought("me", "circler", "--seed", "5", typed=whole)
    detour = fought(
        "me",
        "circler",
        "--seed",
        "5",
        typed="u\nbear_down\nmaneuver\nu\nu\nevade\nsteady\nhold\nu\nu\nu\n" + whole,
    )
    assert "There is nothing to take back." in detour.stdout
    assert detour.stdout.count("Taken back.") == 5
    assert "Sea Hawk: Bear Down." in detour.stdout and "Sea Hawk: Bear Down." not in straight.stdout
    end = straight.stdout[straight.stdout.index("── Turn 2 of 60") :]
    assert detour.stdout.endswith(end)


def test_what_is_shown_is_what_the_rules_say(captains):
    """The same orders given to the rules alone lead to the battle on the screen."""
    result = fought("me", "circler", "--seed", "6", typed="bear_down\nsteady\nq\n")
    state = played(6, [("bear_down", "circle"), ("steady", "steady")])
    asked = result.stdout.split("your order")[-1]
    for action, name in enumerate(GAME.actions):
        listed = re.search(rf"\d  {re.escape(name)}\s", asked) is not None
        assert listed == (action in legal_actions(state, 0))


def test_the_input_may_end(captains):
    result = fought("me", "circler", typed="evade\n")
    assert result.exit_code == 1
    assert result.stdout.rstrip().endswith("The input has ended, and the fight with it.")


def test_control_c_leaves(captains, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(verb.Fight, "read", interrupt)
    result = fought("me", "circler")
    assert result.exit_code == 130 and "Traceback" not in result.output


def test_pause_waits_for_enter_between_turns(captains):
    result = fought("circler", "evader", "--pause", typed="\nq\n")
    assert turns(result.stdout) == [1, 2] and "You leave the fight." in result.stdout
    assert result.stdout.count("Enter for the next turn") == 2


@pytest.mark.parametrize(("faces", "winner"), [("9 9 1 2 2 1", "Sea Hawk"), ("2 2 1, 9 9 1", "Grey Gull")])
def test_faces_are_asked_for_and_decide(captains, faces, winner):
    """HS-MANEUVER-1: 3k2 each; the faces typed decide, whatever the seed."""
    for seed in ("1", "2"):
        typed = f"evade\nmaneuver\n3 x\n11\n{faces}\nq\n"
        result = fought("me", "circler", "--dice", "--seed", seed, typed=typed)
        assert "Sea Hawk, Brilliant Maneuver: roll 3 dice (keep 2)" in result.stdout
        assert result.stdout.count("type the faces with spaces between") == 1
        assert "Sea Hawk, Brilliant Maneuver: 11 is no face of a d10" in result.stdout
        assert f"Brilliant Maneuver (Sea Hawk tries): {winner} wins by 14" in result.stdout


def test_u_at_the_dice_goes_back_to_the_order(captains):
    result = fought("me", "circler", "--dice", typed="evade\nmaneuver\nu\ncircle\nq\n")
    assert "Sea Hawk: Evade." in result.stdout and "Sea Hawk: Circle." in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("me", "circlr"), "did you mean 'circler'?"),
        (("circler", "evader", "--game", "HighSeasDual"), "did you mean 'HighSeasDuel'?"),
        (("circler", "evader", "--scenario", "defalt"), "did you mean 'default'?"),
    ],
)
def test_what_does_not_exist_is_one_line(captains, arguments, words):
    assert words in refused(fought, *arguments)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("1", "circle"),
        ("c", "circle"),
        ("C+H", "circle+hard_turns"),
        ("bear down", "bear_down"),
        ("evade+w", "evade+wet_sails"),
    ],
)
def test_short_names_are_understood(typed, name):
    assert GAME.actions[verb.understand(typed, ORDERS, GAME.actions)] == name


@pytest.mark.parametrize("typed", ["", "0", "10", "+", "c+", "evade+x", "-1", "²"])
def test_what_fits_nothing_or_too_much_is_refused(typed):
    with pytest.raises(BadInput):
        verb.understand(typed, ORDERS, GAME.actions)


# --- kept in a file -------------------------------------------------------------------------------------------

WHOLE = "evade\nsteady\nhold\nevade\nsteady\nhold\ne\ns\n"


def test_a_fight_goes_on_from_its_file(captains, tmp_path):
    """Left in the second turn and gone on with, it is the fight that was not left."""
    file = str(tmp_path / "fight.json")
    straight = fought("me", "circler", "--seed", "5", typed=WHOLE)
    left = fought("me", "circler", "--seed", "5", "--save", file, typed="evade\nsteady\nhold\nevade\nq\n")
    assert left.exit_code == 0
    assert left.stdout.rstrip().endswith(f"To go on: quarterdeck duel --resume {file}")
    on = fought("--resume", file, typed="steady\nhold\ne\ns\n")
    assert on.stdout.strip().splitlines()[-1] == straight.stdout.strip().splitlines()[-1]
    assert on.stdout.endswith(straight.stdout[straight.stdout.index("── Turn 3 of 60") :])
    again = fought("--resume", file)
    assert again.exit_code == 0 and again.stdout.strip().splitlines()[-1] == "Nobody wins: escaped in turn 3."


def test_whoever_takes_the_place_of_one_in_the_file_is_told(captains, tmp_path):
    file = str(tmp_path / "fight.json")
    fought("me", "circler", "--seed", "5", "--save", file, typed="evade\nsteady\nhold\nq\n")
    assert "evader takes the place of circler." in fought("me", "evader", "--resume", file, typed="q\n").stdout
    assert "takes the place" not in fought("me", "circler", "--resume", file, typed="q\n").stdout


def test_u_takes_back_what_was_done_before_the_file_was_closed(captains, tmp_path):
    file = str(tmp_path / "fight.json")
    fought("me", "circler", "--seed", "5", "--save", file, typed="bear_down\nmaneuver\nq\n")
    straight = fought("me", "circler", "--seed", "5", typed=WHOLE)
    on = fought("--resume", file, typed="u\nu\n" + WHOLE)
    assert on.stdout.count("Taken back.") == 2
    assert on.stdout.endswith(straight.stdout[straight.stdout.index("── Turn 2 of 60") :])
    assert [len(saved.load(file).battles()), "bear_down" in (tmp_path / "fight.json").read_text()] == [8, False]


def test_a_fight_with_real_dice_goes_on_with_them(captains, tmp_path):
    file = str(tmp_path / "fight.json")
    fought("me", "circler", "--dice", "--save", file, typed="evade\nmaneuver\n9 9 1 2 2 1\nq\n")
    on = fought("--resume", file, typed="hold\n2 2\nbear_down\nmaneuver\nq\n")
    assert "Sea Hawk, Brilliant Maneuver: roll 3 dice (keep 2)" in on.stdout
    assert all(step.typed for step in saved.load(file).steps)


def test_control_c_and_the_end_of_input_keep_the_file(captains, monkeypatch, tmp_path):
    file = str(tmp_path / "fight.json")
    result = fought("me", "circler", "--save", file, typed="evade\n")
    assert result.exit_code == 1 and len(saved.load(file).steps) == 1
    monkeypatch.setattr(verb.Fight, "read", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    result = fought("--resume", file)
    assert result.exit_code == 130 and f"quarterdeck duel --resume {file}" in result.output
    assert len(saved.load(file).steps) == 1


def test_another_captain_may_take_over(captains, tmp_path):
    file = str(tmp_path / "fight.json")
    fought("me", "circler", "--save", file, typed="evade\nq\n")
    assert fought("--resume", file, "evader", "evader").exit_code == 0
    assert saved.load(file).notes["captains"] == ["evader", "evader"]


def test_files_that_do_not_fit_are_one_line(captains, tmp_path):
    file = tmp_path / "fight.json"
    fought("me", "circler", "--save", str(file), typed="q\n")
    whole = file.read_text()
    for arguments, words in (
        (("me", "circler", "--save", str(file)), "is there already; go on with --resume"),
        (("--resume", str(file), "--seed", "1"), "--seed: the fight in"),
        (("--resume", str(file), "--scenario", "default"), "--scenario: the fight in"),
        (("--resume", str(tmp_path / "no.json")), "there is no such file"),
        (("me", "circler", "--save", str(file / "x.json")), "cannot be written"),
        (("me",), "who fights? Name two captains"),
    ):
        assert words in refused(fought, *arguments)
    assert file.read_text() == whole
    saved.save(file, GAME, saved.load(file).state)
    with pytest.raises(BadInput, match="captains: None are no two names"):
        fought("--resume", str(file))


# --- real dice ------------------------------------------------------------------------------------------------


def test_too_many_faces_are_refused_and_nothing_is_lost(captains):
    typed = "evade\nmaneuver\n9 9\n1 2 2 1 4\n1 2 2 1\nq\n"
    result = fought("me", "circler", "--dice", typed=typed)
    assert "Sea Hawk, Brilliant Maneuver: 2 of 3 dice typed: roll 1 more" in result.stdout
    assert "too many faces, 5 typed and only 4 fit; none was taken" in " ".join(result.stdout.split())
    assert "Sea Hawk wins by 14" in result.stdout


# a scenario in which dice fall, where none do in the default one
ROLLS_IN = {"BearingsTactical": "sinking"}


@pytest.mark.parametrize("game", [game for game in games().values() if game.seats == 2], ids=lambda game: game.name)
def test_every_game_of_two_can_be_fought_with_real_dice(monkeypatch, game, tmp_path):
    """Two captains, faces typed one by one as they are asked for, up to the end or the hundredth roll."""
    monkeypatch.setattr(agents, "load", lambda which, name: Drifter())
    rng = np.random.default_rng(3)
    asked = []

    def read(fight, prompt):
        asked.append(prompt)
        if len(asked) > 100:
            raise Left
        return str(rng.integers(0, 10))

    monkeypatch.setattr(Fight, "read", read)
    file = tmp_path / "fight.json"
    scenario = ROLLS_IN.get(game.name, "default")
    result = fought("a", "b", "--game", game.name, "--scenario", scenario, "--dice", "--save", str(file))
    assert result.exit_code == 0 and asked and set(asked) == {"faces> "}
    found = saved.load(file)
    assert found.battles() and all(step.typed for step in found.steps)


class Drifter:
    """Any legal action, drawn from her generator."""

    def choose(self, game, states, seat):
        mask = np.zeros(len(game.actions), np.int8)
        legal(states[0], seat, mask)
        return np.array([random_legal(states["captain"][0], seat, mask)])
