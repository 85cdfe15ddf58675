"""x"""
from quarterdeck.envs.compiler import compiled
NAMES = ()
@compiled
def choose(state, seat, which, mask):
    return 0
