package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"sudokulab/pkg/page/protocol"
)

// refusal is why a request is not answered, by status and in words.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

// again says after how many seconds to ask again, by status.
var again = map[int]string{http.StatusTooManyRequests: "2", http.StatusServiceUnavailable: "1", http.StatusRequestTimeout: "1"}

// refuse tells of a refusal.
func refuse(w http.ResponseWriter, r *refusal) {
	code := protocol.BadInput
	if seconds := again[r.status]; seconds != "" {
		code = protocol.Cancelled
		w.Header().Set("Retry-After", seconds)
	}
	fail(w, r.status, code, r.text)
}

// call answers a call.
func (s *Server) call(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("call")
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
		fail(w, http.StatusUnsupportedMediaType, protocol.BadInput, "want a body of type application/json")
		return
	}
	body, done, err := s.read(w, r)
	defer done()
	if refused, ok := errors.AsType[*refusal](err); ok {
		if refused.status == http.StatusRequestTimeout || refused.status == http.StatusBadRequest {
			w.Header().Set("Connection", "close") // nobody knows where the next request begins
		}
		refuse(w, refused)
		return
	}
	out := &stream{w: w, control: http.NewResponseController(w), streams: s.streams[name]}
	for weight := s.desk.Weigh(name, body); ; weight++ {
		result, err := s.turn(r.Context(), weight, clientOf(r.RemoteAddr), name, body, out)
		if errors.Is(err, errLonger) {
			out.held.Reset()
			continue
		}
		if refused, ok := errors.AsType[*refusal](err); ok {
			refuse(w, refused)
			return
		}
		out.end(result, err)
		return
	}
}

// budgets are how long calls may keep a place, by weight. Those that take longer come again among the longer ones, from their
// beginning, so that what a call seems to cost decides nothing for the others. Long calls have the time of all calls.
var budgets = [...]time.Duration{protocol.Instant: 250 * time.Millisecond, protocol.Short: 500 * time.Millisecond, protocol.Fair: time.Second, protocol.Long: 0}

// errLonger says that a call takes longer than calls of its weight may.
var errLonger = errors.New("server: the call takes longer")

// turn answers a call when its turn comes among those of a weight. Events go out at once if it is long, else they are held.
func (s *Server) turn(ctx context.Context, weight protocol.Weight, client, name string, body []byte, out *stream) (any, error) {
	leave, err := s.lanes[weight].enter(ctx, client)
	if err != nil {
		return nil, err
	}
	defer leave()
	emit := out.event
	if !out.streams {
		emit = nil
	}
	budget := budgets[weight]
	if out.held = nil; budget == 0 {
		return s.desk.Do(ctx, name, body, emit)
	}
	out.held = new(bytes.Buffer)
	bounded, cancel := context.WithTimeoutCause(ctx, budget, errLonger)
	defer cancel()
	result, err := s.desk.Do(bounded, name, body, emit)
	if out.full || errors.Is(context.Cause(bounded), errLonger) {
		out.full = false
		return nil, errLonger
	}
	return result, err
}

// stream writes the answer of a call.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	streams bool          // the call has events
	held    *bytes.Buffer // the events so far of a call that may have to begin again; nil where they go out
	full    bool          // there are too many to hold
	begun   bool
	flushed time.Time
}

const (
	soon     = 15 * time.Millisecond // how long events may wait to be sent together
	mostHeld = 1 << 20               // bytes of events that are held
)

func (s *stream) line(v any) error {
	if s.held != nil {
		return json.NewEncoder(s.held).Encode(v)
	}
	s.begin()
	return json.NewEncoder(s.w).Encode(v)
}

func (s *stream) begin() {
	if !s.begun {
		s.begun = true
		s.w.Header().Set("Content-Type", "application/x-ndjson")
	}
}

func (s *stream) event(e any) error {
	if err := s.line(struct {
		Event any `json:"event"`
	}{e}); err != nil {
		return err
	}
	if s.held != nil {
		if s.full = s.held.Len() > mostHeld; s.full {
			return errLonger
		}
		return nil
	}
	if now := time.Now(); now.Sub(s.flushed) > soon {
		s.flushed = now
		return s.control.Flush()
	}
	return nil
}

// end writes what was held, and the result or the error.
func (s *stream) end(result any, err error) {
	if held := s.held; held != nil {
		s.held = nil
		if held.Len() > 0 {
			s.begin()
			if _, err := s.w.Write(held.Bytes()); err != nil {
				return // nobody is left to tell
			}
		}
	}
	if err != nil {
		s.fail(err)
		return
	}
	if s.streams {
		_ = s.line(struct { // nobody is left to tell
			Result any `json:"result"`
		}{result})
		return
	}
	s.w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(s.w).Encode(result)
}

func (s *stream) fail(err error) {
	e, ok := errors.AsType[*protocol.Error](err)
	if !ok { // the context has ended before the call's turn
		e = &protocol.Error{Code: protocol.Cancelled, Message: "the call was stopped before its turn came"}
	}
	if s.begun {
		_ = s.line(failure{e}) // nobody is left to tell
		return
	}
	if seconds := again[status[e.Code]]; seconds != "" {
		s.w.Header().Set("Retry-After", seconds)
	}
	fail(s.w, cmp.Or(status[e.Code], http.StatusInternalServerError), e.Code, e.Message)
}
