package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// line asks for a place for each of the clients, one after the other, and returns in which order they have it, each for a moment.
func line(t *testing.T, l *lane, clients ...string) (order []string) {
	t.Helper()
	var all sync.WaitGroup
	var mu sync.Mutex
	for i, client := range clients {
		all.Go(func() {
			leave, err := l.enter(t.Context(), client)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			order = append(order, client)
			mu.Unlock()
			leave()
		})
		for l.queue() < i+1 {
			time.Sleep(time.Millisecond)
		}
	}
	if len(l.running) != 1 {
		t.Fatalf("%v run, want the one that holds them up", l.running)
	}
	l.release()
	all.Wait()
	return order
}

func (l *lane) queue() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.waits
}

// release gives back the place that hold has taken.
func (l *lane) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.inUse--
	delete(l.running, "first")
	l.dispatch()
}

// TestFair: clients take turns, whoever asks for more waits behind himself.
func TestFair(t *testing.T) {
	l := newLane(1, 10)
	if _, err := l.enter(t.Context(), "first"); err != nil {
		t.Fatal(err)
	}
	if got := line(t, l, "a", "a", "a", "a", "b", "b", "c"); strings.Join(got, "") != "abcabaa" {
		t.Errorf("turns %v, want a b c a b a a", got)
	}
}

// TestShare: a client never has all places.
func TestShare(t *testing.T) {
	l := newLane(3, 10)
	var leave []func()
	for range 2 {
		f, err := l.enter(t.Context(), "greedy")
		if err != nil {
			t.Fatal(err)
		}
		leave = append(leave, f)
	}
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := l.enter(short, "greedy"); !errors.Is(err, context.DeadlineExceeded) || l.queue() != 0 {
		t.Errorf("a third place for one client: %v, %d wait", err, l.queue())
	}
	f, err := l.enter(t.Context(), "other")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(leave, f, f) { // to leave again does nothing
		f()
	}
	if l.inUse != 0 || len(l.running)+len(l.queues)+len(l.order) != 0 {
		t.Errorf("something is left: %+v", l)
	}
}

// TestRoom: where there is no room to wait in, the client with the most calls loses one.
func TestRoom(t *testing.T) {
	l := newLane(1, 4)
	if _, err := l.enter(t.Context(), "first"); err != nil {
		t.Fatal(err)
	}
	var turns []chan error
	for _, client := range []string{"a", "a", "a", "a", "b", "c", "d", "d", "e"} {
		turn, err := l.ask(client)
		if err != nil {
			t.Fatal(err)
		}
		turns = append(turns, turn)
	}
	var lost []string
	for i, turn := range turns {
		select {
		case err := <-turn:
			var refused *refusal
			if !errors.As(err, &refused) || refused.status != http.StatusTooManyRequests && refused.status != http.StatusServiceUnavailable {
				t.Error(err)
			}
			lost = append(lost, fmt.Sprint(i))
		default:
		}
	}
	// a's fourth, third and second go to make room, then d's own second; then all have one, and the last is refused.
	if want := []string{"1", "2", "3", "7", "8"}; !slices.Equal(lost, want) {
		t.Errorf("calls %v are refused, want %v", lost, want)
	}
}

func TestClientOf(t *testing.T) {
	for remote, want := range map[string]string{
		"127.0.0.1:80": "127.0.0.1", "[::ffff:10.0.0.1]:80": "10.0.0.1", "[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::/64", "[fe80::1%eth0]:80": "fe80::/64", "pipe": "pipe",
	} {
		if got := clientOf(remote); got != want {
			t.Errorf("%s: client %s, want %s", remote, got, want)
		}
	}
}
