package server

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"

	"sudokulab/pkg/page/protocol"
)

// Options say what a server allows.
type Options struct {
	Limits  protocol.Limits
	Running int           // long calls that run at once; 0 for all cores but one
	Waiting int           // calls of each weight that wait for their turn; others are refused
	Body    int64         // bytes of a request
	Idle    time.Duration // how long a connection may stand still while it is read or written; four times that between requests
	// Hosts are names and addresses, without port, that requests may be for, beside those of this machine's loopback and
	// the address that a request comes in at.
	Hosts []string
	// Token is what requests must show, as "Authorization: Bearer TOKEN", or once as ?token=TOKEN, which leaves a cookie.
	// "" for none. See [CheckToken].
	Token string
	// Page shows the page, at every path but those of the interface; nil shows nothing there.
	Page http.Handler
	Log  *slog.Logger // nil for none
}

// DefaultOptions are those for the person at this machine.
func DefaultOptions() Options {
	l := protocol.DefaultLimits()
	l.Time, l.Memory = 2*time.Minute, 128<<20
	return Options{Limits: l, Waiting: 64, Body: 2 << 20, Idle: 4 * time.Second}
}

// Memory is what a program that does nothing but serve needs, in bytes, for debug.SetMemoryLimit: the runtime looks for garbage in time
// then. It is no bound.
func (o Options) Memory() int64 {
	const own, call = 256 << 20, 96 << 20
	return own + call*int64(o.running())
}

// running is how many long calls run at once.
func (o Options) running() int {
	if o.Running > 0 {
		return o.Running
	}
	return max(1, runtime.GOMAXPROCS(0)-1)
}

// Validate reports what does not hold.
func (o Options) Validate() error {
	if o.Running < 0 || o.Waiting < 0 || o.Body <= 0 || o.Idle <= 0 {
		return fmt.Errorf("server: %d calls at once, %d waiting, %d bytes, %v idle: want no negative number, and bounds on bytes and time", o.Running, o.Waiting, o.Body, o.Idle)
	}
	for _, host := range o.Hosts {
		if err := CheckHost(host); err != nil {
			return fmt.Errorf("server: %w", err)
		}
	}
	if o.Token != "" {
		if err := CheckToken(o.Token); err != nil {
			return fmt.Errorf("server: %w", err)
		}
	}
	return nil
}

// Server answers requests. It is safe for many goroutines.
type Server struct {
	o       Options
	desk    *protocol.Desk
	streams map[string]bool // by call
	names   map[string]bool // those of Options.Hosts, as Host headers are compared
	lanes   [protocol.Long + 1]*lane
	bodies  bodies
	conns   *conns
	handler http.Handler
	log     *slog.Logger
}

// New opens a server. The caller closes it.
func New(o Options) (*Server, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	cores := runtime.GOMAXPROCS(0)
	s := &Server{o: o, desk: protocol.New(o.Limits), streams: map[string]bool{}, names: map[string]bool{}, log: o.Log}
	// Long calls leave a core to the others. Calls of moments share it among several, so that none waits for another.
	s.lanes = [...]*lane{
		protocol.Instant: newLane(2*cores, o.Waiting), protocol.Short: newLane(max(1, cores-1), o.Waiting),
		protocol.Fair: newLane(max(1, cores/2), o.Waiting), protocol.Long: newLane(o.running(), o.Waiting),
	}
	s.bodies.by = map[string]int64{}
	s.conns = newConns(mostConns)
	for _, host := range o.Hosts {
		s.names[plainHost(host)] = true
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	for _, c := range protocol.Calls() {
		s.streams[c.Name] = c.Streams()
	}
	s.handler = s.logged(s.guarded(s.routes()))
	return s, nil
}

// routes finds what answers a request.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/{call}", s.call)
	mux.HandleFunc("GET /api/v1/openapi.json", description)
	mux.HandleFunc("/api/", func(w http.ResponseWriter, _ *http.Request) {
		fail(w, http.StatusNotFound, protocol.UnknownCall, "want POST to /api/v1/ and the name of a call; GET /api/v1/openapi.json lists them")
	})
	if s.o.Page != nil {
		mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet && r.Method != http.MethodHead {
				w.Header().Set("Allow", "GET, HEAD")
				fail(w, http.StatusMethodNotAllowed, protocol.BadInput, "the page is only read: want GET")
				return
			}
			s.o.Page.ServeHTTP(w, r)
		})
	}
	// Requests that a browser sends for a page of another site are refused.
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fail(w, http.StatusForbidden, protocol.Refused, "pages of other sites may not ask this server")
	}))
	return own.Handler(mux)
}

// Close lets go of what calls need. No request may run or follow.
func (s *Server) Close() error { return s.desk.Close() }

// Handler answers requests, for a server of one's own.
func (s *Server) Handler() http.Handler { return s.handler }

// grace is how long requests may go on after the context of Serve has ended.
const grace = 5 * time.Second

// Serve answers requests of a listener until the context ends; then it ends the calls that run, and closes the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	calls, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	h := &http.Server{
		Handler: s.handler, ReadHeaderTimeout: s.o.Idle, IdleTimeout: 4 * s.o.Idle, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return calls }, ConnContext: s.conns.open, ConnState: s.conns.state,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	done := make(chan error, 1)
	go func() { done <- h.Serve(l) }()
	select {
	case err := <-done:
		return fmt.Errorf("server: %w", err)
	case <-ctx.Done():
	}
	stop()
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	err := h.Shutdown(end)
	if errors.Is(err, context.DeadlineExceeded) {
		err = h.Close()
	}
	return errors.Join(err, unless(<-done, http.ErrServerClosed))
}

// unless drops an error that says what was wanted.
func unless(err, wanted error) error {
	if errors.Is(err, wanted) {
		return nil
	}
	return err
}

// status is that of an error.
var status = map[protocol.Code]int{
	protocol.BadInput: http.StatusBadRequest, protocol.UnknownCall: http.StatusNotFound, protocol.Refused: http.StatusUnprocessableEntity,
	protocol.Cancelled: http.StatusServiceUnavailable, protocol.Internal: http.StatusInternalServerError,
}

// failure is the JSON of an error.
type failure struct {
	Error *protocol.Error `json:"error"`
}

func fail(w http.ResponseWriter, code int, kind protocol.Code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(failure{&protocol.Error{Code: kind, Message: message}}) // nobody is left to tell
}

//go:embed openapi.json
var openAPI []byte

// description is the OpenAPI description of the interface.
func description(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openAPI)
}

// logged writes a line for each request: what was asked, how it ended, how long it took. Nothing of the board is in it.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		s.conns.busy(r, true)
		seen := &witness{ResponseWriter: w, control: http.NewResponseController(w), idle: s.o.Idle, code: http.StatusOK}
		next.ServeHTTP(seen, r)
		s.log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", r.Method), slog.String("path", r.URL.Path),
			slog.Int("status", seen.code), slog.Duration("took", time.Since(begun)), slog.String("from", r.RemoteAddr))
	})
}

// witness notes the status of an answer, and sees to it that it is taken.
type witness struct {
	http.ResponseWriter
	control *http.ResponseController
	idle    time.Duration
	code    int
}

func (w *witness) WriteHeader(code int) {
	w.code = code
	w.ResponseWriter.WriteHeader(code)
}

// piece is how much of an answer is written at once.
const piece = 64 << 10

// Write gives the client some time for each piece of the answer. Whoever does not take it loses the connection.
func (w *witness) Write(data []byte) (n int, err error) {
	for {
		now := data[:min(len(data), piece)]
		if err := w.control.SetWriteDeadline(time.Now().Add(w.idle)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return n, err
		}
		wrote, err := w.ResponseWriter.Write(now)
		n += wrote
		if data = data[len(now):]; err != nil || len(data) == 0 {
			return n, err
		}
	}
}

// Unwrap lets http.ResponseController reach the writer below.
func (w *witness) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Local serves on a free port of this machine, in this process, until end is called or the context ends. The address is a
// URL with a slash behind. end waits until all is closed, and returns what went wrong.
func Local(ctx context.Context, o Options) (address string, end func() error, err error) {
	s, err := New(o)
	if err != nil {
		return "", nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, errors.Join(fmt.Errorf("server: %w", err), s.Close())
	}
	serving, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- s.Serve(serving, l) }()
	end = sync.OnceValue(func() error {
		stop()
		return errors.Join(<-done, s.Close())
	})
	return "http://" + l.Addr().String() + "/", end, nil
}
