package solver

import (
	"context"
	"time"
)

// Within returns a context that also ends with the limits' time, if they have one. Cancel it when the run ends.
//
// In a browser, whose one thread lets no timer go off while a search runs, its Err looks at the clock; its Done
// closes only when the search lets go of the thread. So a search asks for Err.
func (l Limits) Within(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Time <= 0 {
		return ctx, func() {}
	}
	if !oneThread {
		return context.WithTimeout(ctx, l.Time)
	}
	bounded, cancel := context.WithTimeout(ctx, l.Time)
	return clocked{bounded, time.Now().Add(l.Time)}, cancel
}

// clocked is a context whose end is known without its timer.
type clocked struct {
	context.Context
	end time.Time
}

// Err is the error of the context, and that of its end as soon as that has come.
func (c clocked) Err() error {
	if err := c.Context.Err(); err != nil {
		return err
	}
	if time.Now().Before(c.end) {
		return nil
	}
	return context.DeadlineExceeded
}
