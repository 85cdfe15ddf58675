"""An exported captain acts as the policy that she was made of."""

import numpy as np
import torch

from quarterdeck.agents import learned
from quarterdeck.training import export, train


def test_the_captain_takes_the_policys_actions_and_expects_its_values(small, tmp_path):
    config = small("learner.num_envs=64")
    model = train.build(config, 3, "random")
    with torch.no_grad():
        # a fresh action layer is nearly 0 everywhere; a strong one decides
        model.policy.action_net.weight *= 100
    export.save(tmp_path / "tiny", model.policy, config.found_game, temperature=0.0, steps=12)
    captain = learned.load(tmp_path / "tiny", config.found_game)
    assert captain.card.steps == 12 and captain.card.hidden == [16, 16] and captain.card.value_hidden == [8]
    env = model.get_env()
    observations = env.reset()
    seen = set()
    for _ in range(20):
        masks = env.action_masks()
        theirs, _ = model.predict(observations, action_masks=masks, deterministic=True)
        hers = captain.decide(observations, masks, np.zeros((64, 2), np.uint64))
        np.testing.assert_array_equal(hers, theirs)
        values = model.policy.predict_values(torch.as_tensor(observations)).detach().numpy()[:, 0]
        np.testing.assert_allclose(captain.value(observations)[:, 0], values, atol=1e-5)
        seen.update(hers.tolist())
        observations, *_ = env.step(theirs)
    assert len(seen) > 2


def test_what_is_exported_does_not_change_as_learning_goes_on(small):
    model = train.build(small(), 0, "random")
    tensors = export.weights(model.policy)
    before = {name: array.copy() for name, array in tensors.items()}
    with torch.no_grad():
        for parameter in model.policy.parameters():
            parameter += 1
    assert all(np.array_equal(tensors[name], before[name]) for name in before)
