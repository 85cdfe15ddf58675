"""Real dice: faces become answers, and what to roll next is said in words. HS-DICE-1 to HS-DICE-5"""

import contextlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs import chance
from quarterdeck.envs.game import apply, games, is_over, legal, setup
from quarterdeck.envs.high_seas import HIGH_SEAS_DUEL as DUEL
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.typed_dice import play_rolls, play_typed, retell, roll_of
from tests.envs.asks import ASKS, put_ask, seeded, want
from tests.envs.many_rolls import MANY
from tests.envs.test_odds import ACTION, battle, played
from tests.refused import refused
from tests.toy_game import TOY

NAMES = ("Sea Hawk", "Rover")


def roll(ask):
    return roll_of(DUEL, (ask[0], r.ROLL_CHASE, *ask[2:]), NAMES)


def thrown(dice, count, explodes, sides=10):
    """The faces that the generator rolls for one ship, in the order in which a hand would throw them."""
    chains = []
    for _ in range(max(0, count)):
        chain = [chance.die(dice, sides)]
        while explodes and chain[-1] == sides:
            chain.append(chance.die(dice, sides))
        chains.append(chain)
    deepest = max(map(len, chains), default=0)
    return [chain[wave] for wave in range(deepest) for chain in chains if wave < len(chain)]


def faces_of(dice, wanted):
    """The faces that the generator is about to roll for a roll."""
    if wanted.kind == chance.OPPOSED:
        faces = [0, wanted.bonus]
        while faces[-2] + wanted.bonus == faces[-1]:
            faces += [chance.die(dice, wanted.sides), chance.die(dice, wanted.sides)]
        return faces[2:]
    explodes = wanted.kind in (chance.POOL, chance.CHECK, chance.CONTEST, chance.DAMAGE)
    faces = thrown(dice, wanted.dice, explodes, wanted.sides)
    return faces + (thrown(dice, wanted.other_dice, True) if wanted.kind == chance.CONTEST else [])


@pytest.mark.parametrize("name", ASKS)
def test_typed_faces_give_the_answer_that_the_generator_noted(name):
    dice = seeded(21)
    for _ in range(300):
        raw = dice.copy()
        put_ask(dice, ASKS[name])
        wanted = roll(ASKS[name])
        faces = faces_of(raw[0], wanted)
        assert raw["generator"] == dice["generator"]
        assert wanted.answer([0 if face == wanted.sides == 10 else face for face in faces]) == dice["tape"][0][0]


@pytest.mark.parametrize(
    ("ask", "typed", "text"),
    [
        (want(chance.POOL, 4, 2), [], "Sea Hawk, chase: roll 4 dice (keep 2)"),
        (want(chance.POOL, 1, 1), [], "Sea Hawk, chase: roll 1 die"),
        (want(chance.CHECK, 3, 3), [4], "Sea Hawk, chase: 1 of 3 dice typed: roll 2 more"),
        (want(chance.CHECK, 3, 3), [4, 0, 2], "Sea Hawk, chase: one ten: roll 1 more"),
        (want(chance.DAMAGE, 3, 3), [0, 10, 2], "Sea Hawk, chase: two tens: roll 2 more"),
        (want(chance.DAMAGE, 3, 3), [0, 10, 2, 0], "Sea Hawk, chase: two tens: roll 1 more of 2"),
        (want(chance.DAMAGE, 3, 3), [0, 10, 2, 0, 1], "Sea Hawk, chase: one ten: roll 1 more"),
        (want(chance.CONTEST, 2, 2, 1, 1), [], "Sea Hawk, chase: roll 2 dice"),
        (want(chance.CONTEST, 2, 2, 1, 1), [3, 0], "Sea Hawk, chase: one ten: roll 1 more"),
        (want(chance.CONTEST, 2, 2, 1, 1), [3, 0, 4], "Rover, chase: roll 1 die"),
        (want(chance.CONTEST, 0, 0, 1, 1), [], "Rover, chase: roll 1 die"),
        (want(chance.COUNT, 12, 12), [], "Sea Hawk, chase: roll 12 dice"),
        (want(chance.COUNT, 2, 2), [0, 0], ""),
        (want(chance.DICE, 2, 2, sides=6), [], "Sea Hawk, chase: roll 2d6"),
        (want(chance.CONTEST), [], ""),
        (want(chance.OPPOSED, 1, 1, 1, 1, bonus=2), [], "Sea Hawk, chase: roll 1 die"),
        (want(chance.OPPOSED, 1, 1, 1, 1, bonus=2), [3], "Rover, chase: roll 1 die"),
        (want(chance.OPPOSED, 1, 1, 1, 1, bonus=2), [3, 5], "Sea Hawk, chase: a tie: roll 1 die"),
        (want(chance.OPPOSED, 1, 1, 1, 1, bonus=2), [3, 5, 0, 0], ""),
    ],
)
def test_what_to_roll_is_said_in_words(ask, typed, text):
    assert roll(ask).progress(typed) == (len(typed), text)


@pytest.mark.parametrize(
    ("ask", "faces", "answer"),
    [
        (want(chance.POOL, 5, 3), [1, 2, 3, 4, 5], 12),
        (want(chance.POOL, 3, 1), [0, 9, 0, 1, 5], 15),
        (want(chance.POOL, 2, 2), [0, 7, 0, 0, 3], 40),
        (want(chance.CHECK, 2, 2, bonus=5), [3, 4], 12),
        (want(chance.CHECK, 3, 2, bonus=5), [1, 1, 1], chance.MISHAP_TOTAL),
        (want(chance.CHECK, 0, 0, bonus=5), [], 5),
        (want(chance.CONTEST, 1, 1, 2, 2, bonus=5), [0, 2, 4, 4], 9),
        (want(chance.DAMAGE, 2, 2, target=17), [3, 4], 12),
        (want(chance.COUNT, 4, 4, target=9), [9, 0, 8, 1], 2),
        (want(chance.AT_LEAST, 1, 1, target=9), [0], 10),
        (want(chance.OPPOSED, 1, 1, 1, 1, bonus=2), [3, 5, 2, 9], -5),
        (want(chance.DICE, 1, 1), [0], 10),
        (want(chance.DICE, 2, 2, sides=6), [6, 6], 12),
    ],
)
def test_faces_become_answers(ask, faces, answer):
    assert roll(ask).answer(faces) == answer


@pytest.mark.parametrize(
    ("ask", "faces", "said"),
    [
        (
            want(chance.POOL, 2, 2),
            [3, 11],
            "Sea Hawk, chase: 11 is no face of a d10; type 0 to 9, 0 for a ten",
        ),
        (want(chance.POOL, 2, 2), [3, -1], "-1 is no face of a d10"),
        (want(chance.POOL, 2, 2), [3, "x"], "'x' is no face of a d10"),
        (want(chance.POOL, 2, 2), [3, True], "True is no face of a d10"),
        (want(chance.POOL, 2, 2), [3, 2.0], "2.0 is no face of a d10"),
        (want(chance.DICE, 2, 2, sides=6), [0, 4], "0 is no face of a d6; type 1 to 6"),
        (
            want(chance.POOL, 2, 2),
            [3],
            "too few faces, 1 typed; Sea Hawk, chase: 1 of 2 dice typed: roll 1 more",
        ),
        (want(chance.POOL, 2, 2), [3, 0], "too few faces, 2 typed; Sea Hawk, chase: one ten: roll 1 more"),
        (want(chance.POOL, 2, 2), [3, 4, 5], "too many faces, 3 typed; the roll ends after 2"),
        (want(chance.COUNT, 1, 1), [0, 5], "too many faces, 2 typed; the roll ends after 1"),
    ],
)
def test_faces_that_cannot_be_are_refused_in_one_line(ask, faces, said):
    assert said in refused(roll(ask).answer, faces)


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(sorted(ASKS)), st.lists(st.integers(-2, 12), max_size=14))
def test_any_faces_are_an_answer_or_one_line(name, faces):
    wanted = roll(ASKS[name])
    try:
        answer = wanted.answer(faces)
    except BadInput as refused:
        assert "\n" not in str(refused)
        assert str(refused).startswith("Sea Hawk, chase: ")
    else:
        assert isinstance(answer, int)
        assert wanted.progress(faces) == (len(faces), "")


# --- whole steps


def random_orders(state, rng):
    mask = np.zeros(len(DUEL.actions), np.int8)
    orders = []
    for seat in range(2):
        legal(state, seat, mask)
        orders.append(rng.choice(np.flatnonzero(mask)))
    return np.array(orders, np.int16)


def without_dice(state):
    bare = state.copy()
    bare.dice = np.zeros(1, chance.CHANCE)[0]
    return bare.tobytes()


def test_typed_play_is_seeded_play_with_the_same_faces():
    """Whole battles: every seeded step is retold, its faces read off the generator and typed in again."""
    rng = np.random.default_rng(5)
    kinds = set()
    for seed in range(40):
        ships = rng.choice(r.HULLS, 2)
        state = battle(ships=ships, range_=rng.choice(["close", "short"]), seed=seed)
        for _ in range(25):
            if is_over(state):
                break
            orders = random_orders(state, rng)
            after = state.copy()
            apply(after, orders)
            story = retell(DUEL, state, orders, after, NAMES)
            assert [answer for _, answer in story] == after.dice.tape[: after.dice.position].tolist()
            raw = state.dice.copy()
            faces = [face for wanted, _ in story for face in faces_of(raw, wanted)]
            assert raw.generator == after.dice.generator
            typed, missing, used = play_typed(DUEL, state, orders, faces, NAMES)
            assert (missing, used) == (None, len(faces))
            assert without_dice(typed) == without_dice(after)
            assert typed.dice.generator == state.dice.generator
            assert (typed.dice.laid_down, typed.dice.answers, typed.dice.short) == (0, 0, 0)
            assert retell(DUEL, state, orders, typed, NAMES) == story
            kinds |= {wanted.purpose for wanted, _ in story}
            state = after
    assert {
        "Brilliant Maneuver",
        "chase",
        "Handling",
        "cannon",
        "damage",
        "grapple",
        "boarding melee",
    } <= kinds


def test_the_faces_are_asked_for_one_after_the_other():
    """A chase typed face by face: nothing is lost, nothing is guessed."""
    state = played(battle(ships=("corsair", "galleon"), range_="long"), ("bear_down", "evade"))
    orders = [ACTION("maneuver"), ACTION("steady")]
    before = state.tobytes()
    asked = []
    faces = [5, 6, 0, 3, 4, 1, 2, 8, 9, 2, 3, 0, 1]
    for n in range(len(faces) + 1):
        after, wanted, used = play_typed(DUEL, state, orders, faces[:n], NAMES)
        assert state.tobytes() == before
        if after is not None:
            break
        assert wanted.typed == tuple(10 if face == 0 else face for face in faces[used:n])
        asked.append(wanted.text)
    assert asked == [
        "Sea Hawk, Brilliant Maneuver: roll 3 dice (keep 2)",
        "Sea Hawk, Brilliant Maneuver: 1 of 3 dice typed: roll 2 more",
        "Sea Hawk, Brilliant Maneuver: 2 of 3 dice typed: roll 1 more",
        "Sea Hawk, Brilliant Maneuver: one ten: roll 1 more",
        "Rover, Brilliant Maneuver: roll 3 dice (keep 2)",
        "Rover, Brilliant Maneuver: 1 of 3 dice typed: roll 2 more",
        "Rover, Brilliant Maneuver: 2 of 3 dice typed: roll 1 more",
        "Sea Hawk, chase: roll 4 dice",
        "Sea Hawk, chase: 1 of 4 dice typed: roll 3 more",
        "Sea Hawk, chase: 2 of 4 dice typed: roll 2 more",
        "Sea Hawk, chase: 3 of 4 dice typed: roll 1 more",
        "Rover, chase: roll 1 die",
        "Rover, chase: one ten: roll 1 more",
    ]
    # 19 keeps 13 and 6 against 6: the hunter's five points; 22 + 5 against 11 is 16
    assert (after.ship[0].bonus, after.range) == (5, r.LONG - 2)
    assert play_typed(DUEL, state, orders, [*faces, 4, 4], NAMES)[2] == len(faces)


def test_seeded_play_goes_on_after_typed_dice():
    """The generator stands where it stood, and it is the one that answers again."""
    state = played(battle(), ("bear_down", "circle"))
    after, _, _ = play_typed(DUEL, state, [ACTION("steady"), ACTION("steady")], [3, 4, 5, 6, 7])
    assert after.dice.generator == state.dice.generator
    apply(after, np.array([ACTION("port@hull"), ACTION("port@hull")], np.int16))
    assert after.dice.generator != state.dice.generator
    assert after.dice.position >= 2


def test_a_bad_face_in_a_step_is_refused():
    state = played(battle(), ("bear_down", "circle"))
    with pytest.raises(BadInput, match="Rover, Handling: 12 is no face of a d10"):
        play_typed(DUEL, state, [ACTION("steady"), ACTION("steady")], [12], ("Sea Hawk", "Rover"))
    with pytest.raises(BadInput, match="of seat 0 is not legal now"):
        play_typed(DUEL, state, [ACTION("port@hull"), ACTION("steady")], [3])


def test_seats_without_names_go_by_number():
    state = played(battle(), ("bear_down", "circle"))
    assert play_typed(DUEL, state, [ACTION("steady")] * 2, [])[1].text == "captain_1, Handling: roll 1 die"


def test_a_step_of_more_rolls_than_the_tape_holds_is_refused():
    state = MANY.build("any")[0]
    with pytest.raises(BadInput, match="more than 28 rolls"):
        play_typed(MANY, state, [1], [2] * 1000)
    after = state.copy()
    apply(after, np.array([1], np.int16))
    with pytest.raises(ValueError, match="only 28 were noted"):
        retell(MANY, state, [1], after)


def test_a_story_that_did_not_happen_is_refused():
    state = played(battle(), ("bear_down", "circle"))
    after = state.copy()
    apply(after, np.array([ACTION("steady")] * 2, np.int16))
    with pytest.raises(ValueError, match="do not lead from the one battle"):
        retell(DUEL, state, [ACTION("maneuver")] * 2, after)


# --- every game


GAMES = sorted({*games().values(), TOY}, key=lambda game: game.name)


def any_orders(game, state, rng):
    mask = np.zeros(len(game.actions), np.int8)
    orders = np.zeros(game.seats, np.int16)
    for seat in range(game.seats):
        legal(state, seat, mask)
        orders[seat] = rng.choice(np.flatnonzero(mask))
    return orders


def scenarios_of(game):
    """The battles of each scenario that suits a game: in some games nobody rolls in the default one."""
    found = [game.build("default")]
    for name in configs.names(f"{game.rules.name}/scenarios"):
        with contextlib.suppress(BadInput):  # it is for another game
            found.append(game.build(name))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_any_battle_can_be_fought_with_real_dice(game):
    """Face by face: what is wanted next is always said, a wrong face loses nothing, and the same rolls laid down
    lead to the same battle.
    """
    rng = np.random.default_rng(8)
    rolled = 0
    scenarios = scenarios_of(game)
    while rolled < 20:
        state = rng.choice(scenarios[rng.integers(len(scenarios))])
        setup(state)
        for _ in range(15):
            if is_over(state):
                break
            orders = any_orders(game, state, rng)
            faces, after = type_in(game, state, orders, rng)
            rolled += len(faces)
            rolls = [answer for _, answer in retell(game, state, orders, after)]
            assert play_rolls(game, state, orders, rolls).tobytes() == after.tobytes()
            state = after


def type_in(game, state, orders, rng):
    """Type a step's faces one by one, with wrong ones in between; the faces and the battle after it."""
    faces = []
    before = state.tobytes()
    after, wanted, used = play_typed(game, state, orders, faces)
    while after is None:
        assert wanted.text.startswith((f"{wanted.who}, {wanted.purpose}: ", f"{wanted.other}, {wanted.purpose}: "))
        assert wanted.purpose in game.rolls and " roll " in wanted.text
        for wrong in (wanted.sides + 1, -1):
            with pytest.raises(BadInput, match="is no face of a d"):
                play_typed(game, state, orders, [*faces, wrong])
        with pytest.raises(BadInput, match="too many faces"):
            # of two dice each the second pair is no tie where the first is one
            more = [1, wanted.sides] * 2 if wanted.kind == chance.OPPOSED else [2] * (wanted.dice + 1)
            wanted.more(more + [2] * max(0, wanted.other_dice))
        assert state.tobytes() == before
        faces.append(int(rng.integers(1, wanted.sides + 1)))
        after, wanted, used = play_typed(game, state, orders, faces)
    assert used == len(faces)
    return faces, after


def test_rolls_that_do_not_fit_are_refused():
    state = played(battle(), ("bear_down", "circle"))
    orders = [ACTION("steady")] * 2
    for rolls in ([], [1, 2], [1] * 29):
        with pytest.raises(ValueError, match="rolls"):
            play_rolls(DUEL, state, orders, rolls)
    assert play_rolls(DUEL, state, orders, [3]).dice.position == 1


@pytest.mark.parametrize(
    ("typed", "faces", "fit"),
    [([], [1, 2, 3, 4], 3), ([1, 2], [3, 4], 1), ([1, 2, 0], [4, 5], 1), ([1], [0, 3, 0, 0, 4, 5, 6], 5)],
)
def test_faces_that_belong_to_no_roll_are_refused(typed, faces, fit):
    """More than the dice wanted and those rolled again for tens: none is taken, whatever comes next."""
    wanted = replace(roll(want(chance.POOL, 3, 3)), typed=tuple(face or 10 for face in typed))
    with pytest.raises(BadInput) as refused:
        wanted.more(faces)
    said = f"Sea Hawk, chase: too many faces, {len(faces)} typed and only {fit} fit; none was taken"
    assert str(refused.value) == said
    assert wanted.more(faces[:fit]) == tuple(face or 10 for face in faces[:fit])
