package job

import (
	"strings"
	"testing"
)

// TestSpec: what is wrong with a job file is said, with the line where there is one.
func TestSpec(t *testing.T) {
	const good = "operation: count\ninput:\n  seed: 0\n  from: 5\n  count: 10\nshards: 3\noutput: out\n"
	read := func(text string) error {
		_, err := parse("j.yaml", []byte(text), nil)
		return err
	}
	if err := read(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"shards: 3", "shards: 1.5", "job: j.yaml:6: shards: 1.5, want a whole number"},
		{"count: 10", "count: 1e1", "job: j.yaml:5: count: 1e1, want a whole number"},
		{"from: 5", "from: 5.5", "job: j.yaml:4: from: 5.5, want a whole number"},
		{"seed: 0", "seed: 0.5", "job: j.yaml:3: seed: 0.5, want a whole number"},
		{"shards: 3", "shard: 3", `job: j.yaml:6: unknown field "shard"`},
		{"shards: 3", "shards: 3\nshards: 3", "job: j.yaml:7: "},
		{"shards: 3", "shards: 0", "job: j.yaml: shards: 0, want 1 to 1000000"},
		{"operation: count\n", "", "job: j.yaml: no operation"},
		{"output: out", "output: [", "job: j.yaml:"},
	} {
		if err := read(strings.Replace(good, c.from, c.to, 1)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.to, err, c.want)
		}
	}
}
