package server

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// mostConns is how many connections are open at once.
const mostConns = 512

// conns bounds how many connections are open. Where one too many comes, the client with the most of those that stand still loses its
// oldest of them: one that has sent no request yet, or not all of its body, or waits for the next.
type conns struct {
	most int
	mu   sync.Mutex
	all  map[net.Conn]*conn
}

// conn is an open connection.
type conn struct {
	net.Conn
	client string
	since  time.Time // it stands still, or works
	busy   bool      // a request of it is being answered
}

// connKey is the key of a request's *conn in its context.
type connKey struct{}

func newConns(most int) *conns { return &conns{most: most, all: map[net.Conn]*conn{}} }

// open takes a new connection. It is http.Server.ConnContext.
func (c *conns) open(ctx context.Context, nc net.Conn) context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := &conn{Conn: nc, client: clientOf(nc.RemoteAddr().String()), since: time.Now()}
	c.all[nc] = one
	if len(c.all) > c.most {
		c.drop()
	}
	return context.WithValue(ctx, connKey{}, one)
}

// drop closes a connection that stands still.
func (c *conns) drop() {
	still := map[string]int{}
	for _, one := range c.all {
		if !one.busy {
			still[one.client]++
		}
	}
	var last *conn
	for _, one := range c.all {
		if !one.busy && (last == nil || still[one.client] > still[last.client] || still[one.client] == still[last.client] && one.since.Before(last.since)) {
			last = one
		}
	}
	if last != nil {
		delete(c.all, last.Conn)
		_ = last.Close() // its client has no answer to wait for
	}
}

// state follows a connection. It is http.Server.ConnState.
func (c *conns) state(nc net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if state == http.StateClosed || state == http.StateHijacked {
		delete(c.all, nc)
	}
	if one := c.all[nc]; one != nil && state == http.StateIdle {
		one.busy, one.since = false, time.Now()
	}
}

// busy notes whether a request is being answered, or is still coming in.
func (c *conns) busy(r *http.Request, is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one, ok := r.Context().Value(connKey{}).(*conn); ok {
		one.busy, one.since = is, time.Now()
	}
}
