package record_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"sudokulab/pkg/record"
)

func TestParseKey(t *testing.T) {
	for _, tc := range []struct {
		kind string
		dims []record.Dim
		want string
	}{
		{"sample", nil, "sample"},
		{"", []record.Dim{record.D("set", "17clue")}, "set=17clue"},
		{"within/unique", []record.Dim{record.D("set", "own-easy"), record.D("side", 9)}, "within/unique/set=own-easy/side=9"},
		{"speed", []record.Dim{record.D("peer", "rust, no symmetry"), record.D("load", 0.5)}, "speed/peer=rust, no symmetry/load=0.5"},
	} {
		key := record.Key(tc.kind, tc.dims...)
		if key != tc.want {
			t.Errorf("key %q, want %q", key, tc.want)
		}
		kind, dims, err := record.ParseKey(key)
		if err != nil || kind != tc.kind || !slices.Equal(dims, tc.dims) {
			t.Errorf("%q reads back as kind %q with %v (%v)", key, kind, dims, err)
		}
	}
	for _, bad := range []string{"", "/", "a/", "a//b", "set=", "=17clue", "set=a/b", "set=a/set=b", "set=a=b", "A", "any network", "4x4/seed=1", "nodes/set=a/mac+mrv"} {
		if kind, dims, err := record.ParseKey(bad); err == nil {
			t.Errorf("%q reads as kind %q with %v", bad, kind, dims)
		}
	}
}

func TestKeyOfBadParts(t *testing.T) {
	for _, dims := range [][]record.Dim{{{Name: "set", Value: ""}}, {{Name: "set", Value: "a/b"}}, {{Name: "Set", Value: "a"}}, {record.D("a", 1), record.D("a", 2)}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v made a key", dims)
				}
			}()
			record.Key("kind", dims...)
		}()
	}
}

func cases(keys ...string) (set record.Set) {
	for _, k := range keys {
		set = append(set, record.Record{Case: k})
	}
	return set
}

func keys(set record.Set) (out []string) {
	for _, r := range set {
		out = append(out, r.Case)
	}
	return out
}

func TestWhere(t *testing.T) {
	set := cases("nodes/set=a/order=mrv", "nodes/set=b/order=mrv", "nodes/set=a/order=first", "times/set=a", "nodes", "set=a")
	for _, tc := range []struct {
		pattern string
		got     record.Set
		want    []string
	}{
		{"nodes", set.Where("nodes"), []string{"nodes/set=a/order=mrv", "nodes/set=b/order=mrv", "nodes/set=a/order=first", "nodes"}},
		{"nodes/set=a", set.Where("nodes", record.D("set", "a")), []string{"nodes/set=a/order=mrv", "nodes/set=a/order=first"}},
		{"nodes/order=first/set=*", set.Where("nodes", record.D("order", "first"), record.Any("set")), []string{"nodes/set=a/order=first"}},
		{"set=*", set.Where("", record.Any("set")), []string{"set=a"}},
		{"node", set.Where("node"), nil},
	} {
		if got := keys(tc.got); !slices.Equal(got, tc.want) {
			t.Errorf("where %s: %q, want %q", tc.pattern, got, tc.want)
		}
		if got := keys(set.Like(tc.pattern)); !slices.Equal(got, tc.want) {
			t.Errorf("like %s: %q, want %q", tc.pattern, got, tc.want)
		}
	}
}

func TestGroupBy(t *testing.T) {
	set := cases("nodes/set=a/order=mrv", "nodes/set=b/order=mrv", "nodes/set=a/order=first", "sum")
	var got []string
	for _, g := range set.GroupBy("set") {
		got = append(got, fmt.Sprint(g.Dims, keys(g.Set)))
	}
	want := []string{"[set=a] [nodes/set=a/order=mrv nodes/set=a/order=first]", "[set=b] [nodes/set=b/order=mrv]"}
	if !slices.Equal(got, want) {
		t.Errorf("groups %q, want %q", got, want)
	}
	if got, want := set.Values("order"), []string{"mrv", "first"}; !slices.Equal(got, want) {
		t.Errorf("orders %q, want %q", got, want)
	}
}

// absent returns what f panics with.
func absent(f func()) (e *record.AbsentError) {
	defer func() { e, _ = recover().(*record.AbsentError) }()
	f()
	return nil
}

func TestUnknownNamesAreErrors(t *testing.T) {
	r := record.Record{Case: "nodes/set=a/side=9", Exact: map[string]record.Metric{"nodes": {Value: 3, Unit: "nodes", N: 1}}}
	if r.Value("nodes") != 3 || r.Dim("set") != "a" || r.Int("side") != 9 || r.Kind() != "nodes" || !r.Has("set") || r.Has("order") {
		t.Errorf("%+v is read wrongly", r)
	}
	for name, f := range map[string]func(){
		"metric":       func() { r.Value("node") },
		"dimension":    func() { r.Dim("order") },
		"whole number": func() { r.Int("set") },
	} {
		if e := absent(f); e == nil || !errors.Is(e, record.ErrNoRecord) {
			t.Errorf("%s that is not there: %v", name, e)
		}
	}
}

func TestWatch(t *testing.T) {
	set, asked := record.Set{{Case: "a", Noisy: map[string]record.Metric{"time": {}}}, {Case: "b", Texts: map[string]string{"trace": ""}}}.Watch()
	for _, r := range set {
		r.Metric("time")
		r.Metric("times")
	}
	if got := asked.Unknown(); !slices.Equal(got, []string{"times"}) {
		t.Errorf("unknown names %q", got)
	}
}

func ExampleSet_Where() {
	set := cases("nodes/set=17clue/order=mrv", "nodes/set=17clue/order=first", "times/set=17clue")
	for _, r := range set.Where("nodes", record.D("set", "17clue")) {
		fmt.Println(r.Dim("order"))
	}
	// Output:
	// mrv
	// first
}

func TestNumbers(t *testing.T) {
	r := record.Record{Exact: map[string]record.Metric{}, Noisy: map[string]record.Metric{"solved steps=64": {}}}
	for _, name := range []string{"solved steps=8", "right steps=16", "solved steps=", "solved steps=x", "solved", "batch=4 peak", "batch=8"} {
		r.Exact[name] = record.Metric{}
	}
	if got := r.Numbers("solved steps=", ""); !slices.Equal(got, []int{8, 64}) {
		t.Errorf("numbers %v, want 8 and 64", got)
	}
	if got := r.Numbers("batch=", " peak"); !slices.Equal(got, []int{4}) {
		t.Errorf("numbers %v, want 4", got)
	}
}
