package nbexec

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/jsonfile"
	"sudokulab/pkg/nbexec/nbformat"
)

// Parameter is a value given to a notebook.
type Parameter struct {
	Name string
	// Value is nil, a bool, an int, a float64, a string, or a list ([]any) of such; for Python
	// also an object (map[string]any).
	Value any
}

// ParseParameter reads a parameter from name=value. The value is an int, a float, true or
// false (also as Python spells them), null or None, a list or object in JSON, or else a string;
// in double quotes it is a string in any case.
func ParseParameter(text string) (Parameter, error) {
	name, value, ok := strings.Cut(text, "=")
	if name = strings.TrimSpace(name); !ok || !token.IsIdentifier(name) {
		return Parameter{}, fmt.Errorf("nbexec: parameter %q, want name=value", text)
	}
	p := Parameter{Name: name, Value: value}
	if i, err := strconv.Atoi(value); err == nil {
		p.Value = i
		return p, nil
	}
	if f, err := strconv.ParseFloat(value, 64); err == nil && strings.ContainsAny(value, "0123456789") {
		p.Value = f
		return p, nil
	}
	switch value {
	case "true", "True":
		p.Value = true
	case "false", "False":
		p.Value = false
	case "null", "None":
		p.Value = nil
	}
	if value != "" && strings.ContainsRune(`[{"`, rune(value[0])) {
		if err := jsonfile.Bounded([]byte(value), jsonfile.Depth, jsonfile.Values); err != nil {
			return Parameter{}, fmt.Errorf("nbexec: parameter %s: %w", name, err)
		}
		d := json.NewDecoder(strings.NewReader(value))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			return Parameter{}, fmt.Errorf("nbexec: parameter %s: %w", name, err)
		}
		p.Value = plain(v)
	}
	return p, nil
}

// plain turns JSON numbers into int and float64.
func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		if i, err := strconv.Atoi(v.String()); err == nil {
			return i
		}
		f, _ := v.Float64() // the decoder has checked it
		return f
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = plain(v[key])
		}
	}
	return v
}

// Inject puts a cell that sets the parameters after the one tagged [TagParameters], in place of
// one injected before; at the top if there is neither. Languages: go, python.
func Inject(n *nbformat.Notebook, language string, parameters []Parameter) error {
	return inject(n, parameters, language)
}

func inject(n *nbformat.Notebook, parameters []Parameter, language string) error {
	at := slices.IndexFunc(n.Cells, func(c *nbformat.Cell) bool { return c.HasTag(TagParameters) })
	defaults := ""
	if at >= 0 {
		defaults = n.Cells[at].Source
	}
	var source string
	var err error
	switch strings.ToLower(language) {
	case "go":
		source, err = goParameters(parameters, defaults, at >= 0)
	case "python":
		source, err = pythonParameters(parameters, defaults, at >= 0)
	default:
		err = fmt.Errorf("there is no way to set them in %q, want go or python", language)
	}
	if err != nil {
		return fmt.Errorf("nbexec: parameters: %w", err)
	}
	cell := &nbformat.Cell{
		Type: nbformat.Code, ID: TagInjectedParameters, Source: source,
		Metadata: nbformat.Object{"tags": []any{TagInjectedParameters}},
	}
	if old := slices.IndexFunc(n.Cells, func(c *nbformat.Cell) bool { return c.HasTag(TagInjectedParameters) }); old >= 0 {
		cell.ID = n.Cells[old].ID
		n.Cells[old] = cell
		return nil
	}
	for slices.ContainsFunc(n.Cells, func(c *nbformat.Cell) bool { return c.ID == cell.ID }) {
		cell.ID += "-"
	}
	n.Cells = slices.Insert(n.Cells, at+1, cell)
	return nil
}

// unknown says that the notebook declares no such parameter.
func unknown(name string, declared []string) error {
	slices.Sort(declared)
	if len(declared) == 0 {
		return fmt.Errorf("%s is not declared in the cell tagged %s, which declares nothing", name, TagParameters)
	}
	return fmt.Errorf("%s is not declared in the cell tagged %s, only %s", name, TagParameters, strings.Join(declared, ", "))
}

// goParameters writes declarations that replace those of the parameters cell: GoNB keeps the
// last declaration of a name, and each cell is a separate program, so an assignment would
// not last.
func goParameters(parameters []Parameter, defaults string, check bool) (string, error) {
	declared, parsed := goDeclarations(defaults)
	var b strings.Builder
	b.WriteString("// Parameters\n")
	for _, p := range parameters {
		d, ok := declared[p.Name]
		if !ok && check && parsed {
			var names []string
			for name := range declared {
				names = append(names, name)
			}
			return "", unknown(p.Name, names)
		}
		value, err := goValue(p.Value, d)
		if err != nil {
			return "", fmt.Errorf("%s: %w", p.Name, err)
		}
		keyword, kind := "var", ""
		if d.constant {
			keyword = "const"
		}
		if d.typ != "" {
			kind = " " + d.typ
		}
		fmt.Fprintf(&b, "%s %s%s = %s\n", keyword, p.Name, kind, value)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// goDeclaration is how the notebook declares a parameter.
type goDeclaration struct {
	constant bool
	typ      string      // as written; "" if it follows from the value
	literal  token.Token // of the default: INT, FLOAT, STRING; IDENT for true and false; else ILLEGAL
}

// goDeclarations finds the variables and constants that a cell declares. Not parsed if the cell
// has something else in it than declarations and GoNB's own commands.
func goDeclarations(source string) (declared map[string]goDeclaration, parsed bool) {
	lines := strings.Split(source, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "%") || strings.HasPrefix(line, "!") {
			lines[i] = ""
		}
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", "package p\n"+strings.Join(lines, "\n"), parser.SkipObjectResolution)
	if err != nil {
		return nil, false
	}
	declared = map[string]goDeclaration{}
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range group.Specs {
			values, ok := spec.(*ast.ValueSpec)
			if !ok {
				continue
			}
			d := goDeclaration{constant: group.Tok == token.CONST}
			if values.Type != nil {
				var b strings.Builder
				if printer.Fprint(&b, set, values.Type) == nil {
					d.typ = b.String()
				}
			}
			for i, name := range values.Names {
				d.literal = token.ILLEGAL
				if i < len(values.Values) {
					d.literal = literal(values.Values[i])
				}
				declared[name.Name] = d
			}
		}
	}
	return declared, true
}

func literal(e ast.Expr) token.Token {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind
	case *ast.UnaryExpr:
		return literal(e.X)
	case *ast.Ident:
		if e.Name == "true" || e.Name == "false" {
			return token.IDENT
		}
	}
	return token.ILLEGAL
}

// goValue writes a value so that it has the type of the default.
func goValue(v any, d goDeclaration) (string, error) {
	text := d.literal == token.STRING || d.typ == "string"
	float := d.literal == token.FLOAT && d.typ == ""
	switch v := v.(type) {
	case bool:
		if text {
			return strconv.Quote(strconv.FormatBool(v)), nil
		}
		if d.typ == "" && d.literal != token.IDENT && d.literal != token.ILLEGAL {
			return "", fmt.Errorf("%v, but the notebook declares %s", v, kindOf(d.literal))
		}
		return strconv.FormatBool(v), nil
	case int:
		switch {
		case text:
			return strconv.Quote(strconv.Itoa(v)), nil
		case d.literal == token.IDENT:
			return "", fmt.Errorf("%d, but the notebook declares %s", v, kindOf(d.literal))
		case float:
			return strconv.Itoa(v) + ".0", nil
		}
		return strconv.Itoa(v), nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return "", fmt.Errorf("%v has no form in Go", v)
		}
		number := strconv.FormatFloat(v, 'g', -1, 64)
		switch {
		case text:
			return strconv.Quote(number), nil
		case d.typ == "" && (d.literal == token.INT || d.literal == token.IDENT):
			return "", fmt.Errorf("%s, but the notebook declares %s", number, kindOf(d.literal))
		}
		if !strings.ContainsAny(number, ".e") {
			number += ".0"
		}
		return number, nil
	case string:
		if d.typ == "" && (d.literal == token.INT || d.literal == token.FLOAT || d.literal == token.IDENT) {
			return "", fmt.Errorf("%q, but the notebook declares %s", v, kindOf(d.literal))
		}
		return strconv.Quote(v), nil
	case []any:
		return goList(v, d.typ)
	case nil:
		return "", errors.New("null has no form in Go")
	}
	return "", fmt.Errorf("a value of type %T has no form in Go", v)
}

func kindOf(t token.Token) string {
	switch t {
	case token.INT:
		return "a whole number"
	case token.FLOAT:
		return "a number"
	case token.STRING:
		return "a string"
	case token.IDENT:
		return "true or false"
	}
	return "something else"
}

// goList writes a slice of the declared type, or of the one that its values have.
func goList(list []any, typ string) (string, error) {
	if typ == "" {
		for _, v := range list {
			kind := "[]" + fmt.Sprintf("%T", v)
			switch {
			case typ == "" || typ == "[]int" && kind == "[]float64":
				typ = kind
			case typ != kind && (typ != "[]float64" || kind != "[]int"):
				return "", fmt.Errorf("a list of %s and %s has no type in Go", typ[2:], kind[2:])
			}
		}
	}
	if typ == "" {
		return "", errors.New("the type of an empty list is not known")
	}
	parts := make([]string, len(list))
	for i, v := range list {
		part, err := goValue(v, goDeclaration{literal: token.ILLEGAL})
		if err != nil {
			return "", err
		}
		parts[i] = part
	}
	return typ + "{" + strings.Join(parts, ", ") + "}", nil
}

// pythonParameters writes assignments.
func pythonParameters(parameters []Parameter, defaults string, check bool) (string, error) {
	var names []string
	for _, m := range pythonAssignment.FindAllStringSubmatch(defaults, -1) {
		names = append(names, m[1])
	}
	lines := []string{"# Parameters"}
	for _, p := range parameters {
		if check && !slices.Contains(names, p.Name) {
			return "", unknown(p.Name, names)
		}
		value, err := pythonValue(p.Value)
		if err != nil {
			return "", fmt.Errorf("%s: %w", p.Name, err)
		}
		lines = append(lines, p.Name+" = "+value)
	}
	return strings.Join(lines, "\n"), nil
}

// pythonAssignment finds assignments at the left margin, with or without a type.
var pythonAssignment = regexp.MustCompile(`(?m)^([\pL_][\pL\pN_]*)[ \t]*(?::[^=\n]*)?=(?:[^=]|$)`)

func pythonValue(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "None", nil
	case bool:
		if v {
			return "True", nil
		}
		return "False", nil
	case int:
		return strconv.Itoa(v), nil
	case float64:
		switch s := strconv.FormatFloat(v, 'g', -1, 64); {
		case math.IsNaN(v) || math.IsInf(v, 0):
			return `float("` + s + `")`, nil
		case strings.ContainsAny(s, ".e"):
			return s, nil
		default:
			return s + ".0", nil
		}
	case string:
		return strconv.Quote(v), nil // each of Go's escapes is one of Python's
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			var err error
			if parts[i], err = pythonValue(v[i]); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	case map[string]any:
		var parts []string
		for key := range v {
			value, err := pythonValue(v[key])
			if err != nil {
				return "", err
			}
			parts = append(parts, strconv.Quote(key)+": "+value)
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ", ") + "}", nil
	}
	return "", fmt.Errorf("a value of type %T has no form in Python", v)
}
