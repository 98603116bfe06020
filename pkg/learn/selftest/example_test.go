package selftest_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/learn/selftest"
)

func ExampleRun() {
	ctx := context.Background()
	choice, err := accel.Choose(ctx, accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	dir, err := os.MkdirTemp("", "selftest-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()

	config := selftest.Default(choice.Platform)
	config.Probe.Budget, config.Probe.HostBytes, config.Probe.StreamBytes = time.Second, 1<<12, 1<<12
	config.Probe.Products = nil                                                    // rates are not the point here
	report, err := selftest.Run(ctx, choice, config, nil, dir, selftest.Options{}) // nil: no cases but its own
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("gradients:", report.Gradient.OK)
	for _, r := range report.Results {
		fmt.Printf("%s: %v, resumed to the last bit: %v\n", r.Name, r.OK, r.Exact)
	}
	// Output:
	// gradients: true
	// two layers, small: true, resumed to the last bit: true
}
