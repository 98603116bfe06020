package server

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	slowest   = 4 << 10  // bytes per second of a body, after the first moments
	smallBody = 16 << 10 // bytes of a body that are read whatever others hold
	allBodies = 64 << 20 // bytes of larger bodies that are held at once
)

// bodies bounds the memory that bodies take. Bodies are read before their calls have a place, so that whoever sends one
// slowly keeps no other from running.
type bodies struct {
	mu   sync.Mutex
	held int64
	by   map[string]int64 // of a client
}

// take holds bytes for a client, unless all bodies would be too large, or those of one client more than half.
func (b *bodies) take(client string, n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held+n > allBodies || b.by[client]+n > allBodies/2 {
		return false
	}
	b.held += n
	b.by[client] += n
	return true
}

func (b *bodies) give(client string, n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held -= n
	if b.by[client] -= n; b.by[client] <= 0 {
		delete(b.by, client)
	}
}

// read reads the body of a request, which has to come steadily. done lets go of it. The error is a *refusal.
func (s *Server) read(w http.ResponseWriter, r *http.Request) (body []byte, done func(), err error) {
	client, begun, held := clientOf(r.RemoteAddr), time.Now(), int64(0)
	done = func() { s.bodies.give(client, held) }
	if r.ContentLength > s.o.Body {
		return nil, done, s.unread(&http.MaxBytesError{Limit: s.o.Body})
	}
	s.conns.busy(r, false)
	defer s.conns.busy(r, true)
	control := http.NewResponseController(w)
	from := http.MaxBytesReader(w, r.Body, s.o.Body)
	body = make([]byte, 0, 1024)
	for {
		if len(body) == cap(body) {
			more := int64(cap(body)) // what it will grow by
			if len(body) >= smallBody {
				if !s.bodies.take(client, more) {
					return nil, done, &refusal{http.StatusServiceUnavailable, "too many large requests at once; ask again in a moment, or with a smaller body"}
				}
				held += more
			}
			body = append(make([]byte, 0, 2*len(body)), body...)
		}
		due := begun.Add(s.o.Idle + time.Duration(len(body))*time.Second/slowest)
		if err := control.SetReadDeadline(due); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return nil, done, &refusal{http.StatusBadRequest, "the body could not be read to its end"}
		}
		n, err := from.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case errors.Is(err, io.EOF):
			// The connection is watched from now on for its end; that may take as long as the call.
			if err := control.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
				return nil, done, &refusal{http.StatusBadRequest, "the connection is gone"}
			}
			return body, done, nil
		case err != nil:
			return nil, done, s.unread(err)
		}
	}
}

// unread says why a body could not be read.
func (s *Server) unread(err error) *refusal {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return &refusal{http.StatusRequestEntityTooLarge, fmt.Sprintf("the body has more than %d bytes, which is the most here; ask in several calls", s.o.Body)}
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return &refusal{http.StatusRequestTimeout, fmt.Sprintf("the body came too slowly: want it within %v, or %d bytes per second; send it again at once", s.o.Idle, slowest)}
	}
	return &refusal{http.StatusBadRequest, "the body could not be read to its end"}
}
