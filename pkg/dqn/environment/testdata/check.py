"""Gymnasium's own checker over the bridge; every warning is a failure. Arguments: the bridge's program, and the
games as JSON."""

import json
import sys
import warnings

import gymnasium
import numpy
from gymnasium.utils.env_checker import check_env

from sudoku_bridge import Bridge, SudokuEnv


class Outside(SudokuEnv):
    """Shows observations that are not in their space."""

    def reset(self, **arguments):
        observation, info = super().reset(**arguments)
        return observation + 100, info


class Forgetful(SudokuEnv):
    """Does not pass the seed on."""

    def reset(self, *, seed=None, options=None):
        gymnasium.Env.reset(self, seed=seed)
        return super().reset(seed=None, options=options)


def fails(id, **arguments):
    env = gymnasium.make(id, **arguments)
    try:
        check_env(env.unwrapped)
    except (AssertionError, UserWarning):
        return
    finally:
        env.close()
    raise SystemExit(f"{id}: the checker finds nothing wrong")


def episodes(env, seeds):
    """Plays under the checks that Gymnasium wraps around every environment: half the moves by the mask."""
    rng = numpy.random.default_rng(1)
    env.action_space.seed(1)
    moves = 0
    for seed in range(seeds):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            mask = info["strict"].astype(numpy.int8) if rng.integers(2) and info["strict"].any() else None
            _, _, terminated, truncated, info = env.step(env.action_space.sample(mask))
            over = terminated or truncated
            moves += 1
    return moves


def refused(call):
    try:
        call()
    except ValueError as e:
        return str(e)
    raise SystemExit("what must be refused is not")


def main(program, games):
    for name, entry in {"Sudoku-v0": SudokuEnv, "Outside-v0": Outside, "Forgetful-v0": Forgetful}.items():
        gymnasium.register(name, entry_point=entry)
    for game in games:
        env = gymnasium.make("Sudoku-v0", program=program, **game)
        check_env(env.unwrapped)
        env.close()
        for mode in SudokuEnv.metadata["render_modes"]:
            env = gymnasium.make("Sudoku-v0", program=program, render_mode=mode, **game)
            check_env(env.unwrapped)
            env.close()
        env = gymnasium.make("Sudoku-v0", program=program, **game)
        moves = episodes(env, 10)
        print("refused:", refused(lambda: env.unwrapped.step(0)))
        print("refused:", refused(lambda: env.unwrapped.reset(options={"puzzle": "1..............."})))
        print("passed:", env.observation_space, env.action_space, moves, "moves")
        env.close()
    fails("Outside-v0", program=program, **games[0])
    fails("Forgetful-v0", program=program, **games[0])

    # Many environments of one process play as each alone does.
    many, alone = Bridge(program, count=3, **games[0]), Bridge(program, **games[0])
    first = [many.reset(env, seed=env)[1]["strict"].argmax() for env in range(3)]
    stepped = many.step(first)
    for env in range(3):
        alone.reset(seed=env)
        (want,) = alone.step([first[env]])
        if not (stepped[env][0] == want[0]).all() or stepped[env][1] != want[1]:
            raise SystemExit(f"environment {env} plays differently among others")
    many.close()
    alone.close()
    print("gymnasium", gymnasium.__version__)


if __name__ == "__main__":
    warnings.simplefilter("error")
    main(sys.argv[1], json.loads(sys.argv[2]))
