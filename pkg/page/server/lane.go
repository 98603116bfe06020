package server

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"sync"
)

// lane lets a bounded number of calls run at once. Calls that find no place wait, and the clients take turns: whoever
// asks for a hundred calls waits behind himself, not others behind him.
type lane struct {
	places  int // calls that run at once
	share   int // of them, those of one client: all but one, so that none has all
	waiting int // calls that wait at most

	mu      sync.Mutex
	inUse   int
	running map[string]int          // calls of a client that run; without those that have none
	queues  map[string][]chan error // calls of a client that wait, each for nil or why it is refused; without empty ones
	order   []string                // the clients that wait, whose turn is next first
	waits   int                     // length of all queues
}

func newLane(places, waiting int) *lane {
	return &lane{places: places, share: max(1, places-1), waiting: waiting, running: map[string]int{}, queues: map[string][]chan error{}}
}

// enter waits for a place. It returns what gives the place back, a *refusal if there is no room to wait in, or the
// error of the context.
func (l *lane) enter(ctx context.Context, client string) (leave func(), err error) {
	turn, err := l.ask(client)
	if err != nil {
		return nil, err
	}
	select {
	case err = <-turn:
	case <-ctx.Done():
		if l.forget(client, turn) {
			return nil, ctx.Err()
		}
		err = <-turn // it came just now
	}
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.inUse--
		l.running[client]--
		if l.running[client] == 0 {
			delete(l.running, client)
		}
		l.dispatch()
	}), nil
}

// ask takes a place in the client's queue.
func (l *lane) ask(client string) (turn chan error, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	turn = make(chan error, 1)
	l.push(client, turn)
	l.dispatch()
	if l.waits > l.waiting {
		// The client with the most calls that wait loses its last: the others' room is not his.
		longest := client
		for other, queue := range l.queues {
			if len(queue) > len(l.queues[longest]) {
				longest = other
			}
		}
		queue := l.queues[longest]
		last := queue[len(queue)-1]
		l.pull(longest, len(queue)-1)
		last <- l.refusal(longest)
	}
	return turn, nil
}

// refusal says why a call of a client finds no room: it has the room itself, or all clients together have.
func (l *lane) refusal(client string) *refusal {
	if len(l.queues[client]) > l.waiting/2 {
		return &refusal{http.StatusTooManyRequests, "too many calls from your address wait already; ask again when some of them are answered"}
	}
	return &refusal{http.StatusServiceUnavailable, "too many calls at once; ask again in a moment"}
}

// dispatch gives free places to those whose turn it is.
func (l *lane) dispatch() {
	for l.inUse < l.places {
		at := slices.IndexFunc(l.order, func(client string) bool { return l.running[client] < l.share })
		if at < 0 {
			return
		}
		client := l.order[at]
		turn := l.queues[client][0]
		l.pull(client, 0)
		if at = slices.Index(l.order, client); at >= 0 { // it has others: they come after everybody else's next
			l.order = append(slices.Delete(l.order, at, at+1), client)
		}
		l.inUse++
		l.running[client]++
		turn <- nil
	}
}

func (l *lane) push(client string, turn chan error) {
	if len(l.queues[client]) == 0 {
		l.order = append(l.order, client)
	}
	l.queues[client] = append(l.queues[client], turn)
	l.waits++
}

func (l *lane) pull(client string, at int) {
	l.queues[client] = slices.Delete(l.queues[client], at, at+1)
	l.waits--
	if len(l.queues[client]) == 0 {
		delete(l.queues, client)
		l.order = slices.DeleteFunc(l.order, func(c string) bool { return c == client })
	}
}

// forget takes a call out of its queue. It returns false if its turn has come.
func (l *lane) forget(client string, turn chan error) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.Index(l.queues[client], turn)
	if at >= 0 {
		l.pull(client, at)
	}
	return at >= 0
}

// clientOf names the client at an address: its IP address, of IPv6 the network of 64 bits, which one machine has for itself.
func clientOf(remote string) string {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return remote
	}
	ip := at.Addr().Unmap().WithZone("")
	if ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}
