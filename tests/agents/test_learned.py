"""Learned captains: as torch reckons, the same in any batch; damaged files are refused."""

import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest
import safetensors.numpy
import torch

from quarterdeck import agents
from quarterdeck.agents import learned
from quarterdeck.configs import BadInput
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.engine import LEARNER, sample_actions
from quarterdeck.envs.game import find_game
from tests.refused import refused

DUEL = find_game("HighSeasDuel")
FEATURES, ACTIONS = len(DUEL.features), len(DUEL.actions)


def torch_net(activation, hidden, outputs=ACTIONS, seed=0):
    """A net of torch's own layers."""
    torch.manual_seed(seed)
    layer = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}[activation]
    parts, inputs = [], FEATURES
    for units in hidden:
        parts += [torch.nn.Linear(inputs, units), layer()]
        inputs = units
    return torch.nn.Sequential(*parts, torch.nn.Linear(inputs, outputs))


def tensors(net, part):
    """Its weights by the names of our files."""
    layers = [layer for layer in net if isinstance(layer, torch.nn.Linear)]
    return {
        f"{part}.{i}.{kind}": getattr(layer, kind).detach().numpy()
        for i, layer in enumerate(layers)
        for kind in ("weight", "bias")
    }


@pytest.fixture(scope="module")
def net():
    return torch_net("tanh", [64, 48])


@pytest.fixture
def saved(tmp_path, net):
    """The path of a captain's files, without suffix."""
    learned.save(tmp_path / "ann", tensors(net, "policy"), learned.describe(DUEL, "tanh", seed=3, steps=10))
    return tmp_path / "ann"


@pytest.fixture(scope="module")
def seen():
    """States, observations and masks of 4,096 battles in every phase."""
    batch = Batch(DUEL, DUEL.build("default"), 4096, LEARNER)
    batch.reset(range(4096))
    rng = np.random.default_rng(5)
    for _ in range(12):
        batch.orders[:] = np.stack([sample_actions(batch.masks[:, seat], rng) for seat in range(2)], 1)
        batch.step(rows=(rng.random(4096) < 0.7) & (batch.ended == 0))
        batch.reset(rows=batch.ended > 0)
    return batch.states.copy(), batch.observations.copy(), batch.masks.copy()


# --- the net ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("activation, hidden", [("tanh", [64, 48]), ("relu", [128, 128]), ("tanh", [])])
def test_she_agrees_with_torch(tmp_path, seen, activation, hidden):
    states, observations, masks = seen
    net = torch_net(activation, hidden)
    learned.save(tmp_path / "a", tensors(net, "policy"), learned.describe(DUEL, activation))
    captain = agents.load(DUEL, tmp_path / "a")
    for seat in range(2):
        with torch.no_grad():
            logits = net(torch.from_numpy(observations[:, seat].copy()))
        np.testing.assert_allclose(captain.policy(observations[:, seat]), logits.numpy(), atol=1e-5, rtol=0)
        best = torch.where(torch.from_numpy(masks[:, seat].copy()) == 1, logits, -torch.inf).argmax(1)
        assert (captain.choose(DUEL, states.copy(), seat) == best.numpy()).all()


def test_a_row_never_depends_on_the_batch(saved, seen):
    captain = agents.load(DUEL, saved)
    rows = seen[1][:, 0]
    whole = captain.policy(rows)
    sevens = np.concatenate([captain.policy(rows[i : i + 7]) for i in range(0, 4096, 7)])
    single = np.concatenate([captain.policy(rows[i : i + 1]) for i in range(4096)])
    assert whole.tobytes() == sevens.tobytes() == single.tobytes()


def test_she_expects_what_her_value_net_says(tmp_path, net, seen):
    value = torch_net("tanh", [32], outputs=1, seed=1)
    weights = tensors(net, "policy") | tensors(value, "value")
    card = learned.save(tmp_path / "a", weights, learned.describe(DUEL, "tanh"))
    assert (card.hidden, card.value_hidden) == ([64, 48], [32])
    with torch.no_grad():
        expected = value(torch.from_numpy(seen[1][:, 1].copy())).numpy()[:, 0]
    captain = agents.load(DUEL, tmp_path / "a")
    np.testing.assert_allclose(captain.values(DUEL, seen[0], 1), expected, atol=1e-5, rtol=0)


def test_she_reckons_alike_compiled_and_plain(saved):
    script = (
        "import sys, numpy as np\n"
        "from quarterdeck.agents import learned\n"
        "captain = learned.load(sys.argv[1])\n"
        "rows = np.random.default_rng(0).random((3, captain.card.features), np.float32)\n"
        "print(captain.policy(rows).ravel().tolist())\n"
    )

    def reckoned(plain):
        env = {**os.environ, "NUMBA_DISABLE_JIT": plain}
        command = [sys.executable, "-c", script, str(saved)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        return np.array(json.loads(done.stdout))

    # the compiler has its own tanh: the last bit may differ
    np.testing.assert_allclose(reckoned("1"), reckoned("0"), atol=1e-6, rtol=0)


def test_one_decision_takes_well_under_two_milliseconds(tmp_path, seen):
    learned.save(tmp_path / "a", tensors(torch_net("tanh", [128, 128]), "policy"), learned.describe(DUEL, "tanh"))
    captain = agents.load(DUEL, tmp_path / "a")
    state = seen[0][:1].copy()
    captain.choose(DUEL, state, 0)
    took = []
    for _ in range(100):
        start = time.perf_counter()
        captain.choose(DUEL, state, 0)
        took.append(time.perf_counter() - start)
    assert np.median(took) < 0.002


# --- choosing -----------------------------------------------------------------------------------------------


def test_she_draws_from_the_softmax_with_her_own_generator(tmp_path, seen):
    weights = {"policy.0.weight": np.zeros((ACTIONS, FEATURES)), "policy.0.bias": np.zeros(ACTIONS)}
    weights["policy.0.bias"][[10, 11]] = [0.0, 2.0]  # steady, maneuver
    learned.save(tmp_path / "a", weights, learned.describe(DUEL, "relu", temperature=2.0))
    captain = agents.load(DUEL, tmp_path / "a")
    masks = np.zeros((4096, ACTIONS), np.int8)
    masks[:, [10, 11]] = 1
    generators = seen[0]["captain"].copy()
    actions = captain.decide(seen[1][:, 1], masks, generators, 1)
    # e / (1 + e) = 0.7311, its standard error is 0.007
    assert abs((actions == 11).mean() - 0.7311) < 0.03
    assert set(actions) == {10, 11}
    assert (generators[:, 0] == seen[0]["captain"][:, 0]).all()
    assert (generators[:, 1] != seen[0]["captain"][:, 1]).all()
    assert (captain.decide(seen[1][:, 1], masks, seen[0]["captain"].copy(), 1) == actions).all()
    cold = agents.load(DUEL, tmp_path / "a", temperature=0)
    assert (cold.decide(seen[1][:, 1], masks, generators, 1) == 11).all()


def test_a_drawing_captain_plays_alike_in_any_batch(saved):
    def fought(rows):
        captain = agents.load(DUEL, saved, temperature=1.0)
        batch = Batch(DUEL, DUEL.build("default"), len(rows), [-2, 1], guests=[captain])
        batch.reset(rows)
        assert batch.ended.all()
        return batch.states

    whole = fought(range(40))
    assert whole[20:27].tobytes() == fought(range(20, 27)).tobytes()
    assert whole[39:].tobytes() == fought([39]).tobytes()


def test_a_mask_without_a_legal_action_is_refused(saved):
    captain = agents.load(DUEL, saved)
    masks = np.ones((3, ACTIONS), np.int8)
    masks[1] = 0
    with pytest.raises(BadInput) as error:
        captain.decide(np.zeros((3, FEATURES), np.float32), masks, np.zeros((3, 2), np.uint64))
    assert str(error.value) == "captain ann: row 1 of the masks has no legal action"


# --- the files ----------------------------------------------------------------------------------------------


def edit(path, **fields):
    """Change fields of a card."""
    card = path.with_suffix(".json")
    card.write_text(json.dumps(json.loads(card.read_text()) | fields))


def test_a_captain_is_found_by_either_file_and_plays_each_game_of_her_rules(saved):
    for path in (saved, f"{saved}.json", f"{saved}.safetensors"):
        captain = agents.load("HighSeasChase", path)
        assert captain.name == "ann"
    card = captain.card
    assert (card.game, card.seed, card.steps) == ("quarterdeck/HighSeasDuel-v0", 3, 10)
    assert (card.hidden, card.temperature, card.versions["numpy"]) == ([64, 48], 0.0, np.__version__)
    assert sorted(path.name for path in saved.parent.iterdir()) == ["ann.json", "ann.safetensors"]


def test_a_missing_file_is_refused(saved):
    assert refused(agents.load, DUEL, f"{saved}s") == f"{saved}s.json: there is no such file"
    saved.with_suffix(".safetensors").unlink()
    assert refused(agents.load, DUEL, saved) == f"{saved}.safetensors: there is no such file"


def test_a_truncated_file_is_refused(saved):
    weights = saved.with_suffix(".safetensors")
    data = weights.read_bytes()
    for length in (0, 5, 100, len(data) - 1):
        weights.write_bytes(data[:length])
        assert refused(agents.load, DUEL, saved) == f"{weights}: damaged or cut short, not a whole safetensors file"
    card = saved.with_suffix(".json")
    card.write_text(card.read_text()[:-20])
    assert refused(agents.load, DUEL, saved) == f"{card}: damaged or cut short, not valid JSON"


def test_weights_of_another_card_are_refused(saved, net):
    weights = saved.with_suffix(".safetensors")
    was = json.loads(saved.with_suffix(".json").read_text())["sha256"]
    other = {name: array + 1 for name, array in tensors(net, "policy").items()}
    weights.write_bytes(safetensors.numpy.save(other))
    line = refused(agents.load, DUEL, saved)
    assert line.startswith(f"{weights}: sha256 is ") and line.endswith(f", but its card says {was[:12]}")


def test_another_game_is_refused(saved):
    edit(saved, rules="hex_wind", game="quarterdeck/HexWindDuel-v0")
    assert refused(agents.load, DUEL, saved) == (
        f"{saved}.json: learned quarterdeck/HexWindDuel-v0 (hex_wind), not quarterdeck/HighSeasDuel-v0 (high_seas)"
    )


def test_another_interface_is_refused(saved):
    edit(saved, interface="0123456789abcdef")
    assert refused(agents.load, DUEL, saved) == (
        f"{saved}.json: learned other features or actions (interface 0123456789abcdef) than "
        f"quarterdeck/HighSeasDuel-v0 has ({DUEL.interface}); train her anew"
    )


def test_another_format_is_refused(saved):
    edit(saved, format=2)
    assert refused(agents.load, DUEL, saved) == f"{saved}.json: format: 2 is not known; we read format 1"


def test_a_wrong_field_of_a_card_is_refused(saved):
    edit(saved, activation="tahn")
    assert refused(agents.load, DUEL, saved) == f"{saved}.json: activation: 'tahn' is not known; did you mean 'tanh'?"


def test_tensors_that_the_card_does_not_speak_of_are_refused(saved):
    edit(saved, hidden=[64, 32])
    assert refused(agents.load, DUEL, saved) == (
        f"{saved}.safetensors: policy.1.weight: is float32 (48, 64), not float32 (32, 64)"
    )
    edit(saved, hidden=[64])
    assert refused(agents.load, DUEL, saved) == (
        f"{saved}.safetensors: there should be no tensor 'policy.2.bias'; did you mean 'policy.1.bias'?"
    )


def test_weights_that_are_no_numbers_are_refused(saved, net):
    weights = tensors(net, "policy")
    weights["policy.1.bias"] = np.full(48, np.nan, np.float32)
    line = f"{saved}.safetensors: policy.1.bias: holds a number that is not finite"
    with pytest.raises(BadInput) as error:
        learned.save(saved, weights, learned.describe(DUEL, "tanh"))
    assert str(error.value) == line
    data = safetensors.numpy.save(weights)
    saved.with_suffix(".safetensors").write_bytes(data)
    edit(saved, sha256=learned.hashlib.sha256(data).hexdigest())
    assert refused(agents.load, DUEL, saved) == line


def test_a_pickle_is_never_opened(saved):
    torch.save({"a": torch.zeros(1)}, saved.with_suffix(".safetensors"))
    line = f"{saved}.safetensors: damaged or cut short, not a whole safetensors file"
    assert refused(agents.load, DUEL, saved) == line
