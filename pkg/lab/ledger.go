package lab

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/record"
	"sudokulab/pkg/yamlfile"
)

// Verdict is the judgement of a claim.
type Verdict string

// The verdicts.
const (
	// Reproduced: the measurement meets the stated figure or property, at the stated
	// conditions.
	Reproduced Verdict = "reproduced"
	// Partly: the direction holds, the figure or the conditions do not.
	Partly Verdict = "partly"
	// Refuted: a measurement or a counterexample contradicts the claim.
	Refuted Verdict = "refuted"
	// Pending: no record at the scale that decides it.
	Pending Verdict = "pending"
)

// Verdicts lists the verdicts in the order in which tables count them.
var Verdicts = [...]Verdict{Reproduced, Partly, Refuted, Pending}

// Finding is what a judge concludes from records.
type Finding struct {
	Verdict Verdict  `json:"verdict"`
	Figure  string   `json:"figure"`          // what was measured, shown next to what was stated
	Because string   `json:"because"`         // one sentence: how the figure decides
	Cases   []string `json:"cases,omitempty"` // the records that decided: all that the judge read, if it names none
}

// Judge decides one claim from the records of one experiment. It needs the records of all cases that it asks for or walks over, by
// [Evidence.Case] and [Evidence.Where]: the claim is pending as long as one of those that the plan has is absent, says that it is
// missing, or was ended by a limit. What else is needed, and what can be spared, the judge says here.
type Judge struct {
	Claim  string
	Decide func(*Evidence) Finding
	// Needs are the cases that the claim needs of profile gpu, where these stand beside those of another profile, which the plan
	// of that profile does not have.
	Needs []string
	// Spares are the puzzle sets without which the claim is decided all the same where a record says that they were not on the
	// machine that measured. The finding names those that were spared.
	Spares []string
	// Capped says that the judge knows of records that a limit ended, since it reads how much was left.
	Capped bool
}

// decides reports whether the judge decides the claim or a part of it: C07b is part of C07.
func (j Judge) decides(id string) bool {
	rest, ok := strings.CutPrefix(j.Claim, id)
	return ok && (rest == "" || len(rest) == 1 && rest[0] >= 'a' && rest[0] <= 'z')
}

// Evidence is what a judge sees: the records of an experiment, those that [Best] returns, and the rule
// of the claim. It notes which records and limits were used and which were looked for and not found.
type Evidence struct {
	set    record.Set
	rule   Rule
	judge  Judge
	used   []string
	read   []string // names of limits
	absent []string
	spared []string // sets
}

// Case returns a measured record by the name of its case.
func (e *Evidence) Case(name string) (record.Record, bool) {
	r, ok := e.set.Case(name)
	if !ok {
		r.Case, r.Status = name, record.Missing
	}
	return r, e.take(r)
}

// take notes that a record is used or, where that is so, why it cannot be. It reports whether the record has figures.
func (e *Evidence) take(r record.Record) bool {
	if r.Status != record.Missing {
		if r.Status == record.Capped && !e.judge.Capped {
			e.lack(r.Case + " to its end (" + r.Note + ")")
		}
		if !slices.Contains(e.used, r.Case) {
			e.used = append(e.used, r.Case)
		}
		return true
	}
	if set, _, ok := lacks(r.Note); ok && slices.Contains(e.judge.Spares, set) {
		if !slices.Contains(e.spared, set) {
			e.spared = append(e.spared, set)
		}
		return false
	}
	e.lack(r.Case)
	return false
}

// lack notes once what is absent.
func (e *Evidence) lack(what string) {
	if !slices.Contains(e.absent, what) {
		e.absent = append(e.absent, what)
	}
}

// Where returns the measured records of a kind whose cases have these dimensions, among others; none
// leaves the claim pending, and so does one that was not measured, unless the judge spares it.
func (e *Evidence) Where(kind string, dims ...record.Dim) record.Set {
	var out record.Set
	all := e.set.Where(kind, dims...)
	for _, r := range all {
		if e.take(r) {
			out = append(out, r)
		}
	}
	if len(out) == 0 && (len(all) == 0 || len(e.absent) == 0) {
		e.lack(wanted(kind, dims))
	}
	return out
}

// wanted names cases as [record.Key] does, and those of no kind, without dimensions, as well.
func wanted(kind string, dims []record.Dim) string {
	if kind == "" && len(dims) == 0 {
		return "any case without a kind"
	}
	return record.Key(kind, dims...)
}

// Value returns a metric of a case, or 0 while noting that it is absent.
func (e *Evidence) Value(caseName, metric string) float64 {
	r, ok := e.Case(caseName)
	if !ok {
		return 0
	}
	m, ok := r.Metric(metric)
	if !ok {
		e.lack(caseName + " " + metric)
	}
	return m.Value
}

// Text returns a text of a record, noting its absence.
func (e *Evidence) Text(r record.Record, name string) string {
	text, ok := r.Texts[name]
	if !ok {
		e.lack(r.Case + " " + name)
	}
	return text
}

// On runs the judge on records by the claim's rule and completes its finding. Whatever a judge
// says, a claim is pending whose records are absent or give no number, or whose rule has no such
// verdict.
func (j Judge) On(set record.Set, rule Rule) Finding {
	f, _ := j.Try(set, rule)
	return f
}

// notANumber and unbounded are what a division by nothing leaves in a text; an interval may be unbounded for good reason.
var (
	notANumber = regexp.MustCompile(`\bNaN\b`)
	unbounded  = regexp.MustCompile(`\bInf\b|∞`)
)

// Try is [Judge.On] that returns also the names of the rule's limits that the judge read.
func (j Judge) Try(set record.Set, rule Rule) (f Finding, read []string) {
	e := &Evidence{set: set, rule: rule, judge: j}
	if lacks := asking(func() { f = j.Decide(e) }); lacks != nil {
		e.lack(lacks.Case + " " + lacks.Name)
	}
	switch {
	case len(e.absent) > 0:
		because := "not measured: " + few(e.absent)
		if f.Verdict == Pending && f.Because != "" && !notANumber.MatchString(f.Because) && !unbounded.MatchString(f.Because) {
			because += "; " + f.Because // the judge knows how to get it, and says so without figures that are not there
		}
		f = Finding{Verdict: Pending, Because: because}
	case f.Verdict != Pending && notANumber.MatchString(f.Figure+" "+f.Because):
		f = Finding{Verdict: Pending, Figure: f.Figure, Because: "the records give no number to decide by: " + f.Because}
	case !rule.IsZero() && !slices.Contains(rule.Allows(), f.Verdict):
		f = Finding{Verdict: Pending, Figure: f.Figure, Because: fmt.Sprintf("the judge says %s, which the rule in the ledger does not have: %s", f.Verdict, f.Because)}
	case len(f.Cases) == 0:
		f.Cases = e.used
	}
	if len(e.spared) > 0 && len(e.absent) == 0 {
		f.Because += "; decided without " + strings.Join(e.spared, ", ") + ", not on the machine that measured"
	}
	return f, e.read
}

// asking calls f, which reads records, and returns what f asked of a record that it does not have, which
// ended f; nil if it came to its end.
func asking(f func()) (lacks *record.AbsentError) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *record.AbsentError:
			lacks = p
		default:
			panic(p)
		}
	}()
	f()
	return nil
}

// few joins names, of many the first three and how many more there are.
func few(names []string) string {
	const shown = 3
	if len(names) <= shown {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:shown], ", "), len(names)-shown)
}

// Document is one of the sources of claims.
type Document struct {
	ID     string `yaml:"id" json:"id"`
	Title  string `yaml:"title" json:"title"`
	Letter string `yaml:"letter" json:"letter"`
	Report string `yaml:"report" json:"report"`
	Source Source `yaml:"source" json:"source,omitzero"`
}

// Claim is a checkable statement of a document, in the project's own words.
type Claim struct {
	ID         string `yaml:"id" json:"id"`
	Document   string `yaml:"document" json:"document"`
	Section    string `yaml:"section" json:"section"`
	Statement  string `yaml:"statement" json:"statement"`
	Stated     string `yaml:"stated" json:"stated"`
	Conditions string `yaml:"conditions" json:"conditions,omitempty"`
	Decides    string `yaml:"decides" json:"decides"`
	Experiment string `yaml:"experiment" json:"experiment"`
	Kind       string `yaml:"kind" json:"kind"`
	// Subject is what the policy has the claim decided on, and Method what of it the claim is about: all claims about one method use
	// one form of it.
	Subject string `yaml:"subject" json:"subject"`
	Method  string `yaml:"method" json:"method"`
	Added   bool   `yaml:"added" json:"added,omitempty"`
	Rule    Rule   `yaml:"rule" json:"rule,omitzero"`
	// Waits says what would decide the claim as long as it is pending.
	Waits Waits `yaml:"waits" json:"waits,omitzero"`
}

// The subjects of claims.
const (
	onProgram = "program" // the document's program, at the document's commit
	onText    = "text"    // the document's words, which the program is held against
	onLab     = "lab"     // the lab's own form, where the program has none
)

// subjects are what a reader is told of them.
var subjects = map[string]string{onProgram: "the document's program", onText: "the document's words, held against its program", onLab: "the lab's own form, as the program has none"}

// Waits is what a pending claim waits for.
type Waits struct {
	Job   string `yaml:"job" json:"job"`     // what would decide it: a command, or who could say
	Needs string `yaml:"needs" json:"needs"` // what that takes
}

// Claims is the content of research/claims.yaml.
type Claims struct {
	Documents []Document `yaml:"documents"`
	Claims    []Claim    `yaml:"claims"`
}

var claimID = regexp.MustCompile(`^([A-Z])\d{2}[a-z]?$`)

// ParseClaims reads research/claims.yaml and checks it. name is the file's name in errors.
func ParseClaims(data []byte, name string) (*Claims, error) {
	var c Claims
	if err := yamlfile.Unmarshal(name, "claims", data, &c); err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	letters := map[string]string{}
	for _, d := range c.Documents {
		letters[d.ID] = d.Letter
		if err := d.Source.check(); err != nil {
			return nil, fmt.Errorf("lab: %s: document %s: source: %w", name, d.ID, err)
		}
	}
	seen := map[string]bool{}
	type method struct{ document, name string }
	forms := map[method]Claim{} // the first claim on the form of a method that decides
	for i, cl := range c.Claims {
		at := fmt.Sprintf("lab: %s: claim %d (%s)", name, i+1, cl.ID)
		m := claimID.FindStringSubmatch(cl.ID)
		switch {
		case m == nil:
			return nil, fmt.Errorf("%s: id, want a letter, two digits and perhaps a lower-case letter", at)
		case seen[cl.ID]:
			return nil, fmt.Errorf("%s: id stands twice", at)
		case letters[cl.Document] != m[1]:
			return nil, fmt.Errorf("%s: document %q does not go with letter %s", at, cl.Document, m[1])
		case cl.Statement == "" || cl.Stated == "" || cl.Decides == "" || cl.Experiment == "":
			return nil, fmt.Errorf("%s: statement, stated, decides and experiment may not be empty", at)
		}
		if subjects[cl.Subject] == "" || cl.Method == "" {
			return nil, fmt.Errorf("%s: subject %q of method %q, want program, text or lab, and a method", at, cl.Subject, cl.Method)
		}
		if m := (method{cl.Document, cl.Method}); cl.Subject != onText {
			if first, ok := forms[m]; ok && first.Subject != cl.Subject {
				return nil, fmt.Errorf("%s: decided on another form of %s (%s) than %s (%s), want one for all claims about it", at, m.name, cl.Subject, first.ID, first.Subject)
			}
			forms[m] = cl
		}
		if (cl.Waits.Job == "") != (cl.Waits.Needs == "") {
			return nil, fmt.Errorf("%s: waits, want both a job and what it needs", at)
		}
		if cl.Rule.IsZero() {
			return nil, fmt.Errorf("%s: there is no rule; it is written before the records", at)
		}
		if err := cl.Rule.check(); err != nil {
			return nil, fmt.Errorf("%s: rule: %w", at, err)
		}
		seen[cl.ID] = true
	}
	return &c, nil
}

// ReadClaims reads and checks research/claims.yaml of a source tree.
func ReadClaims(root string) (*Claims, error) {
	data, err := atomicfile.ReadFile(filepath.Join(root, "research", "claims.yaml"), atomicfile.Most)
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	return ParseClaims(data, "research/claims.yaml")
}

// Rules returns the rule of each claim, by its id.
func (c *Claims) Rules() map[string]Rule {
	rules := map[string]Rule{}
	for _, claim := range c.Claims {
		rules[claim.ID] = claim.Rule
	}
	return rules
}

// Entry is a claim with what was found of it.
type Entry struct {
	Claim   Claim   `json:"claim"`
	Finding Finding `json:"finding"`
	Source  string  `json:"source,omitempty"`  // the address of the claim's section in its document
	Profile string  `json:"profile,omitempty"` // of the deciding records
	Records string  `json:"records,omitempty"` // their file
	State   State   `json:"state,omitempty"`   // the worst of the deciding records
	Times   bool    `json:"times,omitempty"`   // the verdict answers to times that earlier code measured
	N       string  `json:"n,omitempty"`       // how many records decided, of how many puzzles each
	Marks   string  `json:"marks,omitempty"`   // how many of these do not name their code, in a sentence
}

// Ledger is every claim with its verdict.
type Ledger struct {
	Documents []Document `json:"documents"`
	Entries   []Entry    `json:"entries"`
}

// Ledger judges every claim of research/claims.yaml from the records under results/.
func (l *Lab) Ledger() (*Ledger, error) {
	sets, err := l.bestRecords()
	if err != nil {
		return nil, err
	}
	standing, err := l.standing()
	if err != nil {
		return nil, err
	}
	return l.ledger(sets, standing)
}

// bestRecords returns what tables, figures and verdicts of each experiment are made of, by
// its id.
func (l *Lab) bestRecords() (map[string]record.Set, error) {
	all, err := l.records()
	return bestOf(all), err
}

// records reads the records of every experiment.
func (l *Lab) records() (map[string]record.Set, error) {
	all := map[string]record.Set{}
	for _, e := range l.Experiments {
		var err error
		if all[e.ID], err = record.ReadFile(l.recordsPath(e)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// bestOf returns of each experiment the records that tables and verdicts are made of.
func bestOf(all map[string]record.Set) map[string]record.Set {
	sets := map[string]record.Set{}
	for id, set := range all {
		sets[id] = Best(set)
	}
	return sets
}

// ledger judges every claim of research/claims.yaml from the given records.
func (l *Lab) ledger(sets map[string]record.Set, standing standing) (*Ledger, error) {
	claims, err := ReadClaims(l.Root)
	if err != nil {
		return nil, err
	}
	ledger, err := l.judge(claims, sets)
	if err != nil {
		return nil, err
	}
	standing.mark(ledger, sets, l.Experiments)
	return ledger, nil
}

// judge decides the claims from each experiment's records.
func (l *Lab) judge(claims *Claims, sets map[string]record.Set) (*Ledger, error) {
	type seat struct {
		exp   *Experiment
		judge Judge
	}
	bench := map[string]seat{}
	for _, e := range l.Experiments {
		for _, j := range e.Judges {
			if other, twice := bench[j.Claim]; twice {
				return nil, fmt.Errorf("lab: claim %s has two judges, in %s and %s", j.Claim, other.exp.ID, e.ID)
			}
			if !slices.ContainsFunc(claims.Claims, func(c Claim) bool { return c.ID == j.Claim }) {
				return nil, fmt.Errorf("lab: %s judges %s, which research/claims.yaml does not hold", e.ID, j.Claim)
			}
			bench[j.Claim] = seat{e, j}
		}
	}
	ledger := &Ledger{Documents: claims.Documents}
	for _, c := range claims.Claims {
		d, _ := ledger.Document(c.Document) // ParseClaims has looked that it is there
		entry := Entry{Claim: c, Finding: Finding{Verdict: Pending, Because: "waits for experiment " + c.Experiment}, Source: d.Source.SectionAddress(c.Section)}
		if s, ok := bench[c.ID]; ok {
			if c.Experiment != s.exp.ID {
				return nil, fmt.Errorf("lab: research/claims.yaml says that %s decides %s, but %s judges it", c.Experiment, c.ID, s.exp.ID)
			}
			if set := sets[s.exp.ID]; len(set) == 0 {
				entry.Finding.Because = "no records yet: sudokulab results --only " + s.exp.ID
			} else {
				entry.Finding = s.exp.Finding(s.judge, set, c.Rule)
				entry.Profile = ProfilesOf(decided(entry.Finding, set))
				entry.N = size(entry.Finding, set)
				entry.Records = path.Join("results", s.exp.ID, "records.jsonl")
			}
		}
		ledger.Entries = append(ledger.Entries, entry)
	}
	return ledger, nil
}

// Best returns the records that tables, figures and verdicts are made of: those of the largest profile of which any case
// was measured. Those of profile gpu come a few at a time, as minutes of a card do, so they replace the others once they
// hold every case of these. Until then those stand beside the others whose case these lack.
func Best(set record.Set) record.Set {
	gpu := Only(set, GPU)
	if len(gpu.Measured()) == 0 {
		gpu = nil
	}
	for _, p := range slices.Backward(profiles) {
		if p == GPU {
			continue
		}
		s := Only(set, p)
		if len(s.Measured()) == 0 {
			continue
		}
		if len(gpu) > 0 && len(lacking(s, gpu)) == 0 {
			return gpu
		}
		return append(s, lacking(gpu, s).Measured()...)
	}
	return gpu
}

// lacking returns the records whose case others lack.
func lacking(set, others record.Set) (out record.Set) {
	for _, r := range set {
		if _, ok := others.Case(r.Case); !ok {
			out = append(out, r)
		}
	}
	return out
}

// ProfilesOf names the profiles of records, each once and in their order, such as "quick and gpu"; what [Best] returns
// is of one or two.
func ProfilesOf(set record.Set) string { return strings.Join(profilesOf(set), " and ") }

func profilesOf(set record.Set) (names []string) {
	for _, r := range set {
		if !slices.Contains(names, r.Profile) {
			names = append(names, r.Profile)
		}
	}
	return names
}

// decided returns the records that a finding names, all if it names none.
func decided(f Finding, set record.Set) (out record.Set) {
	for _, r := range set {
		if slices.Contains(f.Cases, r.Case) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return set
	}
	return out
}

// Only returns the records of one profile.
func Only(set record.Set, p Profile) record.Set {
	var out record.Set
	for _, r := range set {
		if r.Profile == string(p) {
			out = append(out, r)
		}
	}
	return out
}

// Document returns the document of an id.
func (l *Ledger) Document(id string) (Document, bool) {
	i := slices.IndexFunc(l.Documents, func(d Document) bool { return d.ID == id })
	if i < 0 {
		return Document{}, false
	}
	return l.Documents[i], true
}

// Filter returns the entries of a document (its id or letter) and with a verdict; empty
// strings stand for all.
func (l *Ledger) Filter(document string, verdict Verdict) []Entry {
	var out []Entry
	for _, e := range l.Entries {
		doc := document == "" || e.Claim.Document == document || strings.EqualFold(e.Claim.ID[:1], document)
		if doc && (verdict == "" || e.Finding.Verdict == verdict) {
			out = append(out, e)
		}
	}
	return out
}

// Summary returns the number of claims by document and verdict.
func (l *Ledger) Summary() Table {
	t := Table{Name: "summary", Title: "Claims by document and verdict", Columns: []string{"Document", "Claims"}}
	for _, v := range Verdicts {
		t.Columns = append(t.Columns, v.Marked())
	}
	total := make([]int, len(Verdicts))
	for _, d := range l.Documents {
		row := []string{d.Title, Number(float64(len(l.Filter(d.ID, ""))))}
		for i, v := range Verdicts {
			n := len(l.Filter(d.ID, v))
			total[i] += n
			row = append(row, Number(float64(n)))
		}
		t.Add(row...)
	}
	row := []string{"All", Number(float64(len(l.Entries)))}
	for _, n := range total {
		row = append(row, Number(float64(n)))
	}
	t.Add(row...)
	return t
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
