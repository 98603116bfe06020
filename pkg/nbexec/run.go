package nbexec

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/nbexec/nbformat"
)

// Run executes the code cells of a notebook in order, in its own kernel, and returns the
// notebook with their outputs; the one passed in stays as it is. An error that has a cell to
// blame is a *[CellError]; the result then holds what was done until there. When Run returns no
// process of the kernel is left.
func Run(ctx context.Context, n *nbformat.Notebook, o Options) (*Result, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.fill()
	begin := time.Now()
	spec, err := findKernel(n, &o)
	if err != nil {
		return nil, err
	}
	for restarted := 0; ; restarted++ {
		r := &runner{opts: &o, result: Result{Notebook: n.Clone(), Spec: spec, Restarted: restarted}, displays: displays{}}
		err := r.run(ctx)
		r.result.Elapsed = time.Since(begin)
		var dead *jupyter.DeadError
		if errors.As(err, &dead) && restarted < o.Restarts && ctx.Err() == nil {
			continue
		}
		return &r.result, err
	}
}

// RunFile executes the notebook at path in and replaces the file at path out, which may be the
// same, by the executed one. If the run fails, out stays as it is, unless Options.KeepFailed is
// set and a cell is to blame. The file is complete at any time.
func RunFile(ctx context.Context, in, out string, o Options) (*Result, error) {
	n, err := nbformat.ReadFile(in)
	if err != nil {
		return nil, err
	}
	if o.Dir == "" {
		if o.Dir, err = filepath.Abs(filepath.Dir(in)); err != nil {
			return nil, fmt.Errorf("nbexec: %w", err)
		}
	}
	r, err := Run(ctx, n, o)
	if err != nil {
		err = fmt.Errorf("%s: %w", in, err)
		var cell *CellError
		if !o.KeepFailed || !errors.As(err, &cell) {
			return r, err
		}
	}
	if writeErr := r.Notebook.WriteFile(out); writeErr != nil {
		err = errors.Join(err, fmt.Errorf("nbexec: %w", writeErr))
	}
	return r, err
}

// findKernel returns the kernelspec of the options or of the notebook.
func findKernel(n *nbformat.Notebook, o *Options) (jupyter.Spec, error) {
	name := o.Kernel
	if name == "" {
		spec, _ := n.Metadata["kernelspec"].(nbformat.Object)
		name, _ = spec["name"].(string)
	}
	if name == "" {
		return jupyter.Spec{}, errors.New("nbexec: the notebook names no kernel (metadata.kernelspec.name), and the options do not either")
	}
	return jupyter.Find(name, jupyter.Dirs(o.KernelDirs...))
}

// runner executes one notebook in one kernel.
type runner struct {
	opts     *Options
	result   Result
	displays displays
	kernel   *jupyter.Kernel
}

func (r *runner) run(ctx context.Context) error {
	o, n := r.opts, r.result.Notebook
	n.Upgrade()
	if len(o.Parameters) > 0 {
		if err := inject(n, o.Parameters, r.result.Spec.Language); err != nil {
			return err
		}
	}
	begin := time.Now()
	k, err := jupyter.Start(ctx, jupyter.Config{
		Spec: r.result.Spec, Dir: o.Dir, Env: o.Env, Transport: o.Transport, StartTimeout: o.StartTimeout,
		// A message may hold all that a cell may output, and its JSON text be longer than that.
		MaxMessage: 2*o.MaxOutput + 1<<20,
	})
	if err != nil {
		return fmt.Errorf("nbexec: %w", err)
	}
	// The kernel is asked to end also when ctx has ended: an ordered end lets it clean up after
	// itself, and the time for it is bounded.
	defer k.Shutdown(context.WithoutCancel(ctx))
	r.kernel = k
	r.result.Start = time.Since(begin)
	r.result.Kernel = k.Info()
	r.describe()
	err = r.cells(ctx)
	if o.Sanitize != nil {
		o.Sanitize.Notebook(n)
	}
	return err
}

// cells executes the code cells until one fails.
func (r *runner) cells(ctx context.Context) error {
	event := Event{}
	for _, c := range r.result.Notebook.Cells {
		if c.Type != nbformat.Code {
			continue
		}
		event.Total++
		// Outputs of an earlier run must not stand behind a cell that fails in this one.
		if !c.HasTag(TagSkipExecution) {
			c.Outputs, c.ExecutionCount = nil, nil
		}
	}
	for i, c := range r.result.Notebook.Cells {
		if c.Type != nbformat.Code {
			continue
		}
		event.Cell, event.Index, event.Elapsed, event.Err = c, i, 0, nil
		event.Number++
		if strings.TrimSpace(c.Source) == "" || c.HasTag(TagSkipExecution) {
			event.Phase = CellSkipped
			r.progress(event)
			continue
		}
		event.Phase = CellStarted
		r.progress(event)
		begin := time.Now()
		tolerated, err := r.execute(ctx, i, c)
		event.Phase, event.Elapsed, event.Err = CellDone, time.Since(begin), err
		if err == nil && tolerated != nil {
			event.Err = tolerated
		}
		r.progress(event)
		if err != nil {
			return &CellError{Index: i, ID: c.ID, Source: c.Source, Err: err}
		}
		if err := r.save(); err != nil {
			return err
		}
	}
	return nil
}

// save hands out the notebook as far as it has come.
func (r *runner) save() error {
	if r.opts.Save == nil {
		return nil
	}
	n := r.result.Notebook.Clone()
	if r.opts.Sanitize != nil {
		r.opts.Sanitize.Notebook(n)
	}
	return r.opts.Save(n)
}

func (r *runner) progress(e Event) {
	if r.opts.Progress != nil {
		r.opts.Progress(e)
	}
}

// execute executes one cell. An error that the cell may raise is returned apart.
func (r *runner) execute(ctx context.Context, index int, c *nbformat.Cell) (tolerated *ExecutionError, err error) {
	mayFail := r.opts.AllowErrors || c.HasTag(TagRaisesException)
	c.Outputs, c.ExecutionCount = nil, nil
	delete(c.Metadata, "execution")
	x := &execution{
		kernel: r.kernel, opts: r.opts, cell: c, times: nbformat.Object{},
		collect: newCollector(r.displays, r.opts.MaxOutput),
	}
	begin := time.Now()
	err = x.run(ctx, mayFail)
	c.Outputs = x.collect.outputs()
	r.result.Cells = append(r.result.Cells, CellTime{
		Index: index, ID: c.ID, Elapsed: time.Since(begin), Kernel: x.kernelTime(),
	})
	if r.opts.Timing && len(x.times) > 0 {
		if c.Metadata == nil {
			c.Metadata = nbformat.Object{}
		}
		c.Metadata["execution"] = x.times
	}
	var raised *ExecutionError
	if mayFail && errors.As(err, &raised) {
		tolerated, err = raised, nil
	}
	if err == nil && r.opts.Sanitize != nil {
		withoutFrameCells(c) // in a cell that ends the run they help the person, and its outputs are not compared
	}
	return tolerated, err
}

// execution is one cell being executed. A cell is done when its reply has come on shell and
// the kernel is idle again on iopub, in whichever order.
type execution struct {
	kernel  *jupyter.Kernel
	opts    *Options
	cell    *nbformat.Cell
	collect *collector
	times   nbformat.Object // of messages, by the kernel's clock

	id      string // of the request
	idle    bool
	replied bool
	reply   reply
	large   uint64 // size of the largest message that was cut

	// cause is why the cell was interrupted; nil if it was not.
	cause       error
	grace       *time.Timer // until the kernel is killed, or the cell given up
	interrupted <-chan time.Time
	late        <-chan time.Time // until the end of output is not waited for any more; starts again with each message
}

// reply is the content of execute_reply.
type reply struct {
	Status         string   `json:"status"`
	ExecutionCount *int     `json:"execution_count"`
	Name           string   `json:"ename"`
	Value          string   `json:"evalue"`
	Traceback      []string `json:"traceback"`
}

func (x *execution) run(ctx context.Context, mayFail bool) error {
	if ctx.Err() != nil {
		return fmt.Errorf("not begun: %w", context.Cause(ctx))
	}
	if err := x.kernel.Err(); err != nil {
		return err
	}
	var err error
	x.id, err = x.kernel.Send(jupyter.Shell, "execute_request", jupyter.Object{
		"code": x.cell.Source, "silent": false, "store_history": true, "user_expressions": jupyter.Object{},
		"allow_stdin": false,
		// A kernel that stops on errors may throw away the request that follows.
		"stop_on_error": !mayFail,
	})
	if err != nil {
		if dead := x.deadSoon(); dead != nil {
			return dead
		}
		return err
	}
	var timeout <-chan time.Time
	if x.opts.CellTimeout > 0 {
		timer := time.NewTimer(x.opts.CellTimeout)
		defer timer.Stop()
		timeout = timer.C
	}
	cancelled := ctx.Done()
	for !x.idle || !x.replied {
		select {
		case m := <-x.kernel.Messages():
			if err := x.message(m); err != nil {
				return err
			}
		case <-x.kernel.Done():
			return x.died()
		case <-timeout:
			timeout = nil
			x.interrupt(&TimeoutError{After: x.opts.CellTimeout, Stage: "the cell", Interrupted: true, Silent: x.kernel.Silent()})
		case <-cancelled:
			cancelled = nil
			x.interrupt(fmt.Errorf("interrupted: %w", context.Cause(ctx)))
		case <-x.interrupted:
			return x.kill()
		case <-x.late:
			return &TimeoutError{After: x.opts.Grace, Stage: "the end of the output after the reply", Silent: x.kernel.Silent()}
		}
		if x.collect.full && x.cause == nil {
			x.interrupt(&OutputLimitError{Limit: x.opts.MaxOutput, Message: x.large})
		}
	}
	return x.outcome()
}

// deadSoon waits a moment for news of the kernel's death, of which a failed request is the
// first sign.
func (x *execution) deadSoon() error {
	select {
	case <-x.kernel.Done():
		return x.kernel.Err()
	case <-time.After(time.Second):
		return nil
	}
}

// interrupt interrupts the cell because of the cause, once.
func (x *execution) interrupt(cause error) {
	if x.cause != nil {
		return
	}
	x.cause = cause
	// A failed interrupt is one that is not heeded.
	_ = x.kernel.Interrupt()
	x.grace = time.NewTimer(x.opts.Grace)
	x.interrupted = x.grace.C
}

// kill ends the kernel because it did not heed an interrupt.
func (x *execution) kill() error {
	x.kernel.Close()
	var timeout *TimeoutError
	var flood *OutputLimitError
	switch {
	case errors.As(x.cause, &timeout):
		timeout.Killed, timeout.Silent = true, x.kernel.Silent()
	case errors.As(x.cause, &flood):
		flood.Killed = true
	}
	return x.cause
}

// died takes in what the kernel sent before its end.
func (x *execution) died() error {
	for {
		select {
		case m := <-x.kernel.Messages():
			if err := x.message(m); err != nil {
				return err
			}
			continue
		default:
		}
		break
	}
	err := x.kernel.Err()
	var large *jupyter.TooLargeError
	switch {
	case errors.As(err, &large):
		return &OutputLimitError{Limit: x.opts.MaxOutput, Message: large.Size, Killed: true}
	case x.cause != nil:
		return x.cause
	}
	return err
}

// message takes in one message.
func (x *execution) message(m *jupyter.Message) error {
	if m.Cut > 0 {
		// Whose it was is not known; what came before it was this cell's, and so is what follows.
		x.collect.full = true
		x.large = max(x.large, m.Cut)
		return nil
	}
	mine := m.Parent.ID == x.id
	if mine && x.replied {
		// The rest of the output is still coming: the reply may overtake much of it.
		x.late = time.After(x.opts.Grace)
	}
	switch {
	case m.Channel == jupyter.IOPub && (mine || m.Header.Type == "update_display_data"):
		return x.published(m)
	case !mine:
		return nil // an answer to an earlier request
	case m.Channel == jupyter.Shell && m.Header.Type == "execute_reply":
		if err := m.Decode(&x.reply); err != nil {
			return err
		}
		x.replied = true
		x.times["shell.execute_reply"] = m.Header.Date
		if x.reply.ExecutionCount != nil {
			x.cell.ExecutionCount = x.reply.ExecutionCount
		}
		x.late = time.After(x.opts.Grace)
	case m.Channel == jupyter.Stdin && m.Header.Type == "input_request":
		return x.question(m)
	}
	return nil
}

func (x *execution) published(m *jupyter.Message) error {
	switch m.Header.Type {
	case "status":
		var s struct {
			State string `json:"execution_state"`
		}
		if err := m.Decode(&s); err != nil {
			return err
		}
		if s.State == "busy" || s.State == "idle" {
			x.times["iopub.status."+s.State] = m.Header.Date
		}
		x.idle = x.idle || s.State == "idle"
	case "execute_input":
		x.times["iopub.execute_input"] = m.Header.Date
		var in reply
		if err := m.Decode(&in); err != nil {
			return err
		}
		if in.ExecutionCount != nil {
			x.cell.ExecutionCount = in.ExecutionCount
		}
	default:
		return x.collect.take(m)
	}
	return nil
}

// question answers a question of the cell's code with an error. The request said that no person
// is there; a kernel that asks all the same may wait for ever.
func (x *execution) question(m *jupyter.Message) error {
	var q struct{ Prompt string }
	if err := m.Decode(&q); err != nil {
		return err
	}
	err := x.kernel.Reply(m, "input_reply", jupyter.Object{
		"status": "error", "ename": "NoInput", "evalue": "nobody is there to answer", "traceback": []string{}, "value": "",
	})
	x.interrupt(&InputError{Prompt: q.Prompt})
	return err
}

// outcome judges a cell that is done.
func (x *execution) outcome() error {
	if x.grace != nil {
		x.grace.Stop()
	}
	if x.cause != nil {
		return x.cause
	}
	switch x.reply.Status {
	case "ok":
		return nil
	case "error":
		if x.collect.failed == nil {
			// Some kernels report an error in the reply only.
			x.collect.fail(&ExecutionError{Name: x.reply.Name, Value: x.reply.Value, Traceback: x.reply.Traceback})
		}
		x.collect.explain()
		return x.collect.failed
	}
	return fmt.Errorf("the kernel answered with status %q", x.reply.Status)
}

// kernelTime returns the time between busy and idle by the kernel's clock.
func (x *execution) kernelTime() time.Duration {
	at := func(key string) (time.Time, bool) {
		text, _ := x.times[key].(string)
		for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
			if t, err := time.Parse(layout, text); err == nil {
				return t, true
			}
		}
		return time.Time{}, false
	}
	busy, ok1 := at("iopub.status.busy")
	idle, ok2 := at("iopub.status.idle")
	if !ok1 || !ok2 {
		return 0
	}
	return max(0, idle.Sub(busy))
}
