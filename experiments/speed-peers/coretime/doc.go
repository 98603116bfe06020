// Package coretime tells how long the calling thread has had a core of the processor: what
// a computation took, whatever else the machine did meanwhile.
//
//	runtime.LockOSThread()
//	defer runtime.UnlockOSThread()
//	begin, _ := coretime.Thread()
//	compute()
//	if end, ok := coretime.Thread(); ok {
//		fmt.Println(end - begin)
//	}
//
// The goroutine must be locked to its thread between two calls. A call costs a system call. Where
// the system is not Linux the time is not known.
package coretime
