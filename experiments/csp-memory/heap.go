package cspmemory

import (
	"runtime/metrics"
)

// heapMeter follows the heap without stopping the world or collecting: objects in use,
// garbage not yet freed included, and memory that the runtime holds from the system.
type heapMeter struct {
	samples             []metrics.Sample
	objects, held, used float64 // peaks
}

const (
	objectsMetric  = "/memory/classes/heap/objects:bytes"
	unusedMetric   = "/memory/classes/heap/unused:bytes"
	totalMetric    = "/memory/classes/total:bytes"
	releasedMetric = "/memory/classes/heap/released:bytes"
)

func newHeapMeter() *heapMeter {
	return &heapMeter{samples: []metrics.Sample{
		{Name: objectsMetric}, {Name: unusedMetric}, {Name: totalMetric}, {Name: releasedMetric},
	}}
}

// look takes a sample; it allocates nothing.
func (h *heapMeter) look() {
	metrics.Read(h.samples)
	at := func(i int) float64 { return float64(h.samples[i].Value.Uint64()) }
	h.objects = max(h.objects, at(0))
	h.used = max(h.used, at(0)+at(1)) // MemStats.HeapInuse
	h.held = max(h.held, at(2)-at(3))
}
