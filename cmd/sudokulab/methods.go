package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/method"
	_ "sudokulab/pkg/method/tensor" // registers the tensor network
)

// methodFlags choose a method and say what it is to be opened with.
type methodFlags struct {
	name     string
	budget   budgetFlags
	networks *networkFlags // nil where the methods that ask a network are not among them
}

// register adds the flags, and the list of the methods to the command's help.
func (f *methodFlags) register(cmd *cobra.Command) {
	all := f.methods()
	names := make([]string, len(all))
	described := make([]cobra.Completion, len(all))
	for i, m := range all {
		names[i] = m.Name
		described[i] = cobra.CompletionWithDesc(m.Name, m.About)
	}
	f.name = method.Auto
	cmd.Flags().Var(choice[string]{&f.name, names}, "method", "way of solving, one of the methods above")
	complete(cmd, "method", described...)
	cmd.Long += "\n\n" + methodHelp(all)
	if f.networks != nil {
		f.networks.register(cmd)
	}
	f.budget.register(cmd, " of a puzzle, for minigrid methods")
}

// methods returns the methods of the command: auto, then by family, those first that auto chooses,
// then those that ask a network.
func (f *methodFlags) methods() []method.Method {
	auto, err := method.ByName(method.Auto)
	if err != nil {
		panic(err) // it is always there
	}
	all := method.All()
	rank := map[string]int{}
	put := func(m method.Method) {
		if rank[m.Family] == 0 {
			rank[m.Family] = len(rank) + 1
		}
	}
	for _, name := range method.Choices() {
		if i := slices.IndexFunc(all, func(m method.Method) bool { return m.Name == name }); i >= 0 {
			put(all[i])
		}
	}
	put(auto)
	for _, m := range all {
		put(m)
	}
	if f.networks == nil {
		all = slices.DeleteFunc(all, func(m method.Method) bool { return m.Learned })
	}
	slices.SortStableFunc(all, func(a, b method.Method) int { return cmp.Compare(rank[a.Family], rank[b.Family]) })
	return append([]method.Method{auto}, all...)
}

// methodHelp lists methods with their descriptions, those that ask a network apart.
func methodHelp(all []method.Method) string {
	width := 0
	for _, m := range all {
		width = max(width, len(m.Name))
	}
	var exact, learned strings.Builder
	for _, m := range all {
		to := &exact
		if m.Learned {
			to = &learned
		}
		fmt.Fprintf(to, "\n  %-*s  %s", width, m.Name, m.About)
	}
	text := "Methods:" + exact.String()
	if learned.Len() > 0 {
		text += "\n\nMethods that ask a network:" + learned.String()
	}
	return text
}

// open opens the method that the flags ask for. The caller closes it.
func (f *methodFlags) open(cmd *cobra.Command) (*method.Solver, error) {
	m, err := method.ByName(f.name)
	if err != nil {
		return nil, err
	}
	if m.Nodes == "" && cmd.Flags().Changed("max-nodes") {
		return nil, fmt.Errorf("--max-nodes: %s counts no nodes; --timeout bounds it", m.Name)
	}
	var o method.Options
	f.budget.apply(cmd, &o.Vertices, &o.Bytes, method.NoBound)
	if f.networks != nil {
		f.networks.apply(cmd, m, &o)
	}
	s, err := method.Open(cmd.Context(), m.Name, o)
	if err == nil {
		if network, ok := method.As[backed](s); ok && f.networks != nil {
			xlaWould(cmd, accelOptions(f.networks.backend), network.Backend(), network.Path(), "over many puzzles ")
		}
		return s, nil
	}
	if wrong, ok := errors.AsType[*method.OptionError](err); ok {
		return nil, fmt.Errorf("--%s: for %s, the method here is %s", wrong.Option, theseMethods(wrong.Takers), wrong.Method)
	}
	if wrong, ok := errors.AsType[*method.ValueError](err); ok {
		return nil, badFlag(string(wrong.Option), wrong.Value, wrong.Err)
	}
	return nil, err
}

// backed is a solver that says what computes its network.
type backed interface {
	Backend() *accel.Choice
	Path() fused.Path
}

// theseMethods names methods, many of a family by the family's name.
func theseMethods(all []method.Method) string {
	var names []string
	learned := len(all) > 0
	for _, m := range all {
		learned = learned && m.Learned
		names = append(names, m.Name)
	}
	const many = 4
	if len(all) > many {
		names = nil
		for _, m := range all {
			if name := m.Family + "…"; !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if learned {
		return "methods that ask a network (" + strings.Join(names, ", ") + ")"
	}
	return "--method " + orList(names)
}

// forks makes a solver for each worker of a command.
type forks struct {
	of  *method.Solver // the first
	all []*method.Solver
	err error // the first one
}

// next returns a solver for one more worker. After an error it is the first one again, and the
// command must not go on.
func (f *forks) next() *method.Solver {
	if len(f.all) == 0 {
		f.all = append(f.all, f.of)
		return f.of
	}
	s, err := f.of.Fork()
	if err != nil {
		f.err = cmp.Or(f.err, err)
		return f.of
	}
	f.all = append(f.all, s)
	return s
}

// close closes them all, the first one too. What was answered stands, so an error has no bearing on
// the command.
func (f *forks) close() {
	_ = f.of.Close()
	for _, s := range f.all {
		_ = s.Close()
	}
}
