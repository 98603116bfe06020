// Package docker_test holds the images' files against the rules that make them what the README promises: a
// Dockerfile whose steps are scripts that exist, pinned bases, a user who is not root, ports that only this
// machine reaches. The rules follow hadolint's where it has one (github.com/hadolint/hadolint), and they need no
// program but Go; each is tried on a Dockerfile that breaks it.
package docker_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// instruction is one line of a Dockerfile.
type instruction struct {
	line  int
	word  string   // in capitals
	flags []string // --name=value, before the arguments
	args  []string
	rest  string // all after the word
}

// flag returns the value of a flag, "" if it is not there.
func (i instruction) flag(name string) string {
	for _, f := range i.flags {
		if value, ok := strings.CutPrefix(f, "--"+name+"="); ok {
			return value
		}
	}
	return ""
}

// stage is what begins with one FROM.
type stage struct {
	name, base string
	parent     *stage // nil if the base is an image
	from       instruction
	body       []instruction
}

// chain returns the instructions of a stage and of those it stands on, the first of all first.
func (s *stage) chain() []instruction {
	if s == nil {
		return nil
	}
	return append(s.parent.chain(), s.body...)
}

// last returns the last instruction of a kind that holds in a stage.
func (s *stage) last(word string) (instruction, bool) {
	for _, i := range slices.Backward(s.chain()) {
		if i.word == word {
			return i, true
		}
	}
	return instruction{}, false
}

// complaint is one breach of a rule.
type complaint struct {
	line int
	rule string
	text string
}

func (c complaint) String() string {
	return fmt.Sprintf("Dockerfile:%d: %s: %s", c.line, c.rule, c.text)
}

// rules are the names that complaints carry.
var rules = []string{
	"add", "apt", "copy", "exec-form", "from-pinned", "go-version", "healthcheck", "known", "once", "one-line", "port",
	"run-script", "secret", "stage-name", "user", "workdir",
}

var known = []string{"FROM", "ARG", "COPY", "RUN", "ENV", "USER", "WORKDIR", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT"}

// linter collects complaints on one Dockerfile. files is the build's context.
type linter struct {
	files      fs.FS
	stages     []*stage
	complaints []complaint
}

func (l *linter) complain(line int, rule, format string, args ...any) {
	l.complaints = append(l.complaints, complaint{line, rule, fmt.Sprintf(format, args...)})
}

// lint parses a Dockerfile and returns its stages and what is wrong.
func lint(text string, files fs.FS) ([]*stage, []complaint) {
	l := &linter{files: files}
	l.parse(text)
	for _, s := range l.stages {
		l.from(s)
		l.body(s)
	}
	for _, s := range l.finals() {
		l.final(s)
	}
	return l.stages, l.complaints
}

func (l *linter) parse(text string) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasSuffix(line, `\`) || strings.Contains(line, "<<") {
			l.complain(n, "one-line", "try.sh reads an instruction from one line")
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		i := instruction{line: n, word: strings.ToUpper(word), rest: strings.TrimSpace(rest)}
		for f := range strings.FieldsSeq(rest) {
			if strings.HasPrefix(f, "--") && len(i.args) == 0 {
				i.flags = append(i.flags, f)
			} else {
				i.args = append(i.args, f)
			}
		}
		switch {
		case i.word == "ADD":
			l.complain(n, "add", "COPY says what comes in, ADD also downloads and unpacks")
		case !slices.Contains(known, i.word) || word != i.word:
			l.complain(n, "known", "try.sh does not know the instruction %s", word)
		case i.word == "FROM":
			l.stages = append(l.stages, l.newStage(i))
		case len(l.stages) == 0:
			l.complain(n, "known", "%s before the first FROM", word)
		default:
			s := l.stages[len(l.stages)-1]
			s.body = append(s.body, i)
		}
	}
}

func (l *linter) stage(name string) *stage {
	for _, s := range l.stages {
		if s.name == name && name != "" {
			return s
		}
	}
	return nil
}

var stageName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

func (l *linter) newStage(i instruction) *stage {
	s := &stage{from: i}
	if len(i.args) > 0 {
		s.base = i.args[0]
		s.parent = l.stage(s.base)
	}
	if len(i.args) == 3 && i.args[1] == "AS" {
		s.name = i.args[2]
	}
	switch {
	case !stageName.MatchString(s.name):
		l.complain(i.line, "stage-name", "FROM %s: want FROM base AS name, in small letters", i.rest)
	case l.stage(s.name) != nil:
		l.complain(i.line, "stage-name", "there are two stages %s", s.name)
	}
	return s
}

var (
	pinned  = regexp.MustCompile(`^([a-z0-9./-]+):([A-Za-z0-9_][A-Za-z0-9_.-]*)@sha256:[0-9a-f]{64}$`)
	goImage = regexp.MustCompile(`^golang:(\d+\.\d+\.\d+)-`)
	goLine  = regexp.MustCompile(`(?m)^go (\d+\.\d+(?:\.\d+)?)$`)
)

func (l *linter) from(s *stage) {
	if s.parent != nil {
		return
	}
	m := pinned.FindStringSubmatch(s.base)
	if len(m) < 3 || m[2] == "latest" {
		l.complain(s.from.line, "from-pinned", "%s: want image:tag@sha256:digest, and no latest", s.base)
	}
	if !strings.HasPrefix(s.base, "golang:") {
		return
	}
	image := goImage.FindStringSubmatch(s.base)
	if image == nil {
		l.complain(s.from.line, "go-version", "%s: want golang:MAJOR.MINOR.PATCH-…", s.base)
		return
	}
	for _, mod := range []string{"go.mod", ".tools/jupyter/go.mod"} {
		text, err := fs.ReadFile(l.files, mod)
		want := goLine.FindSubmatch(text)
		switch {
		case err != nil:
			l.complain(s.from.line, "go-version", "%v", err)
		case want == nil:
			l.complain(s.from.line, "go-version", "%s names no version", mod)
		case versionLess(image[1], string(want[1])):
			l.complain(s.from.line, "go-version", "the image has Go %s, %s wants %s", image[1], mod, want[1])
		}
	}
}

// versionLess compares versions of numbers and points.
func versionLess(a, b string) bool {
	numbers := func(v string) (n []int) {
		for p := range strings.SplitSeq(v, ".") {
			i, err := strconv.Atoi(p)
			if err != nil {
				i = -1 // not a number: before all numbers
			}
			n = append(n, i)
		}
		return n
	}
	return slices.Compare(numbers(a), numbers(b)) < 0
}

const (
	labDir   = "/opt/sudokulab" // where the whole context is copied to
	setupDir = "/opt/setup"     // where single scripts are
	scripts  = "docker/scripts"
	goDir    = "/usr/local/go"
)

var (
	aptWord    = regexp.MustCompile(`\b(apt|apt-get|aptitude|dpkg)\b`)
	sudoWord   = regexp.MustCompile(`\bsudo\b`)
	secretName = regexp.MustCompile(`(?i)(token|password|secret|credential)`)
	numericID  = regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`)
)

func (l *linter) body(s *stage) {
	seen := map[string]bool{}
	for n, i := range s.body {
		before := append(s.parent.chain(), s.body[:n]...)
		switch i.word {
		case "COPY":
			l.copied(s, i)
		case "RUN":
			l.run(i, before)
		case "WORKDIR":
			if !path.IsAbs(i.rest) {
				l.complain(i.line, "workdir", "%s is not absolute", i.rest)
			}
		case "ENV", "ARG":
			name, _, given := strings.Cut(i.rest, "=")
			if secretName.MatchString(name) {
				l.complain(i.line, "secret", "%s would be kept in the image's history", name)
			}
			if !given || strings.ContainsAny(i.rest, " $") {
				l.complain(i.line, "one-line", "%s: want %s NAME=value, one to a line and plain", i.rest, i.word)
			}
		case "HEALTHCHECK", "ENTRYPOINT":
			if seen[i.word] {
				l.complain(i.line, "once", "only the last %s of a stage counts", i.word)
			}
			seen[i.word] = true
			l.started(s, i)
		}
	}
}

func (l *linter) copied(s *stage, i instruction) {
	if len(i.args) < 2 {
		l.complain(i.line, "copy", "COPY wants sources and a destination")
		return
	}
	sources, destination := i.args[:len(i.args)-1], i.args[len(i.args)-1]
	if !path.IsAbs(destination) {
		l.complain(i.line, "copy", "the destination %s is not absolute", destination)
	}
	if owner := i.flag("chown"); !numericID.MatchString(owner) && slices.Contains(covered, path.Clean(destination)) && path.Clean(destination) != goDir {
		l.complain(i.line, "copy", "%s would belong to root: --chown=uid:gid", destination)
	}
	if from := i.flag("from"); from != "" {
		at := slices.IndexFunc(l.stages, func(t *stage) bool { return t.name == from })
		if at < 0 || at >= slices.Index(l.stages, s) {
			l.complain(i.line, "copy", "there is no earlier stage %s", from)
		}
		return
	}
	for _, source := range sources {
		if _, err := fs.Stat(l.files, source); err != nil {
			l.complain(i.line, "copy", "%v", err)
		}
	}
}

// inContext returns the file of the context that a path in the image is a copy of, and whom the copy belongs to,
// if the instructions before brought it there.
func inContext(file string, before []instruction) (source, owner string, ok bool) {
	for _, i := range before {
		if i.word != "COPY" || len(i.args) < 2 {
			continue
		}
		destination, owner := path.Clean(i.args[len(i.args)-1]), i.flag("chown")
		for _, source := range i.args[:len(i.args)-1] {
			switch {
			case i.flag("from") != "":
				// The whole tree goes from one stage to the next under one name.
				if source == labDir && destination == labDir && strings.HasPrefix(file, labDir+"/") {
					return strings.TrimPrefix(file, labDir+"/"), owner, true
				}
			case source == "." && strings.HasPrefix(file, destination+"/"):
				return strings.TrimPrefix(file, destination+"/"), owner, true
			case file == path.Join(destination, path.Base(source)):
				return source, owner, true
			}
		}
	}
	return "", "", false
}

// script says what is wrong with a program that a build or an image starts. COPY keeps the modes of the clone, and
// one made under a strict umask lets nobody but the owner read and start its files: a script must belong to the
// user that starts it.
func (l *linter) script(file string, before []instruction) error {
	source, owner, ok := inContext(file, before)
	if !ok {
		return fmt.Errorf("%s is not there: no COPY brings it", file)
	}
	if path.Dir(source) != scripts {
		return fmt.Errorf("%s is %s and no script of %s", file, source, scripts)
	}
	info, err := fs.Stat(l.files, source)
	if err != nil {
		return err
	}
	if info.Mode()&0o100 == 0 {
		return fmt.Errorf("%s cannot be executed", source)
	}
	for _, i := range slices.Backward(before) {
		if i.word == "USER" {
			if numericID.MatchString(i.rest) && i.rest != owner {
				return fmt.Errorf("%s belongs to root, and user %s starts it: --chown=%s", source, i.rest, i.rest)
			}
			break
		}
	}
	return nil
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./-]+$`)

func (l *linter) run(i instruction, before []instruction) {
	if aptWord.MatchString(i.rest) || sudoWord.MatchString(i.rest) {
		l.complain(i.line, "apt", "packages.sh installs packages: %s", i.rest)
	}
	for _, w := range i.args {
		if !plainWord.MatchString(w) {
			l.complain(i.line, "run-script", "%q: RUN calls a script and is no script", w)
			return
		}
	}
	if len(i.args) == 0 || len(i.flags) > 0 {
		l.complain(i.line, "run-script", "RUN %s: want a script and its arguments", i.rest)
		return
	}
	if err := l.script(i.args[0], before); err != nil {
		l.complain(i.line, "run-script", "%v", err)
	}
}

// started checks what a container starts.
func (l *linter) started(s *stage, i instruction) {
	text := i.rest
	if i.word == "HEALTHCHECK" {
		text = strings.Join(i.args, " ")
		for _, f := range []string{"interval", "timeout", "start-period", "retries"} {
			if i.flag(f) == "" {
				l.complain(i.line, "healthcheck", "--%s is not given", f)
			}
		}
		var ok bool
		if text, ok = strings.CutPrefix(text, "CMD "); !ok {
			l.complain(i.line, "healthcheck", "HEALTHCHECK %s: want CMD", i.rest)
			return
		}
	}
	var argv []string
	if err := json.Unmarshal([]byte(text), &argv); err != nil || len(argv) == 0 {
		l.complain(i.line, "exec-form", `%s: want ["program", "argument"]: a shell would swallow signals`, text)
		return
	}
	if err := l.script(argv[0], s.chain()); err != nil {
		l.complain(i.line, "run-script", "%v", err)
	}
}

// finals are the stages that nothing else is made from: the images.
func (l *linter) finals() (out []*stage) {
	used := map[string]bool{}
	for _, s := range l.stages {
		used[s.base] = true
		for _, i := range s.body {
			used[i.flag("from")] = true
		}
	}
	for _, s := range l.stages {
		if !used[s.name] {
			out = append(out, s)
		}
	}
	return out
}

func (l *linter) final(s *stage) {
	user, ok := s.last("USER")
	switch {
	case !ok:
		l.complain(s.from.line, "user", "image %s runs as root", s.name)
	case !numericID.MatchString(user.rest):
		l.complain(user.line, "user", "image %s runs as %s: want uid:gid, which can be seen not to be root", s.name, user.rest)
	}
	if _, ok := s.last("HEALTHCHECK"); !ok {
		l.complain(s.from.line, "healthcheck", "image %s has none", s.name)
	}
	if _, ok := s.last("ENTRYPOINT"); !ok {
		l.complain(s.from.line, "exec-form", "image %s starts nothing", s.name)
	}
	port := ""
	for _, i := range s.chain() {
		if value, ok := strings.CutPrefix(i.rest, "JUPYTER_PORT="); ok && i.word == "ENV" {
			port = value
		}
	}
	if e, ok := s.last("EXPOSE"); !ok || e.rest != port {
		l.complain(s.from.line, "port", "image %s exposes %q, and Jupyter listens on %q", s.name, e.rest, port)
	}
}
