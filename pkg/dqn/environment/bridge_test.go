package environment_test

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/generate"
)

// The bridge lets a program in another language play: lines of JSON in, one answer a line out. It is the
// test program itself, started with the variable below set, so it is in no release. testdata/sudoku_bridge.py
// is its other end in Python, where Gymnasium and the agents that know it are. A comparison with such an agent
// builds it once and names it to that file:
//
//	go test -c -o /tmp/bridge ./pkg/dqn/environment
//	PYTHONPATH=pkg/dqn/environment/testdata python3 compare.py
//
// with, in compare.py,
//
//	from sudoku_bridge import SudokuEnv
//	env = SudokuEnv("/tmp/bridge", {"side": 9}, givens=[71, 80])
//	stable_baselines3.DQN("MlpPolicy", env).learn(100_000)
const bridgeVariable = "SUDOKULAB_BRIDGE"

func TestMain(m *testing.M) {
	if os.Getenv(bridgeVariable) != "" {
		if err := serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// request asks for one thing: Do is open, reset, step or render.
type request struct {
	Do string `json:"do"`
	// open
	Config  json.RawMessage `json:"config"` // what differs from the default of its side
	Givens  []int           `json:"givens"` // lowest and highest number, of puzzles that are made
	Puzzles []string        `json:"puzzles"`
	Count   int             `json:"count"`
	// reset and render
	Env    int     `json:"env"`
	Seed   *uint64 `json:"seed"`
	Puzzle string  `json:"puzzle"`
	Mode   string  `json:"mode"`
	// step: environment Envs[i] makes the move Actions[i]
	Envs    []int `json:"envs"`
	Actions []int `json:"actions"`
}

type answer struct {
	Error   string   `json:"error,omitempty"`
	Results []played `json:"results,omitempty"`
	// of open
	Actions int                `json:"actions,omitempty"`
	Shape   []int              `json:"shape,omitempty"`
	Low     uint8              `json:"low"`
	High    uint8              `json:"high"`
	Modes   []environment.Mode `json:"modes,omitempty"`
	// of render
	Text   string `json:"text,omitempty"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	Pixels []byte `json:"pixels,omitempty"` // red, green, blue
}

// played is what a reset or a step gave. Bytes are written in base64.
type played struct {
	Observation []byte  `json:"observation"`
	Reward      float64 `json:"reward"`
	Terminated  bool    `json:"terminated"`
	Truncated   bool    `json:"truncated"`
	Legal       []byte  `json:"legal"`
	Strict      []byte  `json:"strict"`
	Outcome     string  `json:"outcome"`
	Blanks      int     `json:"blanks"`
	Moves       int     `json:"moves"`
}

func playedOf(t environment.Transition) played {
	return played{
		Observation: t.Observation, Reward: t.Reward, Terminated: t.Terminated, Truncated: t.Truncated, Legal: bytesOf(t.Info.Legal), Strict: bytesOf(t.Info.Strict),
		Outcome: t.Info.Outcome.String(), Blanks: t.Info.Blanks, Moves: t.Info.Moves,
	}
}

func bytesOf(mask []bool) []byte {
	b := make([]byte, len(mask))
	for i, ok := range mask {
		if ok {
			b[i] = 1
		}
	}
	return b
}

// serve answers requests until there are no more. A request that fails is answered by its error.
func serve(r io.Reader, w io.Writer) error {
	in, out := json.NewDecoder(bufio.NewReader(r)), json.NewEncoder(w)
	var b bridge
	for {
		var q request
		if err := in.Decode(&q); errors.Is(err, io.EOF) {
			return b.close()
		} else if err != nil {
			return err
		}
		a, err := b.answer(q)
		if err != nil {
			a = answer{Error: err.Error()}
		}
		if err := out.Encode(a); err != nil {
			return err
		}
	}
}

type bridge []*environment.Environment

func (b *bridge) close() (err error) {
	for _, e := range *b {
		err = errors.Join(err, e.Close())
	}
	return err
}

func (b *bridge) at(i int) (*environment.Environment, error) {
	if i < 0 || i >= len(*b) {
		return nil, fmt.Errorf("bridge: environment %d of %d", i, len(*b))
	}
	return (*b)[i], nil
}

func (b *bridge) answer(q request) (answer, error) {
	switch q.Do {
	case "open":
		return b.open(q)
	case "reset":
		return b.reset(q)
	case "step":
		return b.step(q)
	case "render":
		return b.render(q)
	}
	return answer{}, fmt.Errorf("bridge: request %q, want open, reset, step or render", q.Do)
}

func (b *bridge) open(q request) (answer, error) {
	var c struct {
		Side int `json:"side"`
	}
	if err := json.Unmarshal(q.Config, &c); err != nil {
		return answer{}, fmt.Errorf("bridge: configuration: %w", err)
	}
	config := environment.Default(c.Side)
	if err := json.Unmarshal(q.Config, &config); err != nil {
		return answer{}, fmt.Errorf("bridge: configuration: %w", err)
	}
	if q.Count < 1 || len(*b) > 0 {
		return answer{}, fmt.Errorf("bridge: %d environments beside %d, want one opening of 1 at least", q.Count, len(*b))
	}
	for range q.Count {
		s, err := sourceOf(q, config.Side)
		if err != nil {
			return answer{}, err
		}
		e, err := environment.New(config, s)
		if err != nil {
			return answer{}, err
		}
		*b = append(*b, e)
	}
	e := (*b)[0]
	space := e.ObservationSpace()
	return answer{Actions: e.ActionSpace().N, Shape: space.Shape, Low: space.Low, High: space.High, Modes: e.RenderModes()}, nil
}

func sourceOf(q request, side int) (environment.Source, error) {
	switch {
	case len(q.Givens) == 2 && len(q.Puzzles) == 0:
		return environment.Generate(side, generate.Range{Low: q.Givens[0], High: q.Givens[1]})
	case len(q.Givens) != 0 || len(q.Puzzles) == 0:
		return nil, fmt.Errorf("bridge: givens %v and %d puzzles, want a range or puzzles", q.Givens, len(q.Puzzles))
	}
	boards := make([]board.Board, len(q.Puzzles))
	for i, line := range q.Puzzles {
		var err error
		if boards[i], err = board.Parse(line); err != nil {
			return nil, err
		}
	}
	return environment.List(boards)
}

func (b *bridge) reset(q request) (answer, error) {
	e, err := b.at(q.Env)
	if err != nil {
		return answer{}, err
	}
	var options environment.Options
	if q.Puzzle != "" {
		if options.Puzzle, err = board.Parse(q.Puzzle); err != nil {
			return answer{}, err
		}
	}
	o, info, err := e.Reset(q.Seed, options)
	if err != nil {
		return answer{}, err
	}
	return answer{Results: []played{playedOf(environment.Transition{Observation: o, Info: info})}}, nil
}

func (b *bridge) step(q request) (a answer, err error) {
	if len(q.Envs) != len(q.Actions) {
		return answer{}, fmt.Errorf("bridge: %d actions for %d environments", len(q.Actions), len(q.Envs))
	}
	for i, env := range q.Envs {
		e, err := b.at(env)
		if err != nil {
			return answer{}, err
		}
		t, err := e.Step(q.Actions[i])
		if err != nil {
			return answer{}, fmt.Errorf("environment %d of the bridge: %w", env, err)
		}
		a.Results = append(a.Results, playedOf(t))
	}
	return a, nil
}

func (b *bridge) render(q request) (answer, error) {
	e, err := b.at(q.Env)
	if err != nil {
		return answer{}, err
	}
	f, err := e.Render(environment.Mode(q.Mode))
	if err != nil {
		return answer{}, err
	}
	a := answer{Text: f.Text}
	if f.Image != nil {
		size := f.Image.Bounds()
		a.Width, a.Height = size.Dx(), size.Dy()
		for y := size.Min.Y; y < size.Max.Y; y++ {
			for x := size.Min.X; x < size.Max.X; x++ {
				c := f.Image.RGBAAt(x, y)
				a.Pixels = append(a.Pixels, c.R, c.G, c.B)
			}
		}
	}
	return a, nil
}

//go:embed testdata/sudoku_bridge.py
var bridgePython []byte

//go:embed testdata/check.py
var checkPython []byte

// TestGymnasium runs Gymnasium's own checker over the environment, at two sides and in every kind of game, without
// a render mode and in each; a warning of it is a failure.
func TestGymnasium(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no Python")
	}
	if err := exec.CommandContext(t.Context(), python, "-c", "import gymnasium.utils.env_checker, numpy").Run(); err != nil {
		t.Skip("Python has no package gymnasium")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	type game struct {
		Config  map[string]any `json:"config"`
		Givens  []int          `json:"givens,omitempty"`
		Puzzles []string       `json:"puzzles,omitempty"`
	}
	games := []game{
		{Config: map[string]any{"side": 4}, Givens: []int{5, 12}},
		{Config: map[string]any{"side": 4}, Puzzles: []string{"1.3.3.4.2..4.12.", "2.433....3..4.31", ".4.1..4.1.3.43.2"}},
		{Config: map[string]any{"side": 4, "end_at_mistake": false, "take_back": true}, Givens: []int{5, 12}},
		{Config: map[string]any{"side": 9}, Givens: []int{30, 60}},
		{Config: map[string]any{"side": 9, "end_at_mistake": false, "take_back": true}, Givens: []int{30, 60}},
		{Config: map[string]any{"side": 9, "end_at_mistake": false, "judge": "rules"}, Givens: []int{30, 60}},
		{Config: map[string]any{"side": 9, "rewards": environment.PhaseTwo()}, Givens: []int{30, 60}},
	}
	text, err := json.Marshal(games)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, script := range map[string][]byte{"sudoku_bridge.py": bridgePython, "check.py": checkPython} {
		if err := os.WriteFile(filepath.Join(dir, name), script, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), python, filepath.Join(dir, "check.py"), program, string(text))
	cmd.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8", "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	if n := strings.Count(string(out), "passed: "); n != len(games) || !strings.Contains(string(out), "\ngymnasium ") {
		t.Errorf("%d of %d games passed:\n%s", n, len(games), out)
	}
	t.Logf("%s", out)
}

// TestBridge: a request that cannot be served is answered by an error, and the next one is served.
func TestBridge(t *testing.T) {
	lines := []struct{ ask, answer string }{
		{`{"do":"reset"}`, "environment 0 of 0"},
		{`{"do":"open","count":1}`, "configuration"},
		{`{"do":"open","config":{"side":5},"givens":[4,8],"count":1}`, "side 5"},
		{`{"do":"open","config":{"side":4},"count":1}`, "want a range or puzzles"},
		{`{"do":"open","config":{"side":4},"puzzles":["1.3.3.4.2..4.12."],"count":2}`, `"actions":64`},
		{`{"do":"step","envs":[0],"actions":[1]}`, "no episode yet"},
		{`{"do":"reset","env":0,"puzzle":"1"}`, "board: "},
		{`{"do":"reset","env":0,"seed":1}`, `"moves":0`},
		{`{"do":"step","envs":[0],"actions":[64]}`, "action 64"},
		{`{"do":"step","envs":[0,1],"actions":[1]}`, "1 actions for 2"},
		{`{"do":"step","envs":[0],"actions":[7]}`, `"outcome":"right"`},
		{`{"do":"render","mode":"human"}`, `render mode`},
		{`{"do":"render","mode":"svg"}`, "svg"},
		{`{"do":"fly"}`, "want open, reset"},
	}
	var in, out strings.Builder
	for _, l := range lines {
		in.WriteString(l.ask + "\n")
	}
	if err := serve(strings.NewReader(in.String()), &out); err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(answers) != len(lines) {
		t.Fatalf("%d answers to %d requests", len(answers), len(lines))
	}
	for i, l := range lines {
		if !strings.Contains(answers[i], l.answer) {
			t.Errorf("%s: %s, want %q in it", l.ask, answers[i], l.answer)
		}
	}
}
