package lab

import (
	"runtime"
	"testing"
)

func TestLiveHeap(t *testing.T) {
	const size = 16 << 20
	before := LiveHeap()
	held := make([]byte, size)
	during := LiveHeap()
	runtime.KeepAlive(held)
	if grown := during - before; grown < 0.9*size || grown > 1.1*size {
		t.Errorf("the heap grew by %v bytes for %d that are held", grown, size)
	}
	if left := LiveHeap() - before; left > 0.1*size {
		t.Errorf("%v bytes are left of %d that nothing holds", left, size)
	}
}
