package pagetest_test

import (
	_ "embed"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sudokulab/pkg/page"
	"sudokulab/pkg/page/pagetest"
)

//go:embed testdata/position.js
var positionScript string

// modules hands the script the page's modules, which are found in a folder or at an address.
func modules(from string) string {
	return `Promise.all(["state", "subject", "place"].map((name) => import("` + from + `" + name + ".js"))).then((all) => (` + positionScript + `)(...all))`
}

// TestPosition: what is given, the person's or found stays told apart, and questions are of what they say. The modules that know it need no
// browser: whichever of Node.js and a browser this machine has runs them.
func TestPosition(t *testing.T) {
	var faults []string
	if node, err := exec.LookPath("node"); err == nil {
		faults = inNode(t, node)
	} else {
		p := opened(t, browser(t, pagetest.Options{}), served(t, nil))
		must(t, p.Eval(modules("./"), &faults))
	}
	for _, f := range faults {
		t.Error(f)
	}
}

// inNode runs the script in Node.js, on a copy of the modules.
func inNode(t *testing.T, node string) (faults []string) {
	t.Helper()
	dir := t.TempDir()
	must(t, os.CopyFS(dir, page.Files()))
	const kind = `{"type": "module"}`
	script := modules("./") + `.then((faults) => console.log(JSON.stringify(faults)))`
	must(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte(kind), 0o600), os.WriteFile(filepath.Join(dir, "run.js"), []byte(script), 0o600))
	cmd := exec.CommandContext(t.Context(), node, filepath.Join(dir, "run.js"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	must(t, err, json.Unmarshal(out, &faults))
	return faults
}
