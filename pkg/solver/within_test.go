package solver

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestWithin: limits without a time change no context, others end it, and what holds it ends first.
func TestWithin(t *testing.T) {
	outer, stop := context.WithCancel(t.Context())
	if ctx, cancel := (Limits{}).Within(outer); ctx != outer {
		t.Error("another context without a limit")
	} else {
		cancel()
	}
	if outer.Err() != nil {
		t.Error("the context that was given is ended")
	}
	ctx, cancel := Limits{Time: time.Nanosecond}.Within(outer)
	<-ctx.Done()
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Error(ctx.Err())
	}
	cancel()
	ctx, cancel = Limits{Time: time.Hour}.Within(outer)
	defer cancel()
	if ctx.Err() != nil {
		t.Error(ctx.Err())
	}
	stop()
	if !errors.Is(ctx.Err(), context.Canceled) {
		t.Error(ctx.Err())
	}
}

// TestClocked: the end comes by the clock, though no timer has gone off.
func TestClocked(t *testing.T) {
	inner, cancel := context.WithCancel(t.Context())
	c := clocked{inner, time.Now().Add(time.Hour)}
	if c.Err() != nil {
		t.Error(c.Err())
	}
	c.end = time.Now()
	if inner.Err() != nil || !errors.Is(c.Err(), context.DeadlineExceeded) {
		t.Error(inner.Err(), c.Err())
	}
	cancel()
	if !errors.Is(c.Err(), context.Canceled) {
		t.Error(c.Err())
	}
}
