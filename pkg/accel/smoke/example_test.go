package smoke_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/accel/smoke"
)

func ExampleRun() {
	ctx := context.Background()
	choice, err := accel.Choose(ctx, accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	dir, err := os.MkdirTemp("", "smoke-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()

	config := smoke.DefaultConfig(choice.Platform)
	config.Probe.Budget, config.Probe.HostBytes, config.Probe.StreamBytes = time.Second, 1<<12, 1<<12
	config.Probe.Products = nil // rates are not the point here
	report, err := smoke.Run(ctx, choice, config, dir, io.Discard)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("gradients:", report.Gradient.OK)
	fmt.Println("loss halved:", report.Training.OK)
	fmt.Println("resumed to the last bit:", report.Resume.Exact)
	// Output:
	// gradients: true
	// loss halved: true
	// resumed to the last bit: true
}
