package contest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// confidence of all intervals.
const confidence = 0.95

// Config says how programs are measured.
type Config struct {
	Rounds int `json:"rounds"`
	// Slot is how long a run lasts at least, beyond the start of its program: the puzzles are given again until it is filled. 0 gives each
	// once.
	Slot time.Duration `json:"slot_ns"`
	// Timeout bounds a run, Stall the time without a line of answers; 0 for no bound.
	Timeout time.Duration `json:"timeout_ns"`
	Stall   time.Duration `json:"stall_ns"`
	// Shown is how many answers of each kind that are not right are named.
	Shown     int                   `json:"shown"`
	Seed      uint64                `json:"seed"` // of the intervals
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

// DefaultConfig measures ten rounds of runs of half a second or more, waits for a run ten minutes and for an answer one, and names ten
// answers of each kind.
func DefaultConfig() Config {
	return Config{Rounds: 10, Slot: 500 * time.Millisecond, Timeout: 10 * time.Minute, Stall: time.Minute, Shown: 10, Seed: 1, Bootstrap: stats.DefaultBootstrap()}
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	if c.Rounds < 1 || c.Slot < 0 || c.Timeout < 0 || c.Stall < 0 || c.Shown < 0 {
		return fmt.Errorf("contest: %d rounds, slot %s, timeout %s, stall %s, %d shown: want a round or more and nothing negative", c.Rounds, c.Slot, c.Timeout, c.Stall, c.Shown)
	}
	if err := c.Bootstrap.Validate(); err != nil {
		return fmt.Errorf("contest: %w", err)
	}
	return nil
}

// File is an argument of a command that names a file, the program first.
type File struct {
	Argument string `json:"argument"`
	SHA256   string `json:"sha256"`
}

// Set counts the puzzles that were given.
type Set struct {
	Puzzles int    `json:"puzzles"`
	Unique  int    `json:"unique"`
	Several int    `json:"several"`
	None    int    `json:"none"`
	Open    int    `json:"open"`   // whose number of solutions is not known
	SHA256  string `json:"sha256"` // of the puzzles, a line each
}

// Rate is puzzles per second: the median over the rounds with its interval, which is nil for a single round.
type Rate struct {
	Median   float64         `json:"median"`
	Interval *stats.Interval `json:"interval,omitempty"`
}

// Speed is what the rounds gave of a program. Times are medians over the rounds.
type Speed struct {
	Rounds  int     `json:"rounds"`
	Passes  int     `json:"passes"`        // over the puzzles in a run
	Start   float64 `json:"start_seconds"` // of a run on the first puzzle alone
	Process float64 `json:"process_seconds"`
	// Whole is puzzles per second of the whole process, and Beyond those beyond the first divided by the time beyond a run on that alone;
	// nil if the puzzles are too few to tell.
	Whole  Rate  `json:"whole"`
	Beyond *Rate `json:"beyond,omitempty"`
	// CPU is processor time per puzzle, in seconds, beyond the start, and Cores that of the whole process by its time.
	CPU   float64 `json:"cpu_seconds"`
	Cores float64 `json:"cores"`
	Peak  int64   `json:"peak_bytes"` // of memory; 0 where that is not known

	seconds []float64 // a puzzle, beyond the start, by round; nil if that cannot be told
}

// Seconds returns what a puzzle took beyond the start, in seconds, by round; nil if the puzzles are too few to tell,
// and of a program without a speed.
func (s *Speed) Seconds() []float64 {
	if s == nil {
		return nil
	}
	return s.seconds
}

// Result is what is known of a program.
type Result struct {
	Name    string   `json:"name"`
	Command []string `json:"command"`
	Files   []File   `json:"files"`
	Batch   int      `json:"batch,omitempty"`
	Fault   *Fault   `json:"fault,omitempty"`
	// Score is that of the pass which is worth least. Most is the number of puzzles solved in the one that is worth most.
	Score Score `json:"score"`
	Most  int   `json:"most_solved"`
	// Flaw says which answers are missing or wrong, or that the program failed; it is empty where all is as it should be. Where there is a
	// flaw Speed is no speed of solving and has no ratio, and where no answer is right there is no Speed.
	Flaw  string `json:"flaw,omitempty"`
	Speed *Speed `json:"speed,omitempty"`
	// Ratio is the program's speed by that of this one, in pairs of a round, of all programs but the first.
	Ratio *stats.Ratio `json:"ratio,omitempty"`
}

// Control is what the rounds read of a program that ran twice in each: one time by the other.
type Control struct {
	Name    string  `json:"name"`
	Reading float64 `json:"reading"` // median over the rounds
	Sound   bool    `json:"sound"`   // near enough to 1

	times [2][]float64
}

// Times returns what the two turns took, by round, in seconds a puzzle beyond the start.
func (c *Control) Times() (one, other []float64) { return c.times[0], c.times[1] }

// Report is what was measured.
type Report struct {
	Config  Config   `json:"config"`
	Set     Set      `json:"set"`
	Program Result   `json:"program"`
	Beside  []Result `json:"beside"`
	Control *Control `json:"control,omitempty"`
	Notes   []string `json:"notes"`
}

// Measure runs a program on puzzles, checks every answer and measures it in rounds with the programs beside it, the first of which is the
// control. A program that fails has a fault in the report, and a score of what it answered; one beside it that fails is an error.
// progress is told how many turns are done, if it is not nil. When ctx ends the programs and their children are killed.
func Measure(ctx context.Context, cfg Config, puzzles []Puzzle, program Program, beside []Program, progress func(done, total int)) (*Report, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if len(puzzles) == 0 {
		return nil, errors.New("contest: no puzzles")
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	m := &measuring{cfg: cfg, puzzles: puzzles, progress: progress, report: &Report{Config: cfg, Set: setOf(puzzles), Beside: []Result{}, Notes: []string{}}}
	for _, p := range append([]Program{program}, beside...) {
		s, err := m.side(ctx, p)
		if err != nil {
			return nil, err
		}
		m.sides = append(m.sides, s)
	}
	for i, s := range m.sides {
		if err := m.first(ctx, s); err != nil {
			return nil, err
		}
		if s.Fault == nil {
			continue
		}
		if i > 0 {
			return nil, fmt.Errorf("contest: %s, which is beside the program: %s", s.Name, s.Fault)
		}
		break // there is nothing to compare with the others
	}
	if m.sides[0].Fault == nil {
		if err := m.rounds(ctx); err != nil {
			return nil, err
		}
	}
	return m.finish()
}

func setOf(puzzles []Puzzle) (s Set) {
	s.Puzzles = len(puzzles)
	sum := sha256.New()
	for i := range puzzles {
		switch puzzles[i].Status {
		case solver.Unique:
			s.Unique++
		case solver.Multiple:
			s.Several++
		case solver.Unsat:
			s.None++
		default:
			s.Open++
		}
		_, _ = io.WriteString(sum, puzzles[i].Board.String()+"\n") // a hash takes all
	}
	s.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return s
}

// measuring is a measurement under way.
type measuring struct {
	cfg      Config
	puzzles  []Puzzle
	sides    []*side
	progress func(done, total int)
	report   *Report
	control  [2][]float64
	done     int // turns
}

// side is a program with what its runs gave.
type side struct {
	Result
	program   Program
	judge     judge
	one, all  []byte // its input: the first puzzle, and a pass
	passes    int
	scores    map[uint64]*Score // by a hash of the output of a pass
	seed      maphash.Seed
	judged    bool
	unread    bool
	alone     string // what was wrong with its answers to the first puzzle alone
	start     []run  // by round
	full      []run
	peakBytes int64
}

func (m *measuring) side(ctx context.Context, p Program) (*side, error) {
	if len(p.Command) == 0 || p.Batch < 0 {
		return nil, fmt.Errorf("contest: %q with the command %q and batches of %d, want a command and no negative number", p.Name, p.Command, p.Batch)
	}
	s := &side{program: p, judge: judge{puzzles: m.puzzles, batch: p.Batch, shown: m.cfg.Shown}, passes: 1, scores: map[uint64]*Score{}, seed: maphash.MakeSeed()}
	s.Name, s.Command, s.Batch = cmp.Or(p.Name, p.Command[0]), p.Command, p.Batch
	var err1, err2 error
	s.one, err1 = input(m.puzzles[:1], p.Batch)
	s.all, err2 = input(m.puzzles, p.Batch)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	var err error
	s.Files, err = filesOf(ctx, &p)
	return s, err
}

// filesOf hashes the program and those of its arguments that name files.
func filesOf(ctx context.Context, p *Program) ([]File, error) {
	files := []File{}
	for i, arg := range p.Command {
		path := arg
		if i == 0 && p.Path != "" {
			path = p.Path
		} else if i == 0 {
			if found, err := exec.LookPath(arg); err == nil {
				path = found
			}
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			continue // may be executed and not read
		}
		sum := sha256.New()
		_, err = io.Copy(sum, f)
		_ = f.Close() // it was read only
		if err := cmp.Or(ctx.Err(), err); err != nil {
			return nil, fmt.Errorf("contest: %s: %w", path, err)
		}
		files = append(files, File{arg, hex.EncodeToString(sum.Sum(nil))})
	}
	return files, nil
}

// once runs a side on a text that has so many puzzles.
func (m *measuring) once(ctx context.Context, s *side, text []byte, times, puzzles int) (*run, error) {
	r, err := s.program.run(ctx, text, times, puzzles, bounds{m.cfg.Timeout, m.cfg.Stall})
	if err != nil {
		return nil, err
	}
	s.peakBytes = max(s.peakBytes, r.peak)
	return r, nil
}

// turn runs a side on the first puzzle and on all of them. A run that fails ends the turn.
func (m *measuring) turn(ctx context.Context, s *side) (start, full run, err error) {
	a, err := m.once(ctx, s, s.one, 1, 1)
	if err != nil {
		return run{}, run{}, err
	}
	if a.fault != nil && a.fault.Ending == NotStarted {
		s.Fault = a.fault
		s.score(nil, 1, true)
		return *a, run{}, nil
	}
	first := judge{puzzles: m.puzzles[:1], batch: s.judge.batch}
	pass, extra := first.pass(a.out)
	s.alone = cmp.Or(s.alone, first.score(pass, extra, a.fault != nil).flaws())
	b, err := m.once(ctx, s, s.all, s.passes, len(m.puzzles))
	if err != nil {
		return run{}, run{}, err
	}
	s.score(b.out, s.passes, b.fault != nil)
	s.unread = s.unread || b.unread
	s.Fault = b.fault
	if a.fault != nil && s.Fault == nil {
		f := *a.fault
		f.Says = "on the first puzzle alone: " + f.Says
		s.Fault = &f
	}
	a.out, b.out = nil, nil
	return *a, *b, nil
}

// score judges the output of so many passes. The one that is worth least stays.
func (s *side) score(out []byte, passes int, failed bool) {
	for k := range passes {
		var pass []byte
		pass, out = s.judge.pass(out)
		var extra []byte
		if k == passes-1 {
			extra = out
		}
		var h maphash.Hash
		h.SetSeed(s.seed)
		_, _ = h.Write(pass)
		maphash.WriteComparable(&h, len(pass))
		_, _ = h.Write(extra)
		if _, known := s.scores[h.Sum64()]; known {
			continue
		}
		score := s.judge.score(pass, extra, failed)
		s.scores[h.Sum64()] = nil
		if !s.judged || score.worse(&s.Score) {
			s.Score = *score
		}
		s.Most = max(s.Most, score.Solved)
		s.judged = true
		if failed && len(out) == 0 {
			break // what a run that failed lacks is told once
		}
	}
}

const (
	mostPasses = 1_000_000
	mostBytes  = 128 << 20 // of a run's input
	attempts   = 6         // to find the number of passes
)

// first runs a side for the first time and finds how many passes fill its slot.
func (m *measuring) first(ctx context.Context, s *side) error {
	for range attempts {
		start, full, err := m.turn(ctx, s)
		if err != nil || s.Fault != nil {
			return err
		}
		most := max(1, min(mostPasses, mostBytes/len(s.all)))
		beyond := max((full.wall - start.wall).Seconds(), m.cfg.Slot.Seconds()/100)
		if beyond >= 0.8*m.cfg.Slot.Seconds() || s.passes == most {
			return nil
		}
		s.passes = min(most, max(s.passes+1, int(float64(s.passes)*1.1*m.cfg.Slot.Seconds()/beyond)))
	}
	return nil
}

// rounds has all sides take turns.
func (m *measuring) rounds(ctx context.Context) error {
	turns := []int{0}
	if len(m.sides) > 1 {
		turns = lab.Turns(len(m.sides), 1)
	}
	total := m.cfg.Rounds * len(turns)
	for round := range m.cfg.Rounds {
		var controlled [2]float64
		for k := range turns {
			i := turns[(round+k)%len(turns)]
			again := i == len(m.sides)
			if again {
				i = 1
			}
			s := m.sides[i]
			start, full, err := m.turn(ctx, s)
			if err != nil {
				return err
			}
			m.done++
			m.progress(m.done, total)
			if s.Fault != nil {
				if i > 0 {
					return fmt.Errorf("contest: %s, which is beside the program: %s", s.Name, s.Fault)
				}
				f := *s.Fault
				f.Says = fmt.Sprintf("in round %d: %s", round+1, f.Says)
				s.Fault = &f
				m.cutRound(round)
				return nil
			}
			if i == 1 {
				controlled[map[bool]int{true: 1}[again]] = s.beyond(start, full)
			}
			if !again {
				s.start, s.full = append(s.start, start), append(s.full, full)
			}
		}
		if len(m.sides) > 1 {
			m.control[0], m.control[1] = append(m.control[0], controlled[0]), append(m.control[1], controlled[1])
		}
	}
	return nil
}

// cutRound drops what was measured in a round that did not end.
func (m *measuring) cutRound(round int) {
	for _, s := range m.sides {
		s.start, s.full = s.start[:min(round, len(s.start))], s.full[:min(round, len(s.full))]
	}
}

// beyond is the time per puzzle beyond the start, in seconds.
func (s *side) beyond(start, full run) float64 {
	return (full.wall - start.wall).Seconds() / float64(max(1, s.passes*len(s.judge.puzzles)-1))
}

func (m *measuring) finish() (*Report, error) {
	rng := rand.New(rand.NewPCG(m.cfg.Seed, 0))
	for _, s := range m.sides {
		var err error
		s.Flaw = s.flaw()
		if len(s.full) > 0 && s.Score.right() > 0 {
			if s.Speed, err = m.speed(rng, s); err != nil {
				return nil, err
			}
		}
	}
	r := m.report
	first := m.sides[0]
	r.Program = first.Result
	for _, s := range m.sides[1:] {
		if len(s.full) > 1 && first.Flaw == "" && s.Flaw == "" && first.Speed.seconds != nil && s.Speed.seconds != nil {
			ratio, err := stats.PairedRatios(rng, s.Speed.seconds, first.Speed.seconds, m.cfg.Bootstrap)
			if err != nil {
				return nil, fmt.Errorf("contest: %w", err)
			}
			s.Ratio = &ratio
		}
		if s.judged {
			r.Beside = append(r.Beside, s.Result)
		}
	}
	if len(m.control[0]) > 0 {
		if err := m.readControl(); err != nil {
			return nil, err
		}
	}
	m.note()
	return r, nil
}

// flaw says what is not right with a side's answers, or its end.
func (s *side) flaw() string {
	n := number(len(s.judge.puzzles))
	of := func(what string) string { return cmp.Or(what, "no answer") + ", of " + n }
	switch what := s.Score.flaws(); {
	case what != "":
		return of(what)
	case s.Fault != nil:
		return string(s.Fault.Ending)
	case s.unread:
		return "it ended before it had read all of its input"
	case s.alone != "":
		return "asked for the first puzzle alone: " + s.alone
	case s.Score.right() == 0:
		return of("given up")
	}
	return ""
}

// speed sums up a side's rounds.
func (m *measuring) speed(rng *rand.Rand, s *side) (*Speed, error) {
	n := float64(s.passes * len(m.puzzles))
	var starts, walls, whole, beyond, cpu, cores []float64
	fit := n > 1
	for i := range s.full {
		a, b := &s.start[i], &s.full[i]
		starts, walls = append(starts, a.wall.Seconds()), append(walls, b.wall.Seconds())
		whole = append(whole, n/b.wall.Seconds())
		beyond = append(beyond, s.beyond(*a, *b))
		cpu = append(cpu, (b.cpu-a.cpu).Seconds()/max(1, n-1))
		cores = append(cores, b.cpu.Seconds()/b.wall.Seconds())
		fit = fit && b.wall > a.wall
	}
	out := &Speed{Rounds: len(s.full), Passes: s.passes, Peak: s.peakBytes}
	for _, f := range []struct {
		to   *float64
		from []float64
	}{{&out.Start, starts}, {&out.Process, walls}, {&out.CPU, cpu}, {&out.Cores, cores}} {
		var err error
		if *f.to, err = stats.Median(f.from); err != nil {
			return nil, fmt.Errorf("contest: %w", err)
		}
	}
	out.CPU = max(out.CPU, 0)
	rate, err := m.rate(rng, whole)
	if err != nil {
		return nil, err
	}
	out.Whole = rate
	if fit {
		rates := make([]float64, len(beyond))
		for i, t := range beyond {
			rates[i] = 1 / t
		}
		if rate, err = m.rate(rng, rates); err != nil {
			return nil, err
		}
		out.Beyond, out.seconds = &rate, beyond
	}
	return out, nil
}

func (m *measuring) rate(rng *rand.Rand, rates []float64) (Rate, error) {
	if len(rates) == 1 {
		return Rate{Median: rates[0]}, nil
	}
	e, err := stats.Bootstrap(rng, rates, stats.Median, m.cfg.Bootstrap)
	if err != nil {
		return Rate{}, fmt.Errorf("contest: %w", err)
	}
	return Rate{e.Value, &e.Interval}, nil
}

// readControl compares the two turns of the control.
func (m *measuring) readControl() error {
	ratios := make([]float64, 0, len(m.control[0]))
	for i, one := range m.control[0] {
		if other := m.control[1][i]; one > 0 && other > 0 {
			ratios = append(ratios, one/other)
		}
	}
	if len(ratios) < len(m.control[0]) {
		m.report.Notes = append(m.report.Notes, "The control could not be read: its runs took no longer than its start.")
		return nil
	}
	reading, err := stats.Median(ratios)
	if err != nil {
		return fmt.Errorf("contest: %w", err)
	}
	m.report.Control = &Control{m.sides[1].Name, reading, lab.Sound(reading), m.control}
	if !lab.Sound(reading) {
		m.report.Notes = append(m.report.Notes, fmt.Sprintf("The machine was not quiet: %s measured against itself reads %.3f, and should read 1 within %.2f. Measure again, with more rounds or with less beside it.",
			m.sides[1].Name, reading, lab.ControlBound))
	}
	return nil
}

// note says what a reader of the figures must know.
func (m *measuring) note() {
	s := m.sides[0]
	add := func(format string, args ...any) {
		m.report.Notes = append(m.report.Notes, fmt.Sprintf(format, args...))
	}
	if s.Most > s.Score.Solved && s.Fault == nil {
		add("Its answers differ from pass to pass: it solved %d to %d puzzles. The score is that of the worst pass.", s.Score.Solved, s.Most)
	}
	for _, side := range m.sides {
		if side.judged && side.Flaw != "" && side.Speed == nil {
			add("%s has no rate (%s).", side.Name, side.Flaw)
		} else if side.judged && side.Flaw != "" {
			add("%s %s: what it does in a second is no rate of solving, and no ratio is given (%s).", mark, side.Name, side.Flaw)
		}
		if v := side.Speed; v != nil && v.Beyond == nil {
			add("%s: the puzzles are too few to tell its rate beyond the start; give more, or a longer slot.", side.Name)
		} else if v != nil && v.Process < 1.5*v.Start {
			add("%s: most of a run is its start, so the rate beyond that is rough; give more puzzles, or a longer slot.", side.Name)
		}
	}
	if sc := &s.Score; sc.Elsewhere > 0 {
		words := fmt.Sprintf("%d wrong answers solve another puzzle of the input", sc.Elsewhere)
		if sc.Shifted > 1 {
			words += fmt.Sprintf(", %d of them the one that is %d %s", sc.Shifted, abs(sc.Shift), map[bool]string{true: "before", false: "behind"}[sc.Shift < 0])
		}
		add("%s: answers must come in the order of the puzzles.", words)
	}
	if len(s.full) > 0 && len(s.full) < min(10, m.cfg.Rounds) || m.cfg.Rounds < 10 && s.Fault == nil {
		add("Intervals from fewer than ten rounds are too narrow.")
	}
}
