"""Gymnasium environments whose games are played by another process, the bridge of bridge_test.go.

Requests and answers are lines of JSON over the process's standard input and output. One process holds a
number of environments that are alike; SudokuEnv is one of a process of its own.
"""

import base64
import json
import os
import subprocess

import gymnasium
import numpy


class Bridge:
    """A process with `count` environments.

    config holds what differs from environment.Default of its side; givens is a range [low, high] for puzzles that
    are made, puzzles a list of lines to draw from instead.
    """

    def __init__(self, program, config, givens=None, puzzles=None, count=1):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "SUDOKULAB_BRIDGE": "1"}
        )
        self.count = count
        self.opened = self.ask(do="open", config=config, givens=givens or [], puzzles=puzzles or [], count=count)

    def ask(self, **request):
        if self.process is None:
            raise RuntimeError("the bridge is closed")
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the bridge has ended")
        answer = json.loads(line)
        if answer.get("error"):
            raise ValueError(answer["error"])
        return answer

    def spaces(self):
        o = self.opened
        box = gymnasium.spaces.Box(o["low"], o["high"], tuple(o["shape"]), numpy.uint8)
        return box, gymnasium.spaces.Discrete(o["actions"])

    def reset(self, env=0, seed=None, puzzle=None):
        """Returns observation and info."""
        answer = self.ask(do="reset", env=env, seed=seed, puzzle=puzzle or "")
        observation, _, _, _, info = self._read(answer["results"][0])
        return observation, info

    def step(self, actions, envs=None):
        """Steps some environments, all by default; returns for each observation, reward, terminated, truncated, info."""
        envs = list(range(self.count)) if envs is None else list(envs)
        answer = self.ask(do="step", envs=envs, actions=[int(a) for a in actions])
        return [self._read(r) for r in answer["results"]]

    def _read(self, r):
        def array(text, dtype):
            return numpy.frombuffer(base64.b64decode(text), numpy.uint8).astype(dtype)  # a copy

        info = {
            "legal": array(r["legal"], bool),
            "strict": array(r["strict"], bool),
            "outcome": r["outcome"],
            "blanks": r["blanks"],
            "moves": r["moves"],
        }
        observation = array(r["observation"], numpy.uint8).reshape(self.opened["shape"])
        return observation, r["reward"], r["terminated"], r["truncated"], info

    def render(self, mode, env=0):
        answer = self.ask(do="render", env=env, mode=mode)
        if mode != "rgb_array":
            return answer["text"]
        pixels = numpy.frombuffer(base64.b64decode(answer["pixels"]), numpy.uint8)
        return pixels.reshape(answer["height"], answer["width"], 3).copy()

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()
            self.process = None


class SudokuEnv(gymnasium.Env):
    """One environment."""

    metadata = {"render_modes": ["ansi", "rgb_array", "svg"], "render_fps": 4}

    def __init__(self, program, config, givens=None, puzzles=None, render_mode=None):
        self.render_mode = render_mode
        self.bridge = Bridge(program, config, givens, puzzles)
        self.observation_space, self.action_space = self.bridge.spaces()
        self.mask = None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        observation, info = self.bridge.reset(seed=seed, puzzle=(options or {}).get("puzzle"))
        self.mask = info["legal"].copy()
        return observation, info

    def step(self, action):
        (result,) = self.bridge.step([action])
        self.mask = result[4]["legal"].copy()
        return result

    def action_masks(self):
        """The legal actions, for agents that ask for a mask."""
        return self.mask

    def render(self):
        return None if self.render_mode is None else self.bridge.render(self.render_mode)

    def close(self):
        self.bridge.close()
