package server

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"sudokulab/pkg/page/protocol"
)

// Options say what a server allows.
type Options struct {
	Limits  protocol.Limits
	Running int           // calls that run at once; 0 for one a core
	Waiting int           // calls that wait for their turn; others are refused
	Body    int64         // bytes of a request
	Idle    time.Duration // how long a connection may stand still, while it is read, written, or neither
	// Hosts are names and addresses, without port, that requests may be for, beside those of this machine's loopback.
	Hosts []string
	// Token is what requests must show, as "Authorization: Bearer TOKEN", or once as ?token=TOKEN, which leaves a cookie.
	// "" for none.
	Token string
	// Page shows the page, at every path but those of the interface; nil shows nothing there.
	Page http.Handler
	Log  *slog.Logger // nil for none
}

// DefaultOptions are those for the person at this machine.
func DefaultOptions() Options {
	l := protocol.DefaultLimits()
	l.Time = 2 * time.Minute
	return Options{Limits: l, Waiting: 64, Body: 2 << 20, Idle: 15 * time.Second}
}

// Validate reports what does not hold.
func (o Options) Validate() error {
	if o.Running < 0 || o.Waiting < 0 || o.Body <= 0 || o.Idle <= 0 {
		return fmt.Errorf("server: %d calls at once, %d waiting, %d bytes, %v idle: want no negative number, and bounds on bytes and time", o.Running, o.Waiting, o.Body, o.Idle)
	}
	return nil
}

// Server answers requests. It is safe for many goroutines.
type Server struct {
	o       Options
	desk    *protocol.Desk
	streams map[string]bool // by call
	turn    chan struct{}   // a place in it runs a call
	place   chan struct{}   // a place in it reads its body, waits or runs
	handler http.Handler
	log     *slog.Logger
}

// New opens a server. The caller closes it.
func New(o Options) (*Server, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Running == 0 {
		o.Running = runtime.GOMAXPROCS(0)
	}
	s := &Server{
		o: o, desk: protocol.New(o.Limits), streams: map[string]bool{},
		turn: make(chan struct{}, o.Running), place: make(chan struct{}, o.Running+o.Waiting), log: o.Log,
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	for _, c := range protocol.Calls() {
		s.streams[c.Name] = c.Streams()
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/{call}", s.call)
	mux.HandleFunc("GET /api/v1/openapi.json", description)
	mux.HandleFunc("/api/", func(w http.ResponseWriter, _ *http.Request) {
		fail(w, http.StatusNotFound, protocol.UnknownCall, "want POST to /api/v1/ and the name of a call; GET /api/v1/openapi.json lists them")
	})
	if o.Page != nil {
		mux.Handle("/", o.Page)
	}
	// Requests that a browser sends for a page of another site are refused.
	s.handler = s.logged(s.guarded(http.NewCrossOriginProtection().Handler(mux)))
	return s, nil
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
		Handler: s.handler, ReadHeaderTimeout: s.o.Idle, ReadTimeout: s.o.Idle, IdleTimeout: 4 * s.o.Idle, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return calls },
		ErrorLog:    slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
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

// call answers a call.
func (s *Server) call(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("call")
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
		fail(w, http.StatusUnsupportedMediaType, protocol.BadInput, "want a body of type application/json")
		return
	}
	// A body takes memory, so who brings one has a place first.
	leave, ok := s.enter()
	if !ok {
		busy(w)
		return
	}
	defer leave()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.o.Body))
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			fail(w, http.StatusRequestEntityTooLarge, protocol.BadInput, fmt.Sprintf("the body has more than %d bytes", s.o.Body))
			return
		}
		fail(w, http.StatusBadRequest, protocol.BadInput, "the body could not be read to its end")
		return
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-r.Context().Done():
		busy(w)
		return
	}
	out := &stream{w: w, control: http.NewResponseController(w), idle: s.o.Idle}
	emit := out.event
	if !s.streams[name] {
		emit = nil
	}
	result, err := s.desk.Do(r.Context(), name, body, emit)
	out.end(result, err, s.streams[name])
}

// enter takes a place among those that wait or run. It returns false if there is none.
func (s *Server) enter() (leave func(), ok bool) {
	select {
	case s.place <- struct{}{}:
		return func() { <-s.place }, true
	default:
		return nil, false
	}
}

// busy refuses a call for now.
func busy(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	fail(w, http.StatusServiceUnavailable, protocol.Cancelled, "too many calls at once; try again in a moment")
}

// stream writes the answer of a call.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	idle    time.Duration
	begun   bool
	flushed time.Time
}

// soon is how long events may wait to be sent together.
const soon = 15 * time.Millisecond

func (s *stream) line(v any) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(s.idle)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if !s.begun {
		s.begun = true
		s.w.Header().Set("Content-Type", "application/x-ndjson")
	}
	return json.NewEncoder(s.w).Encode(v)
}

func (s *stream) event(e any) error {
	if err := s.line(struct {
		Event any `json:"event"`
	}{e}); err != nil {
		return err
	}
	if now := time.Now(); now.Sub(s.flushed) > soon {
		s.flushed = now
		return s.control.Flush()
	}
	return nil
}

func (s *stream) end(result any, err error, streams bool) {
	if e, ok := errors.AsType[*protocol.Error](err); ok {
		if s.begun {
			_ = s.line(failure{e}) // nobody is left to tell
			return
		}
		fail(s.w, status[e.Code], e.Code, e.Message)
		return
	}
	if streams {
		_ = s.line(struct {
			Result any `json:"result"`
		}{result})
		return
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(s.idle))
	s.w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(s.w).Encode(result)
}

//go:embed openapi.json
var openAPI []byte

// description is the OpenAPI description of the interface.
func description(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openAPI)
}

// policy is what the page may load: its own files, pictures that it draws, and workers that it makes; nothing from elsewhere.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// cookie holds the token after it was shown once.
const cookie = "sudokulab"

// guarded sets what every answer has, and refuses requests for other names and without the token.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch {
		case !s.named(r.Host):
			fail(w, http.StatusMisdirectedRequest, protocol.BadInput, "this server does not answer for "+strings.ToValidUTF8(r.Host, "?"))
		case !s.known(r):
			fail(w, http.StatusUnauthorized, protocol.Refused, "want the token that the server was started with, as ?token=… or Authorization: Bearer …")
		case s.o.Token != "" && r.Method == http.MethodGet && r.URL.Query().Has("token"):
			http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.o.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			http.Redirect(w, r, r.URL.EscapedPath(), http.StatusSeeOther) // out of the address and the history
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// named reports whether a request is for a name of this server.
func (s *Server) named(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if name == "localhost" || slices.Contains(s.o.Hosts, name) {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.IsLoopback()
}

// known reports whether a request shows the token, if there is one.
func (s *Server) known(r *http.Request) bool {
	if s.o.Token == "" {
		return true
	}
	shown := []string{strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), r.URL.Query().Get("token")}
	if c, err := r.Cookie(cookie); err == nil {
		shown = append(shown, c.Value)
	}
	want := sha256.Sum256([]byte(s.o.Token))
	ok := 0
	for _, t := range shown {
		got := sha256.Sum256([]byte(t))
		ok |= subtle.ConstantTimeCompare(got[:], want[:])
	}
	return ok == 1
}

// logged writes a line for each request: what was asked, how it ended, how long it took. Nothing of the board is in it.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		seen := &witness{ResponseWriter: w, code: http.StatusOK}
		next.ServeHTTP(seen, r)
		s.log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", r.Method), slog.String("path", r.URL.Path),
			slog.Int("status", seen.code), slog.Duration("took", time.Since(begun)), slog.String("from", r.RemoteAddr))
	})
}

// witness notes the status of an answer.
type witness struct {
	http.ResponseWriter
	code int
}

func (w *witness) WriteHeader(code int) {
	w.code = code
	w.ResponseWriter.WriteHeader(code)
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
