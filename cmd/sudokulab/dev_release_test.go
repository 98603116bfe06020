package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestArchives: what is packed comes out again, the program executable, and the same files give the same bytes wherever and whenever.
func TestArchives(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)
	files := []packed{{"sudokulab", bytes.Repeat([]byte("program "), 5000), true}, {"LICENSE", []byte("text\n"), false}}
	type found struct {
		name, mode, text string
		time             time.Time
	}
	want := []found{{"f/sudokulab", "-rwxr-xr-x", string(files[0].content), at}, {"f/LICENSE", "-rw-r--r--", "text\n", at}}
	for kind, pack := range map[string]func(string, []packed, time.Time) ([]byte, error){"tar": tarred, "zip": zipped} {
		first, err := pack("f", files, at)
		if err != nil {
			t.Fatal(err)
		}
		second, err := pack("f", files, at.In(time.FixedZone("elsewhere", 7200)).UTC())
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s: other bytes the second time (%v)", kind, err)
		}
		var got []found
		if kind == "zip" {
			r, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range r.File {
				part, err := f.Open()
				if err != nil {
					t.Fatal(err)
				}
				text, err := io.ReadAll(part)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, found{f.Name, f.Mode().String(), string(text), f.Modified.UTC()})
			}
		} else {
			z, err := gzip.NewReader(bytes.NewReader(first))
			if err != nil {
				t.Fatal(err)
			}
			for r := tar.NewReader(z); ; {
				h, err := r.Next()
				if err == io.EOF { //nolint:errorlint // as the package has it
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				text, err := io.ReadAll(r)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, found{h.Name, h.FileInfo().Mode().String(), string(text), h.ModTime.UTC()})
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s holds\n%v\nwant\n%v", kind, got, want)
		}
	}
}

func TestSums(t *testing.T) {
	got := string(sums(map[string][]byte{"b": []byte("b"), "a": nil}))
	want := "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n" +
		"3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b\n"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestStart: a program that gives another answer, or none, is no release; one for another system is not started.
func TestStart(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	here := target{runtime.GOOS, runtime.GOARCH}
	script := func(text string) string {
		path := filepath.Join(t.TempDir(), "sudokulab")
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil { //nolint:gosec // it is to be executed
			t.Fatal(err)
		}
		return path
	}
	if said, err := start(t.Context(), here, script("echo "+easySolution)); err != nil || said != "started here" {
		t.Errorf("%q, %v", said, err)
	}
	for _, bad := range []string{"echo 1", "exit 3"} {
		if said, err := start(t.Context(), here, script(bad)); err == nil {
			t.Errorf("%s: %q", bad, said)
		}
	}
	if said, err := start(t.Context(), target{"plan9", "386"}, "/no/such/program"); err != nil || !strings.HasPrefix(said, "not started") {
		t.Errorf("%q, %v", said, err)
	}
}

// TestReleaseRefuses: a release is that of a commit, not of a changed tree, and of targets that there are.
func TestReleaseRefuses(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	root, _, _, _ := untidy(t)
	refused := func(want string, args ...string) {
		t.Helper()
		if r := sudokulab(t, "", append([]string{"dev", "release", "--root", root}, args...)...); r.code != exitError || !strings.Contains(r.errOut, want) || r.out != "" {
			t.Errorf("exit code %d, %s%s, want %q", r.code, r.out, r.errOut, want)
		}
	}
	refused("--target beos/386", "--target", "beos/386")
	refused("a release is that of a commit")
	cmd := exec.CommandContext(t.Context(), "git", "init", "-q")
	cmd.Dir = root
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	refused("the tree differs from its commit")
}
