package accel

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Card holds a vendor's published limits for a graphics card: what the data sheet
// says, not what anyone measured here. Rates are for dense operands (without the
// sparsity that doubles the headline figures), in TFLOP/s; 0 means that the card
// has no such unit.
type Card struct {
	Name     string  `json:"name"`
	BF16     float64 `json:"bf16_tflops"`
	TF32     float64 `json:"tf32_tflops"`
	FP32     float64 `json:"fp32_tflops"`  // ordinary units
	MemoryGB float64 `json:"memory_gb_s"`  // GB/s, 10⁹ bytes
	Source   string  `json:"source"`       // whose figures
	Matched  string  `json:"matched_name"` // the driver's name that was looked up
}

const vendorSource = "vendor-published (NVIDIA data sheet), dense, not measured"

// cards in the order of matching: a name is matched by the first entry all of whose
// words it contains, so the special forms come before the plain name.
var cards = []struct {
	words []string
	card  Card
}{
	{[]string{"h200", "nvl"}, Card{Name: "H200 NVL", BF16: 835.5, TF32: 417.5, FP32: 60, MemoryGB: 4800}},
	{[]string{"h200"}, Card{Name: "H200 SXM", BF16: 989.5, TF32: 494.5, FP32: 67, MemoryGB: 4800}},
	{[]string{"h100", "nvl"}, Card{Name: "H100 NVL", BF16: 835.5, TF32: 417.5, FP32: 60, MemoryGB: 3900}},
	{[]string{"h100", "pcie"}, Card{Name: "H100 PCIe", BF16: 756.5, TF32: 378, FP32: 51, MemoryGB: 2000}},
	{[]string{"h100"}, Card{Name: "H100 SXM", BF16: 989.5, TF32: 494.5, FP32: 67, MemoryGB: 3350}},
	{[]string{"a100", "pcie", "80gb"}, Card{Name: "A100 PCIe 80 GB", BF16: 312, TF32: 156, FP32: 19.5, MemoryGB: 1935}},
	{[]string{"a100", "80gb"}, Card{Name: "A100 SXM 80 GB", BF16: 312, TF32: 156, FP32: 19.5, MemoryGB: 2039}},
	{[]string{"a100"}, Card{Name: "A100 40 GB", BF16: 312, TF32: 156, FP32: 19.5, MemoryGB: 1555}},
}

// FindCard looks a driver's name for a card ("NVIDIA H200", "NVIDIA A100-SXM4-80GB")
// up in the table of published limits.
func FindCard(name string) (Card, bool) {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == '-' || r == '_' })
	for _, entry := range cards {
		all := true
		for _, want := range entry.words {
			has := false
			for _, w := range words {
				has = has || w == want
			}
			all = all && has
		}
		if all {
			card := entry.card
			card.Source, card.Matched = vendorSource, name
			return card, true
		}
	}
	return Card{}, false
}

// Card returns the published limits of the card that a choice computes on; false where it is no card, or
// none that is known.
func (c *Choice) Card(ctx context.Context) (Card, bool) {
	if c.Platform != PlatformCUDA {
		return Card{}, false
	}
	return FindCard(cardName(ctx))
}

// cardName asks the driver for the name of the first card: its file under /proc,
// else nvidia-smi. PJRT's own description through go-xla is only "cuda:0".
func cardName(ctx context.Context) string {
	if files, err := filepath.Glob("/proc/driver/nvidia/gpus/*/information"); err == nil {
		for _, file := range files {
			if name := modelLine(file); name != "" {
				return name
			}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "nvidia-smi", "--query-gpu=name", "--format=csv,noheader").Output()
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(first)
}

// modelLine reads the value of the line "Model:" from the driver's file.
func modelLine(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	scanner := bufio.NewScanner(f)
	for scanner.Scan() {
		if value, ok := strings.CutPrefix(scanner.Text(), "Model:"); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
