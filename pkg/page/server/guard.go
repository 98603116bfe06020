package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"
	"unicode/utf8"

	"sudokulab/pkg/page/protocol"
)

// policy is what the page may load: its own files, pictures that it draws, and workers that it makes; nothing from elsewhere.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// cookie holds the token, in base64, after it was shown once.
const cookie = "sudokulab"

const (
	minToken = 6
	maxToken = 256
)

// CheckToken says what a token must be to pass through a URL, a header and a cookie: from 6 to 256 characters that
// can be seen and are of ASCII.
func CheckToken(token string) error {
	switch i := strings.IndexFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }); {
	case strings.TrimSpace(token) == "":
		return errors.New("the token is blank, want 6 characters or more")
	case i >= 0:
		r, _ := utf8.DecodeRuneInString(token[i:])
		return fmt.Errorf("the token has the character %q, want ASCII without blanks: other characters do not pass through every header", r)
	case len(token) < minToken || len(token) > maxToken:
		return fmt.Errorf("the token has %d characters, want %d to %d", len(token), minToken, maxToken)
	}
	return nil
}

// CheckHost says what a name of a server must be: a name or an address, without scheme, port or path.
func CheckHost(host string) error {
	name := plainHost(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return nil
	}
	if at, err := url.Parse("http://" + host + "/"); name == "" || err != nil || at.Host != host || at.Port() != "" || strings.ContainsAny(name, ":*@ ") {
		return fmt.Errorf("the host %q, want a name such as lab.example.org or an address, without scheme, port or path", host)
	}
	return nil
}

// plainHost writes the name or address of a host in one way: without brackets, zone and final dot, in lower case.
func plainHost(host string) string {
	name := strings.ToLower(host)
	if inside, ok := strings.CutPrefix(name, "["); ok && strings.HasSuffix(inside, "]") {
		name = strings.TrimSuffix(inside, "]")
	}
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.Unmap().WithZone("").String()
	}
	return strings.TrimSuffix(name, ".")
}

// guarded sets what every answer has, and refuses requests for other names, without the token, and for what is no path.
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
		case !s.named(r):
			fail(w, http.StatusMisdirectedRequest, protocol.BadInput,
				"this server does not answer for "+strings.ToValidUTF8(r.Host, "?")+"; whoever runs it can add the name with --host")
		case !s.known(r):
			fail(w, http.StatusUnauthorized, protocol.Refused, "want the token that the server was started with, as ?token=… or Authorization: Bearer …")
		case !utf8.ValidString(r.URL.Path) || strings.ContainsAny(r.URL.Path, "\x00\\"):
			fail(w, http.StatusNotFound, protocol.UnknownCall, "there is no such path")
		case s.o.Token != "" && (r.Method == http.MethodGet || r.Method == http.MethodHead) && r.URL.Query().Has("token"):
			http.SetCookie(w, &http.Cookie{Name: cookie, Value: base64.RawURLEncoding.EncodeToString([]byte(s.o.Token)), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			h.Set("Location", without(r.URL)) // out of the address and the history
			w.WriteHeader(http.StatusSeeOther)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// without returns the path of a URL, on this server, and its query without the token.
func without(u *url.URL) string {
	to := url.URL{Path: path.Clean("/" + u.Path)} // one slash in front: two would name another server
	if strings.HasSuffix(u.Path, "/") && to.Path != "/" {
		to.Path += "/"
	}
	query := u.Query()
	query.Del("token")
	to.RawQuery = query.Encode()
	return to.String()
}

// named reports whether a request is for a name of this server.
func (s *Server) named(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	name := plainHost(host)
	if name == "localhost" || s.names[name] {
		return true
	}
	ip, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	// The address that the request came in at is this server's, whatever it listens at.
	at, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ip.IsLoopback() || ok && hostOf(at.String()) == name
}

// hostOf is the address without its port, as plainHost writes it.
func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return ""
	}
	return plainHost(host)
}

// known reports whether a request shows the token, if there is one.
func (s *Server) known(r *http.Request) bool {
	if s.o.Token == "" {
		return true
	}
	shown := []string{strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), r.URL.Query().Get("token")}
	for _, c := range r.CookiesNamed(cookie) {
		if token, err := base64.RawURLEncoding.DecodeString(c.Value); err == nil {
			shown = append(shown, string(token))
		}
	}
	want := sha256.Sum256([]byte(s.o.Token))
	ok := 0
	for _, t := range shown {
		got := sha256.Sum256([]byte(t))
		ok |= subtle.ConstantTimeCompare(got[:], want[:])
	}
	return ok == 1
}
