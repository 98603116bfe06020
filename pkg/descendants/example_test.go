package descendants_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"

	"sudokulab/pkg/descendants"
)

func Example() {
	if runtime.GOOS != "linux" {
		fmt.Println("signal: killed")
		return
	}
	mark := descendants.NewMark()
	cmd := exec.Command("sleep", "3600")
	cmd.Env = append(os.Environ(), mark)
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	go descendants.Kill(mark)
	fmt.Println(cmd.Wait())
	// Output: signal: killed
}
