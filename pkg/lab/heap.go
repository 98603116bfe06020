package lab

import "runtime"

// LiveHeap returns the bytes of the objects that can be reached, after collecting garbage. The second
// collection frees what the first one found to have a finalizer or to lie in a pool.
func LiveHeap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
