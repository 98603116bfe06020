package contest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"sudokulab/pkg/stats"
)

// confidence is the level of all intervals.
const confidence = 0.95

// Config says how programs are measured.
type Config struct {
	// Rounds is how often each program runs on all puzzles, in turn with the others; the last one runs twice, which is the control.
	Rounds int `json:"rounds"`
	// Timeout ends a run, Stall one from which no line has come for so long; 0 for no bound.
	Timeout time.Duration `json:"timeout_ns"`
	Stall   time.Duration `json:"stall_ns"`
	// Shown is how many flaws of each kind are named.
	Shown     int                   `json:"shown"`
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
	Seed      uint64                `json:"seed"` // of the bootstrap
}

// DefaultConfig has five rounds of at most ten minutes each, and gives a program up that says nothing for a minute.
func DefaultConfig() Config {
	return Config{Rounds: 5, Timeout: 10 * time.Minute, Stall: time.Minute, Shown: 10, Bootstrap: stats.DefaultBootstrap(), Seed: 1}
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	switch {
	case c.Rounds < 1:
		return fmt.Errorf("contest: %d rounds, want at least 1", c.Rounds)
	case c.Timeout < 0 || c.Stall < 0:
		return errors.New("contest: want no negative bound on time")
	case c.Shown < 0:
		return errors.New("contest: want no negative number of flaws to name")
	}
	return c.Bootstrap.Validate()
}

// Report is what a contest found.
type Report struct {
	Schema  string   `json:"schema"`
	Puzzles int      `json:"puzzles"`
	Results []Result `json:"results"` // in the order of the programs
	// Control is the last program's time measured twice in each round, the second over the first; nil with fewer than two rounds.
	// On a machine that does nothing else it is 1.
	Control *stats.Ratio `json:"control,omitempty"`
	Config  Config       `json:"config"`
}

// Schema names the form of reports in JSON.
const Schema = "sudokulab-bench/1"

// Result is what one program did.
type Result struct {
	Name    string   `json:"name"`
	Command []string `json:"command"`
	Batch   int      `json:"batch,omitempty"`
	Score   *Score   `json:"score"` // of the worst of its runs
	Fault   *Fault   `json:"fault,omitempty"`
	Faults  int      `json:"faults"` // runs that did not end as they should
	Runs    int      `json:"runs"`   // a program is given up after its first fault
	// Seconds is the time of a whole run, from its start to its end, and Start that of a run without puzzles: medians.
	Seconds float64 `json:"seconds"`
	Start   float64 `json:"start_seconds"`
	// PerSecond counts the puzzles of a run over the time beyond a start; 0 if the runs were too short to tell them from a start.
	PerSecond float64  `json:"puzzles_per_second"`
	CPU       float64  `json:"cpu_seconds"`      // user and system, of the process and the children that it waited for
	Peak      int64    `json:"peak_bytes"`       // the most memory at once; 0 where it is not known
	Unread    bool     `json:"unread_input"`     // a run ended before it had read all
	Ratios    []Beside `json:"ratios,omitempty"` // beside each later program
}

// Beside compares a program's speed with another's.
type Beside struct {
	Name string `json:"name"`
	// Speed is how many times as fast as the other the program is, whole runs, over paired rounds.
	Speed stats.Ratio `json:"speed"`
}

// Measure runs the programs in turn, each on all puzzles once in each round, and judges their answers. Those of the lab's own engines come
// last: each program is compared with all behind it, and the last is also its own control. After each run it calls done, if that is not
// nil. An error is the context's, or says that nothing could be measured; what a program does wrong is in its result.
func Measure(ctx context.Context, puzzles []Puzzle, programs []Program, cfg Config, done func(runs, total int)) (*Report, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if len(puzzles) == 0 || len(programs) == 0 {
		return nil, fmt.Errorf("contest: %d programs on %d puzzles, want at least one of each", len(programs), len(puzzles))
	}
	m := &meeting{puzzles: puzzles, cfg: cfg, done: done, total: 2 * cfg.Rounds * (len(programs) + 1)}
	for i := range programs {
		if len(programs[i].Command) == 0 {
			return nil, fmt.Errorf("contest: program %d, %s, has no command", i+1, programs[i].Name)
		}
		text, err := input(puzzles, programs[i].Batch)
		if err != nil {
			return nil, fmt.Errorf("contest: %w", err)
		}
		m.all = append(m.all, &entrant{Program: &programs[i], text: text, judge: &judge{puzzles: puzzles, batch: programs[i].Batch, shown: cfg.Shown}})
	}
	for range cfg.Rounds {
		for _, e := range m.all {
			if err := m.round(ctx, e, &e.walls); err != nil {
				return nil, err
			}
		}
		last := m.all[len(m.all)-1]
		if err := m.round(ctx, last, &m.control); err != nil {
			return nil, err
		}
	}
	return m.report()
}

// meeting is a contest at work.
type meeting struct {
	puzzles []Puzzle
	cfg     Config
	all     []*entrant
	control []float64
	done    func(runs, total int)
	runs    int
	total   int
}

// entrant is a program with its readings.
type entrant struct {
	*Program
	*judge
	text               []byte
	walls, starts, cpu []float64
	peak               int64
	score              *Score
	fault              *Fault
	faults, runs       int
	unread             bool
}

// round runs a program without puzzles and with all, unless it has been given up.
func (m *meeting) round(ctx context.Context, e *entrant, walls *[]float64) error {
	defer func() {
		m.runs += 2
		if m.done != nil {
			m.done(min(m.runs, m.total), m.total)
		}
	}()
	if e.fault != nil {
		return nil
	}
	b := bounds{m.cfg.Timeout, m.cfg.Stall}
	first, err := e.run(ctx, nil, 1, 0, b)
	if err != nil {
		return err
	}
	r, err := e.run(ctx, e.text, 1, len(m.puzzles), b)
	if err != nil {
		return err
	}
	e.runs++
	pass, extra := e.pass(r.out)
	if s := e.judge.score(pass, extra, r.fault != nil); e.score == nil || s.worse(e.score) {
		e.score = s
	}
	e.unread = e.unread || r.unread
	e.peak = max(e.peak, r.peak)
	if r.fault != nil {
		e.fault = r.fault
		e.faults++
		return nil
	}
	if first.fault == nil { // one that fails on an empty input starts in no known time
		e.starts = append(e.starts, first.wall.Seconds())
	}
	*walls = append(*walls, r.wall.Seconds())
	e.cpu = append(e.cpu, r.cpu.Seconds())
	return nil
}

// report puts the readings together.
func (m *meeting) report() (*Report, error) {
	out := &Report{Schema: Schema, Puzzles: len(m.puzzles), Config: m.cfg}
	rng := rand.New(rand.NewPCG(m.cfg.Seed, 0)) //nolint:gosec // an interval is to come out the same each time
	for i, e := range m.all {
		r := Result{
			Name: e.Name, Command: e.Command, Batch: e.Batch, Score: e.score, Fault: e.fault, Faults: e.faults, Runs: e.runs,
			Peak: e.peak, Unread: e.unread,
		}
		for _, x := range []struct {
			to   *float64
			from []float64
		}{{&r.Seconds, e.walls}, {&r.Start, e.starts}, {&r.CPU, e.cpu}} {
			if len(x.from) == 0 {
				continue
			}
			var err error
			if *x.to, err = stats.Median(x.from); err != nil {
				return nil, fmt.Errorf("contest: %w", err)
			}
		}
		if beyond := r.Seconds - r.Start; beyond > r.Start/10 && beyond > 0 {
			r.PerSecond = float64(len(m.puzzles)) / beyond
		}
		for _, other := range m.all[i+1:] {
			n := min(len(e.walls), len(other.walls))
			if n < 2 {
				continue
			}
			speed, err := stats.PairedRatios(rng, other.walls[:n], e.walls[:n], m.cfg.Bootstrap)
			if err != nil {
				return nil, fmt.Errorf("contest: %w", err)
			}
			r.Ratios = append(r.Ratios, Beside{other.Name, speed})
		}
		out.Results = append(out.Results, r)
	}
	last := m.all[len(m.all)-1]
	if n := min(len(m.control), len(last.walls)); n >= 2 {
		ratio, err := stats.PairedRatios(rng, m.control[:n], last.walls[:n], m.cfg.Bootstrap)
		if err != nil {
			return nil, fmt.Errorf("contest: %w", err)
		}
		out.Control = &ratio
	}
	return out, nil
}

// Off reports whether the control says that something else was at work: its whole interval is more than 3 % away from 1.
func (r *Report) Off() bool {
	const quiet = 0.03
	return r.Control != nil && (r.Control.Interval.Low > 1+quiet || r.Control.Interval.High < 1-quiet)
}
