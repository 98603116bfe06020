package main

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	mdtext "github.com/yuin/goldmark/text"
)

// readmeCommand is a line of a fenced block that calls the program, with what the text shows
// below it: in a block of the kind console, the lines up to the next prompt.
type readmeCommand struct {
	line  int
	text  string
	exit  int
	shown string
}

var exitComment = regexp.MustCompile(`# exit (\d+)`)

// readmeCommands returns the lines that begin with sudokulab in the fenced blocks of a
// Markdown text. A comment that says slow or network leaves a line out; "# exit 2" says
// which exit code is right.
func readmeCommands(text string) []readmeCommand {
	var out []readmeCommand
	fence := ""      // what opened the block, "" outside of one
	showing := false // the lines are the output of the last command
	for i, l := range strings.Split(text, "\n") {
		raw := l
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "```") || strings.HasPrefix(l, "~~~") {
			if fence == "" {
				fence = l
			} else {
				fence = ""
			}
			showing = false
			continue
		}
		prompt := strings.HasPrefix(l, "$ ")
		if showing && !prompt {
			out[len(out)-1].shown += raw + "\n"
			continue
		}
		showing = false
		l = strings.TrimPrefix(l, "$ ")
		if fence == "" || !strings.HasPrefix(l, "sudokulab ") {
			continue
		}
		_, comment, _ := strings.Cut(l, " #")
		if strings.Contains(comment, "slow") || strings.Contains(comment, "network") {
			continue
		}
		c := readmeCommand{line: i + 1, text: l}
		if m := exitComment.FindStringSubmatch(l); m != nil {
			c.exit, _ = strconv.Atoi(m[1]) // the pattern lets only digits through
		}
		out = append(out, c)
		showing = prompt && strings.HasSuffix(fence, "console")
	}
	return out
}

func TestReadmeCommands(t *testing.T) {
	got := readmeCommands("sudokulab no\n```sh\nsudokulab solve x | head  # exit 2\n$ sudokulab version\nsudokulab results # slow\n" +
		"sudokulab data fetch --all   # needs the network\nmake results\n```\nsudokulab no\n" +
		"```console\n$ make it\nmade\n$ sudokulab solve y\n  a\nb\n$ sudokulab doctor\n```\nb\n")
	diff(t, "commands", fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", []readmeCommand{
		{line: 3, text: "sudokulab solve x | head  # exit 2", exit: 2},
		{line: 4, text: "sudokulab version"},
		{line: 13, text: "sudokulab solve y", shown: "  a\nb\n"},
		{line: 16, text: "sudokulab doctor"},
	}))
}

// shellWithSelf returns a shell, and puts this program on the path of what it runs, as sudokulab.
func shellWithSelf(t *testing.T) (shell string) {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skipf("needs a shell: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	wrapper := fmt.Sprintf("#!/bin/sh\n%s=1 exec '%s' \"$@\"\n", beMain, strings.ReplaceAll(self, "'", `'\''`))
	if err := os.WriteFile(filepath.Join(bin, "sudokulab"), []byte(wrapper), 0o700); err != nil { //nolint:gosec // it is to be executed
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return shell
}

// TestReadme runs every command of the README as a reader would, in a folder that looks like
// the lab's tree but takes what they write. What the README shows of the output is the output,
// and the film that it shows is the one that its command draws.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: runs all that the README types")
	}
	root := wholeTree(t)
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shell := shellWithSelf(t)
	dir := t.TempDir()
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == ".git" {
			continue
		}
		if err := os.Symlink(filepath.Join(root, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	shown := 0
	for _, c := range readmeCommands(string(text)) {
		t.Run(fmt.Sprintf("line %d", c.line), func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), shell, "-c", c.text)
			cmd.Dir = dir
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			code := cmd.ProcessState.ExitCode()
			if c.text == "sudokulab doctor" && code == exitError {
				code = c.exit // it speaks of the machine: a clone that only another may write to, no make
			}
			if code != c.exit {
				t.Errorf("%s: exit code %d (%v), want %d:\n%s%s", c.text, code, err, c.exit, &stdout, &stderr)
			}
			if c.shown != "" {
				shown++
				diff(t, c.text, stdout.String(), c.shown)
			}
		})
	}
	if shown == 0 {
		t.Error("the README shows no output of a command")
	}
	sameFilm(t, filepath.Join(dir, "film.gif"), filepath.Join(root, "results", "film.gif"))
}

// sameFilm compares two animations as they are seen, up to the shades that another processor may
// round otherwise.
func sameFilm(t *testing.T, got, want string) {
	t.Helper()
	read := func(name string) *gif.GIF {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		g, err := gif.DecodeAll(f)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return g
	}
	a, b := read(got), read(want)
	if a.Config.Width != b.Config.Width || a.Config.Height != b.Config.Height || !slices.Equal(a.Delay, b.Delay) {
		t.Fatalf("the film is %d×%d with delays %v; committed %d×%d, %v: make film", a.Config.Width, a.Config.Height, a.Delay, b.Config.Width, b.Config.Height, b.Delay)
	}
	size := image.Rect(0, 0, a.Config.Width, a.Config.Height)
	onA, onB := image.NewRGBA(size), image.NewRGBA(size)
	for i := range a.Image {
		draw.Draw(onA, a.Image[i].Bounds(), a.Image[i], a.Image[i].Bounds().Min, draw.Over)
		draw.Draw(onB, b.Image[i].Bounds(), b.Image[i], b.Image[i].Bounds().Min, draw.Over)
		for p := range onA.Pix {
			if x, y := onA.Pix[p], onB.Pix[p]; max(x, y)-min(x, y) > 24 {
				t.Fatalf("frame %d of the film differs from the committed one: make film", i+1)
			}
		}
	}
}

// TestLinks looks whether what the documents link to is there: files, and headings in them.
func TestLinks(t *testing.T) {
	root := wholeTree(t)
	documents := []string{"README.md"}
	for _, pattern := range []string{"research/*.md", "research/tutorials/*.md", "notebooks/*.md", "docker/*.md", "results/*.md", "results/*/README.md", "experiments/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			rel, err := filepath.Rel(root, f)
			if err != nil {
				t.Fatal(err)
			}
			documents = append(documents, rel)
		}
	}
	links := 0
	for _, d := range documents {
		text, err := os.ReadFile(filepath.Join(root, d))
		if err != nil {
			t.Fatal(err)
		}
		if l := lostLink(text); l != "" {
			t.Errorf("%s: %q: a line that begins with an HTML comment is no Markdown", filepath.ToSlash(d), l)
		}
		for _, l := range linksOf(text) {
			links++
			if err := leadsSomewhere(filepath.Join(root, filepath.Dir(d)), filepath.Join(root, d), l); err != nil {
				t.Errorf("%s: %v", filepath.ToSlash(d), err)
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links were found in %d documents", links, len(documents))
	}
	// The test itself: what is not there is found missing.
	if lostLink([]byte("- a\n  <!-- b -->c<!-- /b --> [d](e.md)\n")) == "" || lostLink([]byte("- a <!-- b -->c<!-- /b --> [d](e.md)\n")) != "" {
		t.Error("links after a comment are not told from lost ones")
	}
	for _, l := range linksOf([]byte("[a](none.md) ![b](none.svg) <img src=\"none.gif\">\n\n[c](README.md#no-such-heading) [d](#nor-this)")) {
		if leadsSomewhere(root, filepath.Join(root, "README.md"), l) == nil {
			t.Errorf("%s leads somewhere", l)
		}
	}
}

var htmlSource = regexp.MustCompile(`\b(?:src|href|srcset)="([^"]+)"`)

// linksOf returns the addresses of links and pictures of a Markdown text.
func linksOf(text []byte) (links []string) {
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(mdtext.NewReader(text))
	//nolint:errcheck // the function returns no error
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		raw := func(lines *mdtext.Segments) {
			for i := range lines.Len() {
				segment := lines.At(i)
				for _, m := range htmlSource.FindAllSubmatch(segment.Value(text), -1) {
					links = append(links, string(m[1]))
				}
			}
		}
		switch n := n.(type) {
		case *ast.Link:
			links = append(links, string(n.Destination))
		case *ast.Image:
			links = append(links, string(n.Destination))
		case *ast.HTMLBlock:
			raw(n.Lines())
		case *ast.RawHTML:
			raw(n.Segments)
		}
		return ast.WalkContinue, nil
	})
	return links
}

// lostLink returns a line with a link that a page shows as it is written, "" if there is none: what
// begins with an HTML comment is HTML up to the end of the line.
func lostLink(text []byte) (lost string) {
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(mdtext.NewReader(text))
	//nolint:errcheck // the function returns no error
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if b, ok := n.(*ast.HTMLBlock); ok && entering {
			for i := range b.Lines().Len() {
				segment := b.Lines().At(i)
				if line := segment.Value(text); bytes.Contains(line, []byte("](")) {
					lost = string(line)
				}
			}
		}
		return ast.WalkContinue, nil
	})
	return lost
}

// leadsSomewhere says what is wrong with a link of a document in a folder; addresses of other
// places than the tree are not looked up.
func leadsSomewhere(dir, document, link string) error {
	u, err := url.Parse(link)
	if err != nil {
		return fmt.Errorf("%s: %w", link, err)
	}
	if u.Scheme != "" || u.Host != "" {
		return nil
	}
	file := document
	if u.Path != "" {
		file = filepath.Join(dir, filepath.FromSlash(u.Path))
	}
	text, err := os.ReadFile(file)
	if err != nil {
		if info, serr := os.Stat(file); serr == nil && info.IsDir() && u.Fragment == "" {
			return nil
		}
		return fmt.Errorf("%s: %w", link, err)
	}
	if u.Fragment == "" {
		return nil
	}
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	var page bytes.Buffer
	if err := markdown.Convert(text, &page); err != nil {
		return fmt.Errorf("%s: %w", link, err)
	}
	if !strings.Contains(page.String(), fmt.Sprintf(" id=%q", u.Fragment)) && !bytes.Contains(text, fmt.Appendf(nil, "<a id=%q></a>", u.Fragment)) {
		return fmt.Errorf("%s: no such heading", link)
	}
	return nil
}
