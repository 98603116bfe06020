package gpuqueue

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/yamlfile"
)

// Backends that a job may ask for.
const (
	BackendCUDA = "cuda" // a card, the default
	BackendAny  = "any"  // whatever works
)

// Job is one entry of the queue file.
type Job struct {
	ID    string `yaml:"id"`    // also the name of its folder of results
	Title string `yaml:"title"` // one line
	// Command is what follows the program's name, without the flags of the contract.
	// A job has either a command or a Needs.
	Command []string `yaml:"command,omitempty"`
	// Needs says what must be written before the job has a command.
	Needs string `yaml:"needs,omitempty"`
	// Backend is cuda (the default) or any.
	Backend string `yaml:"backend,omitempty"`
	// BudgetText is the budget of one slice as written ("9m"); at most MaxBudget.
	BudgetText string `yaml:"budget"`
	// Decides lists claims of the ledger whose records this job makes. It may be
	// empty: the self-test decides none.
	Decides []string `yaml:"decides"`
	// Outputs names the files that the job leaves, besides the log and the slice's
	// own record.
	Outputs []string `yaml:"outputs"`

	// Budget is BudgetText read. It is not read by the YAML reader itself because that
	// reports no line for a text that is no duration.
	Budget time.Duration `yaml:"-"`
}

// Queue is a queue file.
type Queue struct {
	Version int   `yaml:"version"`
	Jobs    []Job `yaml:"jobs"`

	path string
}

// MaxBudget leaves a minute of the ten that a machine is lent for to start, to
// save and to copy.
const MaxBudget = 9 * time.Minute

var (
	jobID    = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	claimID  = regexp.MustCompile(`^[A-Z]\d{2}[a-z]?$`)
	fileName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)
)

// Load reads and checks a queue file. Unknown and repeated keys are errors, and
// every error names the file, and the line where the text has one.
func Load(path string) (*Queue, error) {
	data, err := atomicfile.ReadFile(path, atomicfile.Most)
	if err != nil {
		return nil, fmt.Errorf("gpuqueue: %w", err)
	}
	return parse(path, data)
}

func parse(path string, data []byte) (*Queue, error) {
	q := &Queue{path: path}
	if err := yamlfile.Unmarshal(path, "a queue", data, q, "version"); err != nil {
		return nil, fmt.Errorf("gpuqueue: %w", err)
	}
	if at, err := q.check(); err != nil {
		return nil, fmt.Errorf("gpuqueue: %s: %w", yamlfile.Place(path, data, at), err)
	}
	return q, nil
}

// check returns the first thing that is wrong and where it is, as yamlfile.Place takes it.
func (q *Queue) check() (at string, err error) {
	if q.Version != 1 {
		return "version", fmt.Errorf("version %d, want 1", q.Version)
	}
	seen := map[string]bool{}
	for i := range q.Jobs {
		j := &q.Jobs[i]
		where := fmt.Sprintf("jobs[%d]", i)
		if !jobID.MatchString(j.ID) {
			return where + ".id", fmt.Errorf("job id %q, want lower-case letters, digits and hyphens", j.ID)
		}
		if seen[j.ID] {
			return where + ".id", fmt.Errorf("job %s is listed twice", j.ID)
		}
		seen[j.ID] = true
		if field, err := j.check(); err != nil {
			return where + "." + field, fmt.Errorf("job %s: %w", j.ID, err)
		}
	}
	return "", nil
}

func (j *Job) check() (field string, err error) {
	if j.Budget, err = time.ParseDuration(j.BudgetText); err != nil {
		return "budget", err
	}
	switch {
	case strings.TrimSpace(j.Title) == "":
		return "title", errors.New("no title")
	case len(j.Command) > 0 && j.Needs != "":
		return "needs", errors.New("both a command and a need, want one")
	case len(j.Command) == 0 && j.Needs == "":
		return "id", errors.New("neither a command nor a need, want one")
	case j.Budget <= 0 || j.Budget > MaxBudget:
		return "budget", fmt.Errorf("budget %v, want more than 0 and at most %v", j.Budget, MaxBudget)
	case !slices.Contains([]string{"", BackendCUDA, BackendAny}, j.Backend):
		return "backend", fmt.Errorf("backend %q, want %s or %s", j.Backend, BackendCUDA, BackendAny)
	case len(j.Outputs)+2 > MaxFiles:
		return "outputs", fmt.Errorf("%d outputs, want at most %d beside the log and the record", len(j.Outputs), MaxFiles-2)
	}
	for _, arg := range j.Command {
		for _, flag := range []string{"--out", "--budget", "--resume"} {
			if arg == flag || strings.HasPrefix(arg, flag+"=") {
				return "command", fmt.Errorf("the command sets %s, which the runner adds", flag)
			}
		}
	}
	for _, c := range j.Decides {
		if !claimID.MatchString(c) {
			return "decides", fmt.Errorf("claim %q, want an id such as G19", c)
		}
	}
	for _, name := range j.Outputs {
		if err := checkName(name); err != nil {
			return "outputs", err
		}
	}
	return "", nil
}

// Job returns the job with the given id.
func (q *Queue) Job(id string) (Job, error) {
	for _, j := range q.Jobs {
		if j.ID == id {
			return j, nil
		}
	}
	return Job{}, fmt.Errorf("gpuqueue: %s: no job %q", q.path, id)
}

// Status tells where a job stands: done, waiting (it needs something unwritten),
// failing (three slices in a row failed) or open.
type Status string

// The states of a job.
const (
	Done    Status = "done"
	Waiting Status = "waiting"
	Failing Status = "failing"
	Open    Status = "open"
)

// maxFailures in a row before a job is passed over: one may be the machine's fault.
const maxFailures = 3

// StatusOf tells where a job stands after the recorded slices.
func StatusOf(j Job, s State) Status {
	failures, done := 0, false
	for _, slice := range s.Slices {
		if slice.Job != j.ID {
			continue
		}
		done = done || slice.Outcome == OutcomeDone
		if slice.Outcome == OutcomeFailed {
			failures++
		} else {
			failures = 0
		}
	}
	switch {
	case done:
		return Done
	case len(j.Command) == 0:
		return Waiting
	case failures >= maxFailures:
		return Failing
	}
	return Open
}

// ErrNothingToRun is returned by [Next] when no job is open.
var ErrNothingToRun = errors.New("gpuqueue: no job is open")

// Next returns the first open job, in the order of the file: jobs are listed in the
// order of what they decide.
func Next(q *Queue, s State) (Job, error) {
	var rest []string
	for _, j := range q.Jobs {
		status := StatusOf(j, s)
		if status == Open {
			return j, nil
		}
		if status != Done {
			rest = append(rest, fmt.Sprintf("%s is %s", j.ID, status))
		}
	}
	if len(rest) > 0 {
		return Job{}, fmt.Errorf("%w: %s", ErrNothingToRun, strings.Join(rest, ", "))
	}
	return Job{}, ErrNothingToRun
}
