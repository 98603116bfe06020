package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// testServer is a server that runs in this process.
type testServer struct {
	urls []*url.URL
	stop func() int
}

// startServe runs serve until it has printed its addresses.
func startServe(t *testing.T, args ...string) testServer {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	errOut, errIn := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append([]string{"serve", "--browser=false", "--quiet"}, args...), strings.NewReader(""), in, errIn)
		_, _ = in.Close(), errIn.Close()
	}()
	go func() { _, _ = io.Copy(io.Discard, errOut) }()
	s := testServer{stop: func() int { cancel(); return <-ended }}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			lines <- scan.Text()
		}
	}()
	wait := 20 * time.Second
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				t.Fatalf("%q: serve ended with %d", args, <-ended)
			}
			u, err := url.Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			s.urls = append(s.urls, u)
			wait = 300 * time.Millisecond // the others come at once
		case <-time.After(wait):
			if len(s.urls) == 0 {
				t.Fatalf("%q: no address", args)
			}
			return s
		}
	}
}

// visitor is a client that finds every name that is none of an address on this machine, as a name in its DNS would be.
func visitor(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	var dial net.Dialer
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		if _, err := netip.ParseAddr(host); err != nil {
			if c, err := dial.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port)); err == nil {
				return c, nil
			}
			host = "::1"
		}
		return dial.DialContext(ctx, network, net.JoinHostPort(host, port))
	}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Jar: jar, Transport: transport, Timeout: 10 * time.Second}
}

// visit returns the status and the body of an answer, after its redirects.
func visit(t *testing.T, by *http.Client, method, address string, header http.Header) (int, string) {
	t.Helper()
	body := ""
	if method == http.MethodPost {
		body = `{"board":{"cells":"1..............4"}}`
	}
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		r.Header = header
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := by.Do(r)
	if err != nil {
		t.Errorf("%s: %v", address, err)
		return 0, ""
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Errorf("%s: %v", address, err)
	}
	return res.StatusCode, string(text)
}

// ownAddress is an address of this machine that is not its loopback, "" if it has none.
func ownAddress(t *testing.T, six bool) string {
	t.Helper()
	all, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		if p, err := netip.ParsePrefix(one.String()); err == nil && p.Addr().IsGlobalUnicast() && p.Addr().Is6() == six {
			return p.Addr().String()
		}
	}
	return ""
}

// listens reports whether this machine can listen at an address.
func listens(address string) bool {
	l, err := net.Listen("tcp", net.JoinHostPort(strings.Trim(address, "[]"), "0"))
	if err == nil {
		_ = l.Close()
	}
	return err == nil
}

// TestServeAddresses: every address that serve prints opens the page and answers calls, by each way to show the token, whatever it
// listens at.
func TestServeAddresses(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"site.json": `{"generator":"sudokulab site"}`, "index.html": "What is here"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, tc := range map[string]struct {
		args []string
		want []string // hosts among those printed
	}{
		"default":         {nil, nil},
		"loopback":        {[]string{"--address", "127.0.0.1"}, []string{"127.0.0.1"}},
		"another of it":   {[]string{"--address", "127.0.0.9"}, []string{"127.0.0.9"}},
		"localhost":       {[]string{"--address", "LocalHost"}, nil},
		"every IPv4":      {[]string{"--address", "0.0.0.0"}, []string{"127.0.0.1", ownAddress(t, false)}},
		"every address":   {[]string{"--address", "::"}, []string{"::1", ownAddress(t, true)}},
		"IPv6":            {[]string{"--address", "::1"}, []string{"::1"}},
		"brackets":        {[]string{"--address", "[::1]"}, []string{"::1"}},
		"an interface":    {[]string{"--address", ownAddress(t, false)}, []string{ownAddress(t, false)}},
		"names":           {[]string{"--host", "Lab.Example.org,OTHER.example"}, []string{"lab.example.org", "other.example"}},
		"final dot":       {[]string{"--host", "lab.example."}, []string{"lab.example."}},
		"name of all":     {[]string{"--address", "0.0.0.0", "--host", "Lab.example"}, []string{"127.0.0.1", "lab.example"}},
		"token":           {[]string{"--token", "secret"}, nil},
		"odd token":       {[]string{"--token", `a;b&c=d%41+/"\,#?`}, nil},
		"odd token, all":  {[]string{"--address", "0.0.0.0", "--token", "a;b;c;d"}, nil},
		"token with site": {[]string{"--token", "secret", "--site", dir}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if i := slices.Index(tc.args, "--address"); i >= 0 && (tc.args[i+1] == "" || !listens(tc.args[i+1])) {
				t.Skipf("this machine cannot listen at %q", tc.args[i+1])
			}
			s := startServe(t, append([]string{"--port", "0"}, tc.args...)...)
			var hosts []string
			for _, u := range s.urls {
				hosts = append(hosts, u.Hostname())
				fetchable(t, u, slices.Contains(tc.args, "--site"))
			}
			for _, want := range tc.want {
				if want != "" && !slices.Contains(hosts, want) {
					t.Errorf("addresses of %v, want %s", hosts, want)
				}
			}
			if slices.Contains(tc.args, "0.0.0.0") {
				if c, err := net.Dial("tcp6", net.JoinHostPort("::1", s.urls[0].Port())); err == nil {
					_ = c.Close()
					t.Error("0.0.0.0 takes connections of IPv6")
				}
			}
			if code := s.stop(); code != exitOK && code != exitInterrupted {
				t.Errorf("exit code %d", code)
			}
		})
	}
}

// fetchable asks at an address that serve printed, as people and programs do.
func fetchable(t *testing.T, u *url.URL, site bool) {
	t.Helper()
	base, token := url.URL{Scheme: u.Scheme, Host: u.Host}, u.Query().Get("token")
	call := base.String() + "/api/v1/classify"
	by := visitor(t)
	if token != "" {
		for _, address := range []string{base.String() + "/", call} {
			if code, _ := visit(t, by, http.MethodGet, address, nil); code != http.StatusUnauthorized {
				t.Errorf("%s without the token: %d", address, code)
			}
		}
		if code, text := visit(t, by, http.MethodPost, call, http.Header{"Authorization": {"Bearer " + token}}); code != http.StatusOK {
			t.Errorf("%s with the token in a header: %d, %s", call, code, text)
		}
		if code, text := visit(t, by, http.MethodPost, call+"?"+u.RawQuery, nil); code != http.StatusOK {
			t.Errorf("%s with the token in its address: %d, %s", call, code, text)
		}
	}
	if code, text := visit(t, by, http.MethodGet, u.String(), nil); code != http.StatusOK || !strings.Contains(text, "<title>Sudoku lab</title>") {
		t.Errorf("%s: %d, %.200s", u, code, text)
	}
	if code, text := visit(t, by, http.MethodPost, call, nil); code != http.StatusOK { // by the cookie
		t.Errorf("%s after %s: %d, %s", call, u, code, text)
	}
	if site {
		u = u.JoinPath("site", "/")
		if code, text := visit(t, visitor(t), http.MethodGet, u.String(), nil); code != http.StatusOK || !strings.Contains(text, "What is here") {
			t.Errorf("%s: %d, %.200s", u, code, text)
		}
	}
}

// TestServeRefuses: what could not work is said before anything listens.
func TestServeRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"--token: the token is blank":        {"--token", " "},
		`--token ""`:                         {"--token", ""},
		"token has 5 characters":             {"--token", "short"},
		"token has 257 characters":           {"--token", strings.Repeat("t", 257)},
		`the character 'ü'`:                  {"--token", "schlüssel"},
		`the character ' '`:                  {"--token", "two words"},
		`the character '\n'`:                 {"--token", "one\ntwo"},
		`the character '\x00'`:               {"--token", "one\x00two"},
		`the character '�'`:                  {"--token", "one\xfftwo"},
		`--host: the host "http://lab"`:      {"--host", "http://lab"},
		`--host: the host "lab:80"`:          {"--host", "lab:80"},
		`--host: the host "lab/x"`:           {"--host", "lab/x"},
		`--host: the host "*.example"`:       {"--host", "*.example"},
		`--host: the host "a b"`:             {"--host", "a b"},
		`--address ""`:                       {"--address", ""},
		`--address: the host "localhost:80"`: {"--address", "localhost:80"},
	} {
		if r := sudokulab(t, "", append([]string{"serve", "--browser=false"}, args...)...); r.code != exitError || !strings.Contains(r.errOut, want) || r.out != "" {
			t.Errorf("%q: exit code %d, %s%s, want %s", args, r.code, r.out, r.errOut, want)
		}
	}
}
