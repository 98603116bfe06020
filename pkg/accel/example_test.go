package accel_test

import (
	"context"
	"fmt"
	"time"

	"sudokulab/pkg/accel"
)

func Example() {
	ctx := context.Background()
	choice, err := accel.Choose(ctx, accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	fmt.Println(choice.Name, "-", choice.Reason)

	config := accel.DefaultProbe(choice.Platform)
	config.Budget, config.HostBytes, config.StreamBytes = time.Second, 1<<16, 1<<16
	config.Products = []accel.Product{{Format: accel.FormatF32, M: 32, K: 16, N: 8}}
	report, err := accel.Probe(ctx, choice, config)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("right answer:", report.Answer.OK)
	fmt.Println("rates:", len(report.Copies), "copies,", len(report.Products), "product")
	// Output:
	// go - go was asked for
	// right answer: true
	// rates: 3 copies, 1 product
}

func ExampleChoose_refused() {
	_, err := accel.Choose(context.Background(), accel.Options{Backend: "gpu"})
	fmt.Println(err)
	// Output:
	// accel: unknown backend "gpu", want auto, go, xla:cpu, xla:cuda or xla:/path/to/plugin.so
}

func ExampleFindCard() {
	card, _ := accel.FindCard("NVIDIA H200")
	fmt.Printf("%s: bf16 %g TFLOP/s, %g GB/s\n%s\n", card.Name, card.BF16, card.MemoryGB, card.Source)
	// Output:
	// H200 SXM: bf16 989.5 TFLOP/s, 4800 GB/s
	// vendor-published (NVIDIA data sheet), dense, not measured
}
