package server

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/page"
)

// reply is an answer that was read.
type reply struct {
	code   int
	header http.Header
	body   []byte
}

// replied reads an answer.
func replied(t *testing.T, from io.Reader, method string) reply {
	t.Helper()
	res, err := http.ReadResponse(bufio.NewReader(from), &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{res.StatusCode, res.Header, body}
}

// raw sends a request as it is written, and returns the answer.
func raw(t *testing.T, h *httptest.Server, method, path string, header ...string) reply {
	t.Helper()
	c, err := net.Dial("tcp", h.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	lines := []string{method + " " + path + " HTTP/1.1", "Connection: close"}
	if !slices.Contains(header, "Host") {
		lines = append(lines, "Host: localhost")
	}
	for i := 0; i < len(header); i += 2 {
		lines = append(lines, header[i]+": "+header[i+1])
	}
	if _, err := io.WriteString(c, strings.Join(lines, "\r\n")+"\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return replied(t, c, method)
}

// TestPaths: whatever a path holds, the answer is the page, that there is none, or where it is, and never this server's fault.
func TestPaths(t *testing.T) {
	_, h := open(t, func(o *Options) { o.Page = page.Handler(nil) })
	paths := map[string][]int{
		"/": {200}, "/app.js": {200}, "/engine.json": {200}, "/index.html": {301}, "/none": {404}, "/app.js/": {301, 404, 307},
		"/%ff": {404}, "/a%ffb": {404}, "/%00": {404}, "/app.js%00": {404}, "/..%5c..%5cetc": {404}, "/%5c": {404}, "/%c0%ae%c0%ae/": {404}, "/%ed%a0%80": {404},
		"/../etc/passwd": {301, 307, 404}, "/..%2fetc%2fpasswd": {404}, "/%2e%2e/etc": {301, 307, 404}, "/.": {301, 307, 404}, "/a/./b": {301, 307, 404}, "/%2e": {301, 307, 404, 200},
		"//": {301, 307}, "/%2f": {301, 307, 404, 200}, "/" + strings.Repeat("a", 8000): {404}, "/" + strings.Repeat("a/", 4000): {404}, "/" + strings.Repeat("a", 40000): {404, 431},
		"/?q=%ff": {200}, "/?" + strings.Repeat("a&", 4000): {200}, "/?a;b": {200}, "/%E2%80%AE": {404}, "/con": {404}, "/app.js?range": {200},
		"/api/v1/%ff": {404}, "/api/v1/": {404}, "/api": {307}, "/api/v1/openapi.json": {200}, "/api/v1/openapi.json/": {404},
	}
	for path, want := range paths {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			res := raw(t, h, method, path)
			ok := false
			for _, code := range want {
				ok = ok || res.code == code
			}
			if !ok {
				t.Errorf("%s %.60s: %d, want one of %d", method, path, res.code, want)
			}
			if location := res.header.Get("Location"); strings.HasPrefix(location, "//") || strings.HasPrefix(location, `/\`) || strings.Contains(location, ":") {
				t.Errorf("%s %.60s leads to %s", method, path, location)
			}
		}
	}
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "X"} {
		if res := raw(t, h, method, "/"); res.code != http.StatusMethodNotAllowed || res.header.Get("Allow") != "GET, HEAD" || !strings.HasPrefix(res.header.Get("Content-Type"), "application/json") {
			t.Errorf("%s of the page: %d, %v", method, res.code, res.header)
		}
	}
	for header, tc := range map[[2]string]int{
		{"Range", "bytes=0-9"}: 206, {"Range", "bytes=-5"}: 206, {"Range", "bytes=0-0,2-2"}: 206, {"Range", "bytes=99999999-"}: 416, {"Range", "bytes=9-1"}: 416, {"Range", "lines=1-2"}: 416,
		{"Range", "bytes=" + strings.Repeat("0-99999,", 1000) + "0-1"}: 200, // more than the file: all of it, once
		{"If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"}:         200, {"If-Modified-Since", "x"}: 200, {"If-None-Match", `"x"`}: 200, {"If-None-Match", "*"}: 304, {"If-Match", `"x"`}: 412, {"If-Range", `"x"`}: 200,
		{"If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"}: 200,
	} {
		if res := raw(t, h, http.MethodGet, "/app.js", header[0], header[1]); res.code != tc {
			t.Errorf("%s: %.40s: %d, want %d", header[0], header[1], res.code, tc)
		}
	}
}

// TestShownToken: the address with the token leads to the same place on this server without it, and never to another.
func TestShownToken(t *testing.T) {
	_, h := open(t, func(o *Options) { o.Token = "secret;=" })
	token := url.QueryEscape("secret;=")
	for path, want := range map[string]string{
		"/": "/", "/a/b": "/a/b", "/a/": "/a/", "/a%20b": "/a%20b", "/x?s=1&token=" + token + "&t=2": "/x?s=1&t=2",
		"//evil.example/x": "/evil.example/x", "///evil.example": "/evil.example", "/%2f%2fevil.example/x": "/evil.example/x", "//evil.example/..//evil.example": "/evil.example",
		"/.//evil.example": "/evil.example", "/..//evil.example": "/evil.example", "/a/..//evil.example": "/evil.example", "/%2fevil.example": "/evil.example",
		"/%2e%2e//evil.example": "/evil.example", "/https://evil.example": "/https:/evil.example", "/x%0d%0aSet-Cookie:%20a=b": "/x%0D%0ASet-Cookie:%20a=b", "/%09//evil.example": "/%09/evil.example",
	} {
		if !strings.Contains(path, "?") {
			path += "?token=" + token
		}
		res := raw(t, h, http.MethodGet, path)
		if got := res.header.Get("Location"); res.code != http.StatusSeeOther || got != want {
			t.Errorf("%s: %d to %q, want %q", path, res.code, got, want)
		}
		cookies := (&http.Response{Header: res.header}).Cookies()
		if len(cookies) != 1 {
			t.Fatalf("%s: %v", path, res.header)
		}
		if got := raw(t, h, http.MethodGet, "/", "Cookie", cookies[0].Name+"="+cookies[0].Value); got.code != http.StatusOK {
			t.Errorf("with the cookie %v: %d", cookies[0], got.code)
		}
	}
	for _, path := range []string{`/\evil.example`, `/%5cevil.example`, `/\\evil.example`, "/%ff", "/%00"} {
		res := raw(t, h, http.MethodGet, path+"?token="+token)
		if res.code != http.StatusNotFound || res.header.Get("Location") != "" {
			t.Errorf("%s: %d to %q", path, res.code, res.header.Get("Location"))
		}
	}
	other := base64.RawURLEncoding.EncodeToString([]byte("another"))
	for _, cookies := range []string{"sudokulab=", "sudokulab=%", "sudokulab=" + other, "sudokulab=secret;="} {
		if res := raw(t, h, http.MethodGet, "/", "Cookie", cookies); res.code != http.StatusUnauthorized {
			t.Errorf("the cookie %q: %d", cookies, res.code)
		}
	}
	// One of another server on this machine beside ours does not hide it.
	both := "sudokulab=" + other + "; sudokulab=" + base64.RawURLEncoding.EncodeToString([]byte("secret;="))
	if res := raw(t, h, http.MethodGet, "/", "Cookie", both); res.code != http.StatusOK {
		t.Errorf("two cookies: %d", res.code)
	}
}

// TestHosts: a server answers for its own names, however they are written, and for no others.
func TestHosts(t *testing.T) {
	_, h := open(t, func(o *Options) { o.Hosts = []string{"Lab.Example.ORG", "[2001:DB8::1]", "dot.example.", "10.1.2.3"} })
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST:80": true, "localhost.": true, "127.0.0.1": true, "127.9.9.9:1": true, "[::1]": true, "[::1]:80": true, "[::ffff:127.0.0.1]": true, "[0:0:0:0:0:0:0:1]": true,
		"lab.example.org": true, "LAB.example.org:8080": true, "lab.example.org.": true, "[2001:db8::1]:80": true, "[2001:db8:0:0::1]": true, "dot.example": true, "dot.example.:80": true, "10.1.2.3": true,
		"evil.example": false, "lab.example.org.evil.example": false, "evil.example:localhost": false, "localhost.evil.example": false, "10.1.2.4": false, "0.0.0.0": false, "[::]": false,
		"xlocalhost": false, "127.0.0.1.evil.example": false, "2130706433": false, "0x7f.1": false, "localhost,evil.example": false, "localhost..": false, "[localhost": false, ":80": false, "%6cocalhost": false,
	} {
		res := raw(t, h, http.MethodGet, "/", "Host", host)
		if ok := res.code == http.StatusOK; ok != want || !ok && res.code != http.StatusMisdirectedRequest && res.code != http.StatusBadRequest {
			t.Errorf("for %s: %d, want an answer: %v", host, res.code, want)
		}
	}
	// Several, or none, as HTTP forbids, and a name in the address.
	for _, head := range []string{"Host: localhost\r\nHost: localhost\r\n", "", "Host: local host\r\n", "Host: evil.example\r\nX-Forwarded-Host: localhost\r\n"} {
		c, err := net.Dial("tcp", h.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "GET / HTTP/1.1\r\n%sConnection: close\r\n\r\n", head)
		answer, _ := io.ReadAll(c)
		_ = c.Close()
		if code := string(answer[9:12]); code != "400" && code != "421" {
			t.Errorf("%q: %s", head, answer)
		}
	}
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, h.URL, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := http.DefaultTransport.RoundTrip(r); err != nil || res.Body.Close() != nil || res.StatusCode != http.StatusOK {
		t.Errorf("by the address that it listens at: %v, %v", res, err)
	}
}
