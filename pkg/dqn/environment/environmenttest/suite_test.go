package environmenttest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/generate"
)

// honest makes an environment that keeps the contract.
func honest() (Environment, error) { return honestOf(environment.Default(4)) }

func honestOf(c environment.Config) (*environment.Environment, error) {
	source, err := environment.Generate(c.Side, generate.Range{Low: c.Side * c.Side / 2, High: c.Side * c.Side * 3 / 4})
	if err != nil {
		return nil, err
	}
	return environment.New(c, source)
}

func TestHonest(t *testing.T) {
	for _, side := range []int{4, 9} {
		for name, change := range map[string]func(*environment.Config){
			"documented": func(*environment.Config) {},
			"taken back": func(c *environment.Config) { c.EndAtMistake, c.TakeBack = false, true },
			"rules only": func(c *environment.Config) { c.EndAtMistake, c.Judge = false, environment.ByRules },
		} {
			t.Run(fmt.Sprintf("%d %s", side, name), func(t *testing.T) {
				c := environment.Default(side)
				change(&c)
				Run(t, func() (Environment, error) { return honestOf(c) })
			})
		}
	}
}

// broken is honest but for the functions that are set. Each gets what the honest one answered.
type broken struct {
	*environment.Environment
	actions      func(environment.Discrete) environment.Discrete
	observations func(environment.Box) environment.Box
	before       func(seed **uint64, o *environment.Options) // of a reset
	reset        func(o *environment.Observation, info *environment.Info, err *error)
	action       func(*int)
	step         func(r *result, err *error)
	state        func([]byte) []byte
	modes        func([]environment.Mode) []environment.Mode
	render       func(m environment.Mode, f *environment.Frame, err *error)
	close        func(error) error
}

func (b *broken) ActionSpace() environment.Discrete {
	if b.actions != nil {
		return b.actions(b.Environment.ActionSpace())
	}
	return b.Environment.ActionSpace()
}

func (b *broken) ObservationSpace() environment.Box {
	if b.observations != nil {
		return b.observations(b.Environment.ObservationSpace())
	}
	return b.Environment.ObservationSpace()
}

func (b *broken) Reset(seed *uint64, o environment.Options) (environment.Observation, environment.Info, error) {
	if b.before != nil {
		b.before(&seed, &o)
	}
	obs, info, err := b.Environment.Reset(seed, o)
	if b.reset != nil {
		b.reset(&obs, &info, &err)
	}
	return obs, info, err
}

func (b *broken) Step(action int) (environment.Transition, error) {
	if b.action != nil {
		b.action(&action)
	}
	var r result
	var err error
	r.Transition, err = b.Environment.Step(action)
	if b.step != nil {
		b.step(&r, &err)
	}
	return r.Transition, err
}

func (b *broken) RandomState() []byte {
	if b.state != nil {
		return b.state(b.Environment.RandomState())
	}
	return b.Environment.RandomState()
}

func (b *broken) RenderModes() []environment.Mode {
	if b.modes != nil {
		return b.modes(b.Environment.RenderModes())
	}
	return b.Environment.RenderModes()
}

func (b *broken) Render(m environment.Mode) (environment.Frame, error) {
	f, err := b.Environment.Render(m)
	if b.render != nil {
		b.render(m, &f, &err)
	}
	return f, err
}

func (b *broken) Close() error {
	err := b.Environment.Close()
	if b.close != nil {
		return b.close(err)
	}
	return err
}

// recorder keeps what a check reports.
type recorder struct{ faults []string }

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

// runCheck runs one check by name and returns what it reported.
func runCheck(t *testing.T, name string, newEnvironment func() (Environment, error)) []string {
	t.Helper()
	all := checks()
	i := slices.IndexFunc(all, func(c check) bool { return c.name == name })
	if i < 0 {
		t.Fatalf("no check %q", name)
	}
	r := new(recorder)
	all[i].run(&suite{reporter: r, new: newEnvironment})
	return r.faults
}

// TestEqual: a difference in any part of what a step leads to is seen.
func TestEqual(t *testing.T) {
	whole := func() result {
		return result{environment.Transition{Observation: []uint8{1}, Info: environment.Info{Legal: []bool{true}, Strict: []bool{true}}}}
	}
	if !whole().equal(whole()) {
		t.Error("equal results differ")
	}
	r := whole()
	parts := 0
	var spoil func(v reflect.Value, name string)
	spoil = func(v reflect.Value, name string) {
		if v.Kind() == reflect.Struct {
			for i := range v.NumField() {
				spoil(v.Field(i), name+"."+v.Type().Field(i).Name)
			}
			return
		}
		was := reflect.ValueOf(v.Interface())
		switch {
		case v.CanInt():
			v.SetInt(1)
		case v.CanUint():
			v.SetUint(1)
		case v.CanFloat():
			v.SetFloat(1)
		case v.Kind() == reflect.Bool:
			v.SetBool(true)
		default:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		parts++
		if r.equal(whole()) {
			t.Errorf("another %s is not seen", name)
		}
		v.Set(was)
	}
	spoil(reflect.ValueOf(&r).Elem(), "result")
	if parts != 9 {
		t.Errorf("%d parts were changed, want 9", parts)
	}
}

// TestChecksFail proves of each check that it can fail: every row is an environment that breaks one promise,
// the check that must notice, and a part of what it must say.
func TestChecksFail(t *testing.T) {
	type row struct {
		check, says string
		spoil       func(b *broken)
	}
	made := 0 // environments, for faults that come and go between them
	calls := 0
	buffer := make(environment.Observation, 16)
	mask := make([]bool, 64)
	forgive := func(_ environment.Mode, f *environment.Frame, err *error) {
		if *err != nil {
			f.Text, f.Image, *err = "text", image.NewRGBA(image.Rect(0, 0, 1, 1)), nil
		}
	}
	rows := []row{
		{"spaces", "0 actions", func(b *broken) {
			b.actions = func(environment.Discrete) environment.Discrete { return environment.Discrete{} }
		}},
		{"spaces", "each length 1", func(b *broken) {
			b.observations = func(x environment.Box) environment.Box { x.Shape = nil; return x }
		}},
		{"spaces", "each length 1", func(b *broken) {
			b.observations = func(x environment.Box) environment.Box { x.Shape = []int{4, 0}; return x }
		}},
		{"spaces", "more than one number", func(b *broken) {
			b.observations = func(x environment.Box) environment.Box { x.Low = x.High; return x }
		}},
		{"spaces", "changes a space", func(b *broken) {
			b.observations = func(x environment.Box) environment.Box { calls++; x.High += uint8(calls & 1); return x }
		}},

		{"reset", "not in its space", func(b *broken) {
			b.reset = func(o *environment.Observation, _ *environment.Info, _ *error) { (*o)[3] = 200 }
		}},
		{"reset", "not in its space", func(b *broken) {
			b.reset = func(o *environment.Observation, _ *environment.Info, _ *error) { *o = (*o)[1:] }
		}},
		{"reset", "masks of", func(b *broken) {
			b.reset = func(_ *environment.Observation, i *environment.Info, _ *error) { i.Legal = i.Legal[1:] }
		}},
		{"reset", "strict mask alone", func(b *broken) {
			b.reset = func(_ *environment.Observation, i *environment.Info, _ *error) { clear(i.Legal) }
		}},
		{"reset", "after 1 moves", func(b *broken) {
			b.reset = func(_ *environment.Observation, i *environment.Info, _ *error) { i.Moves = 1 }
		}},
		{"reset", "no luck", func(b *broken) {
			b.reset = func(_ *environment.Observation, _ *environment.Info, err *error) { *err = errors.New("no luck") }
		}},

		{"reset repeats", "two resets with one seed differ", func(b *broken) { b.before = func(seed **uint64, _ *environment.Options) { *seed = nil } }},
		{"reset repeats", "two resets with one seed differ", func(b *broken) {
			made++
			k := uint64(made)
			b.before = func(seed **uint64, _ *environment.Options) {
				if *seed != nil {
					*seed = new(**seed + k)
				}
			}
		}},
		{"reset repeats", "random states", func(b *broken) {
			b.state = func(s []byte) []byte { calls++; return binary.AppendVarint(s, int64(calls)) }
		}},
		{"reset repeats", "resets after two resets", func(b *broken) {
			b.before = func(seed **uint64, _ *environment.Options) {
				calls++
				if *seed == nil {
					*seed = new(uint64(calls))
				}
			}
		}},

		{"seeds differ", "all begin with the board", func(b *broken) {
			b.before = func(_ **uint64, o *environment.Options) { o.Puzzle = board.MustParse("12..34..21.443.1") }
		}},
		{"seeds differ", "random states", func(b *broken) { b.before = func(seed **uint64, _ *environment.Options) { *seed = new(uint64(1)) } }},
		{"seeds differ", "leaves the random state", func(b *broken) {
			b.before = func(seed **uint64, _ *environment.Options) {
				if *seed == nil {
					*seed = new(uint64(19))
				}
			}
		}},

		{"options", "not what is played", func(b *broken) {
			b.before = func(_ **uint64, o *environment.Options) { o.Puzzle = board.Board{} }
		}},
		{"options", "of another side is no error", func(b *broken) {
			b.reset = func(_ *environment.Observation, _ *environment.Info, err *error) { *err = nil }
		}},
		{"options", "changes the random state", func(b *broken) {
			b.before = func(_ **uint64, o *environment.Options) {
				if !o.Puzzle.IsZero() && o.Puzzle.Filled() == 0 {
					_, _, _ = b.Environment.Reset(nil, environment.Options{})
				}
			}
		}},
		{"options", "that is refused changes the game", func(b *broken) {
			b.before = func(_ **uint64, o *environment.Options) {
				if !o.Puzzle.IsZero() && o.Puzzle.Filled() == 0 {
					_, _ = b.Environment.Step(1)
				}
			}
		}},

		{"step repeats", "two episodes", func(b *broken) {
			b.step = func(r *result, _ *error) { calls++; r.Reward += float64(calls) }
		}},
		{"step repeats", "two random states", func(b *broken) {
			b.state = func(s []byte) []byte { calls++; return binary.AppendVarint(s, int64(calls)) }
		}},

		{"episodes", "not in its space", func(b *broken) { b.step = func(r *result, _ *error) { r.Observation[0] = 5 } }},
		{"episodes", "the reward is NaN", func(b *broken) { b.step = func(r *result, _ *error) { r.Reward = math.NaN() } }},
		{"episodes", "the reward is -Inf", func(b *broken) { b.step = func(r *result, _ *error) { r.Reward = math.Inf(-1) } }},
		{"episodes", "terminated and truncated", func(b *broken) { b.step = func(r *result, _ *error) { r.Truncated = r.Terminated } }},
		{"episodes", "cut off after one move", func(b *broken) { b.step = func(r *result, _ *error) { r.Truncated = !r.Terminated } }},
		{"episodes", "info counts", func(b *broken) { b.step = func(r *result, _ *error) { r.Info.Moves++ } }},
		{"episodes", "masks of", func(b *broken) { b.step = func(r *result, _ *error) { r.Info.Strict = nil } }},

		{"wrong time", "before the first reset", func(b *broken) {
			b.step = func(_ *result, err *error) {
				if errors.Is(*err, environment.ErrNotReset) {
					*err = nil
				}
			}
		}},
		{"wrong time", "a picture before the first reset", func(b *broken) { b.render = forgive }},
		{"wrong time", "after the end", func(b *broken) {
			b.step = func(_ *result, err *error) {
				if errors.Is(*err, environment.ErrOver) {
					*err = nil
				}
			}
		}},
		{"wrong time", "none of 20 episodes ends", func(b *broken) {
			b.step = func(r *result, err *error) { r.Terminated, r.Truncated, *err = false, false, nil }
		}},

		{"action outside", "action -1 is no error", func(b *broken) { b.action = func(a *int) { *a = max(*a, 0) } }},
		{"action outside", "action 64 is no error", func(b *broken) { b.action = func(a *int) { *a = min(*a, 63) } }},
		{"action outside", "changes the game", func(b *broken) {
			b.action = func(a *int) {
				if *a == -1 {
					_, _ = b.Environment.Step(1)
				}
			}
		}},

		{"data kept", "changed by later calls", func(b *broken) {
			b.step = func(r *result, _ *error) { copy(buffer, r.Observation); r.Observation = buffer }
		}},
		{"data kept", "changed by later calls", func(b *broken) {
			b.step = func(r *result, _ *error) { copy(mask, r.Info.Strict); r.Info.Strict = mask }
		}},
		{"data kept", "changed by later calls", func(b *broken) {
			b.reset = func(o *environment.Observation, _ *environment.Info, _ *error) { copy(buffer, *o); *o = buffer }
		}},
		{"data kept", "returns an observation a second time", func(b *broken) {
			constant := make(environment.Observation, 16)
			b.step = func(r *result, _ *error) { r.Observation = constant }
		}},
		{"data kept", "returns a mask a second time", func(b *broken) {
			constant := make([]bool, 64)
			b.step = func(r *result, _ *error) { r.Info.Strict = constant }
		}},

		{"data apart", "writing to what was returned", func(b *broken) {
			own := make(environment.Observation, 16)
			b.reset = func(o *environment.Observation, _ *environment.Info, _ *error) { copy(own, *o); *o = own }
			b.step = func(r *result, _ *error) {
				if own[5] == 99 {
					r.Reward--
				}
			}
		}},

		{"render", "no mode", func(b *broken) { b.modes = func([]environment.Mode) []environment.Mode { return nil } }},
		{"render", `mode "svg": no text`, func(b *broken) {
			b.render = func(m environment.Mode, f *environment.Frame, _ *error) {
				if m == environment.SVG {
					f.Text = ""
				}
			}
		}},
		{"render", `mode "rgb_array": no picture`, func(b *broken) {
			b.render = func(_ environment.Mode, f *environment.Frame, _ *error) { f.Image = nil }
		}},
		{"render", `mode "ansi": out of ink`, func(b *broken) {
			b.render = func(m environment.Mode, _ *environment.Frame, err *error) {
				if m == environment.ANSI {
					*err = errors.New("out of ink")
				}
			}
		}},
		{"render", "two pictures of one position", func(b *broken) {
			b.render = func(_ environment.Mode, f *environment.Frame, _ *error) {
				calls++
				f.Text += strings.Repeat(".", calls%2)
			}
		}},
		{"render", "a mode that is none", func(b *broken) { b.render = forgive }},
		{"render", "rendering changes the game", func(b *broken) {
			b.render = func(environment.Mode, *environment.Frame, *error) { _, _ = b.Environment.Step(1) }
		}},

		{"close", "close: twice", func(b *broken) {
			closed := false
			b.close = func(error) error {
				if closed {
					return errors.New("twice")
				}
				closed = true
				return nil
			}
		}},
		{"close", "a reset after close", func(b *broken) {
			b.reset = func(_ *environment.Observation, _ *environment.Info, err *error) { *err = nil }
		}},
		{"close", "a step after close", func(b *broken) { b.step = func(_ *result, err *error) { *err = nil } }},
		{"close", "a picture after close", func(b *broken) { b.render = forgive }},
	}
	covered := map[string]bool{}
	for _, r := range rows {
		covered[r.check] = true
		faults := runCheck(t, r.check, func() (Environment, error) {
			e, err := honestOf(environment.Default(4))
			if err != nil {
				return nil, err
			}
			b := &broken{Environment: e}
			r.spoil(b)
			return b, nil
		})
		if !slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, r.says) }) {
			t.Errorf("%s: an environment that must be told by %q is told by %q", r.check, r.says, faults)
		}
	}
	for _, c := range checks() {
		if !covered[c.name] {
			t.Errorf("no environment shows that the check %q can fail", c.name)
		}
		if faults := runCheck(t, c.name, honest); len(faults) != 0 {
			t.Errorf("%s: the honest environment is told by %q", c.name, faults)
		}
		if faults := runCheck(t, c.name, func() (Environment, error) { return nil, errors.New("none") }); len(faults) == 0 {
			t.Errorf("%s: nothing is said where no environment is made", c.name)
		}
	}
}
