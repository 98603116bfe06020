package main

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSite: the site is written where it was asked for, an earlier one replaced, and nothing else.
func TestSite(t *testing.T) {
	root := wholeTree(t)
	dir := filepath.Join(t.TempDir(), "a folder", "site")
	for range 2 {
		if out := must(t, "", "site", "--root", root, "--engines=false", "--out", dir); out != filepath.Join(dir, "index.html")+"\n" {
			t.Fatal(out)
		}
	}
	for _, name := range []string{"index.html", "404.html", "sitemap.xml", "site.json", "claims/index.html", "packages/board.html"} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "lab.html")); err == nil {
		t.Error("the page with engines is there, which nobody asked for")
	}

	mine := t.TempDir()
	write := filepath.Join(mine, "mine.txt")
	if err := os.WriteFile(write, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"holds files":               {"--root", root, "--engines=false", "--out", mine},
		"base":                      {"--root", root, "--base", "nowhere"},
		"not the lab's source tree": {"--root", mine},
		"unknown flag":              {"--nothing"},
		"unknown command":           {"more"},
	} {
		if r := sudokulab(t, "", append([]string{"site"}, args...)...); r.code != exitError || !strings.Contains(r.errOut, want) {
			t.Errorf("%q: exit code %d, %s", args, r.code, r.errOut)
		}
	}
	if entries, err := os.ReadDir(mine); err != nil || len(entries) != 1 {
		t.Errorf("%d entries in a refused folder: %v", len(entries), err)
	}
	served(t, dir)
}

// served: serve shows the site beside the page, with the token, and refuses a folder without one.
func served(t *testing.T, dir string) {
	t.Helper()
	if r := sudokulab(t, "", "serve", "--browser=false", "--site", t.TempDir()); r.code != exitError || !strings.Contains(r.errOut, "no site there") {
		t.Errorf("exit code %d, %s", r.code, r.errOut)
	}
	ctx, stop := context.WithCancel(t.Context())
	said, told := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--quiet", "--browser=false", "--token", "secret", "--site", dir}, strings.NewReader(""), told, io.Discard)
		_ = told.Close()
	}()
	line := make([]byte, 200)
	n, err := said.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(strings.TrimSpace(string(line[:n])))
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Timeout: 10 * time.Second}
	for address, want := range map[string]struct {
		code int
		text string
	}{
		"/site/":             {http.StatusOK, "What is here"},
		"/site/claims/":      {http.StatusOK, "The claims"},
		"/site/no/such/page": {http.StatusNotFound, "No such page"},
		"/":                  {http.StatusOK, "<title>Sudoku lab</title>"},
	} {
		for _, token := range []string{"secret", "wrong"} {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, at.Scheme+"://"+at.Host+address, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer "+token)
			answer, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if ok := answer.StatusCode == want.code && strings.Contains(string(body), want.text); err != nil || token == "secret" && !ok || token == "wrong" && answer.StatusCode != http.StatusUnauthorized {
				t.Errorf("%s with the token %q: %d, %d bytes, %v", address, token, answer.StatusCode, len(body), err)
			}
			if token == "secret" && strings.HasPrefix(address, "/site/") && !strings.Contains(answer.Header.Get("Content-Security-Policy"), "style-src 'self' 'unsafe-inline'") {
				t.Errorf("%s: policy %q", address, answer.Header.Get("Content-Security-Policy"))
			}
		}
	}
	stop()
	if code := <-ended; code != exitInterrupted && code != exitOK {
		t.Errorf("exit code %d", code)
	}
}
