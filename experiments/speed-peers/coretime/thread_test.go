package coretime

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

func TestThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, ok := Thread()
	if !ok {
		t.Skip("not known on this system")
	}
	begin := time.Now()
	time.Sleep(20 * time.Millisecond)
	asleep, _ := Thread()
	if asleep-before > 10*time.Millisecond {
		t.Errorf("%s on a core while asleep", asleep-before)
	}
	for time.Since(begin) < 30*time.Millisecond {
		runtime.Gosched()
	}
	if after, _ := Thread(); after <= asleep || after-before > time.Since(begin) {
		t.Errorf("%s on a core in %s", after-before, time.Since(begin))
	}
}

func Example() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begin, _ := Thread()
	time.Sleep(time.Millisecond)
	if end, ok := Thread(); ok {
		fmt.Println(end-begin < time.Millisecond) // asleep without a core
	} else {
		fmt.Println(true)
	}
	// Output: true
}
