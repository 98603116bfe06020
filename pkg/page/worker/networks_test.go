package worker_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	_ "sudokulab/pkg/method/agent"
	_ "sudokulab/pkg/method/learned"
	_ "sudokulab/pkg/method/tensor"
	"sudokulab/pkg/page"
	"sudokulab/pkg/page/protocol"
	"sudokulab/pkg/page/worker"
	"sudokulab/pkg/watch/agents"
)

const (
	puzzle   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// TestNetworks: the program with the networks has the methods of this one, in the same words, and they solve and are watched. The
// page with it stays a file that can be sent by mail.
func TestNetworks(t *testing.T) {
	e := built(t, worker.Networks)
	html, err := page.Single(&e)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.2f MB of program, %.2f MB of page", float64(len(e.Wasm))/1e6, float64(len(html))/1e6)
	if most := 8_000_000; len(html) > most {
		t.Errorf("a page of %d bytes, want %d at most", len(html), most)
	}
	begin := time.Now()
	p, err := node(t, e)()
	if err != nil {
		t.Fatal(err)
	}
	defer p.end()
	t.Logf("ready after %v", time.Since(begin))
	frames := 0
	ask := func(call, args string, result any) {
		t.Helper()
		frames = 0
		said, err := p.ask(t.Context(), call, []byte(args), func([]byte) error {
			frames++
			return nil
		})
		if err == nil {
			err = json.Unmarshal(said, result)
		}
		if err != nil {
			t.Fatalf("%s %s: %v", call, args, err)
		}
	}

	agents.Register()
	want, err := protocol.New(protocol.DefaultLimits()).Do(t.Context(), "methods", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var has protocol.Methods
	ask("methods", "{}", &has)
	if !reflect.DeepEqual(has, want) {
		t.Errorf("methods %+v, want %+v", has, want)
	}
	learned := 0
	for _, m := range has.Methods {
		if !m.Learned {
			continue
		}
		learned++
		if !m.Watched {
			t.Errorf("%s: %s", m.Name, m.Unwatched)
		}
	}
	if learned == 0 {
		t.Error("no learned methods")
	}

	answers := func(call, cells, name string) {
		t.Helper()
		var s protocol.Solved
		ask(call, fmt.Sprintf(`{"board":{"cells":%q},"method":%q}`, cells, name), &s)
		t.Logf("%s %s: %s in %.2f s, %d frames", call, name, s.Status, s.Seconds, frames)
		decides := name == "gnn-guided" || name == "tensor"
		if want := map[bool]string{true: "unique", false: "found"}[decides]; s.Status != want || s.Grid != solution || s.Method != name || (call == "watch") != (frames > 1) {
			t.Errorf("%s: %+v, %d frames", call, s, frames)
		}
	}
	row := strings.Repeat(".", 9) + solution[9:] // for an agent takes a tenth of a second per move
	for name, cells := range map[string]string{"gnn": puzzle, "gnn-guided": puzzle, "dqn": row, "tensor": puzzle} {
		answers("solve", cells, name)
		answers("watch", row, name)
	}
}

// TestFound: a method that only finds is not said to have come to a limit. Package protocol has none of these methods in its own tests.
func TestFound(t *testing.T) {
	got, err := protocol.New(protocol.DefaultLimits()).Do(t.Context(), "solve", json.RawMessage(fmt.Sprintf(`{"board":{"cells":%q},"method":"gnn"}`, puzzle)), nil)
	if s, ok := got.(protocol.Solved); err != nil || !ok || s.Status != "found" || s.Solutions != 1 || s.Grid != solution {
		t.Errorf("%+v, %v", got, err)
	}
}
