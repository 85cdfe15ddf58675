"""A small net, computed row by row, each sum in one fixed order: what a row comes to never depends on the others."""

import math
from collections.abc import Sequence

import numpy as np

from quarterdeck.envs.captain import draw
from quarterdeck.envs.compiler import allocating


@allocating
def forward(rows, weights, sizes, tanh, out):
    """The outputs of a net for each row of features (float32, shape (n, sizes[0])) into `out` (n, sizes[-1]).

    `weights` holds, layer after layer, the weights with a row for each input, and the biases.
    """
    here = np.empty(sizes.max(), np.float32)
    there = np.empty(sizes.max(), np.float32)
    layers = len(sizes) - 1
    for row in range(len(rows)):
        for i in range(sizes[0]):
            here[i] = rows[row, i]
        at = 0
        for layer in range(layers):
            inputs, outputs = sizes[layer], sizes[layer + 1]
            biases = weights[at + inputs * outputs : at + inputs * outputs + outputs]
            for j in range(outputs):
                there[j] = biases[j]
            for i in range(inputs):
                x = here[i]
                # many features are 0, and half of what relu lets through
                if x != 0.0:
                    line = weights[at + i * outputs : at + (i + 1) * outputs]
                    for j in range(outputs):
                        there[j] += x * line[j]
            at += (inputs + 1) * outputs
            if layer < layers - 1:
                for j in range(outputs):
                    y = float(there[j])
                    there[j] = np.float32(math.tanh(y) if tanh else max(y, 0.0))
            here, there = there, here
        for j in range(sizes[layers]):
            out[row, j] = here[j]


@allocating
def softmax_draw(logits, mask, temperature, most, captains, seat):
    """A legal action, drawn with the odds of the softmax from the generator of this seat's captain."""
    total = 0.0
    for action in range(len(mask)):
        if mask[action]:
            total += math.exp((float(logits[action]) - most) / temperature)
    left = total * draw(captains, seat, 1 << 30) / (1 << 30)
    last = 0
    for action in range(len(mask)):
        if mask[action]:
            last = action
            left -= math.exp((float(logits[action]) - most) / temperature)
            if left < 0.0:
                break
    return last


@allocating
def pick(logits, masks, temperature, captains, seat, actions):
    """A legal action for each row; -1, or the first row that has none."""
    for row in range(len(logits)):
        best = -1
        for action in range(masks.shape[1]):
            if masks[row, action] and (best < 0 or logits[row, action] > logits[row, best]):
                best = action
        if best < 0:
            return row
        if temperature > 0.0 and masks[row, 0] == 0:
            most = float(logits[row, best])
            best = softmax_draw(logits[row], masks[row], temperature, most, captains[row], seat)
        actions[row] = best
    return -1


class Net:
    """A multilayer perceptron over rows of features.

    Args:
        layers: (weight, bias) pairs, float32, weight of shape (outputs, inputs).
        activation: `tanh` or `relu`, between the layers.
    """

    def __init__(self, layers: Sequence[tuple[np.ndarray, np.ndarray]], activation: str) -> None:
        self.sizes = np.array([layers[0][0].shape[1], *(len(bias) for _, bias in layers)], np.int64)
        parts = [part for weight, bias in layers for part in (weight.T.ravel(), bias)]
        self._weights = np.concatenate(parts).astype(np.float32)
        self._tanh = activation == "tanh"

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        """Outputs (float32, shape (n, outputs)) for `rows` (float32, shape (n, inputs))."""
        out = np.empty((len(rows), self.sizes[-1]), np.float32)
        forward(np.ascontiguousarray(rows, np.float32), self._weights, self.sizes, self._tanh, out)
        return out
