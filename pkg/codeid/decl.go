package codeid

import (
	"cmp"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// decl is a declaration, or a group of constants.
type decl struct {
	pkg    *source
	file   *sourceFile
	at     ast.Node
	word   string       // var, const, type, or "" for a function
	own    []*ast.Ident // names that it declares and that do not count
	lines  []string     // its directives
	embeds []string     // the patterns of its //go:embed lines
	also   []string     // what its //lab:reaches lines name
	typ    string       // the type that it declares

	namesOnly bool  // of it, only the names of other declarations count
	signature *decl // of a method: what it takes and gives

	pieces  []piece  // once it is written
	foreign []string // packages of other modules that it names
	native  bool     // calls assembly or C
}

// member is a name in a package: the index-th that the declaration declares.
type member struct {
	decl  *decl
	index int
}

// piece is a stretch of a declaration: text, or the name of another declaration.
type piece struct {
	text string
	pkg  *source // nil for text
	name string
}

// declare fills in the package's declarations.
func (t *tree) declare(p *source) error {
	p.decls = map[string][]member{}
	p.methods = map[string][]*decl{}
	aliases := map[string]string{}
	for _, f := range p.files {
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				t.declareFunc(p, f, d)
			case *ast.GenDecl:
				t.declareGen(p, f, d, aliases)
			}
		}
		for _, group := range f.ast.Comments {
			for _, c := range group.List {
				// It may stand anywhere in the file and belongs to the declaration that it names.
				if words := strings.Fields(c.Text); words[0] == "//go:linkname" && len(words) > 1 {
					for _, m := range p.decls[words[1]] {
						m.decl.lines = append(m.decl.lines, c.Text)
						if len(words) > 2 && t.owns(words[2]) {
							m.decl.also = append(m.decl.also, strings.TrimPrefix(words[2], t.module+"/"))
						}
					}
				}
			}
		}
	}
	for from, to := range aliases {
		if methods := p.methods[from]; methods != nil && to != from {
			p.methods[to] = append(p.methods[to], methods...)
			delete(p.methods, from)
		}
	}
	for name, members := range p.decls {
		slices.SortStableFunc(members, func(a, b member) int { return cmp.Compare(a.decl.file.condition, b.decl.file.condition) })
		for i := 1; i < len(members); i++ {
			if a, b := members[i-1].decl, members[i].decl; a.file.condition == b.file.condition {
				return t.errorAt(b.at.Pos(), "%s is declared at %s, too", name, t.fset.Position(a.at.Pos()))
			}
		}
	}
	for _, methods := range p.methods {
		slices.SortStableFunc(methods, func(a, b *decl) int {
			return cmp.Or(
				cmp.Compare(a.at.(*ast.FuncDecl).Name.Name, b.at.(*ast.FuncDecl).Name.Name),
				cmp.Compare(a.file.condition, b.file.condition),
			)
		})
	}
	return nil
}

func (t *tree) declareFunc(p *source, f *sourceFile, d *ast.FuncDecl) {
	node := &decl{pkg: p, file: f, at: d, native: d.Body == nil}
	node.directives(d.Doc)
	switch {
	case d.Recv != nil && len(d.Recv.List) == 1:
		base := receiver(d.Recv.List[0].Type)
		p.methods[base] = append(p.methods[base], node)
	case d.Name.Name == "init":
		p.effects = append(p.effects, node)
	case d.Name.Name != "_":
		node.own = []*ast.Ident{d.Name}
		p.decls[d.Name.Name] = append(p.decls[d.Name.Name], member{node, 0})
	}
}

func (t *tree) declareGen(p *source, f *sourceFile, d *ast.GenDecl, aliases map[string]string) {
	if d.Tok == token.CONST {
		node := &decl{pkg: p, file: f, at: d}
		for _, s := range d.Specs {
			node.own = append(node.own, s.(*ast.ValueSpec).Names...)
		}
		node.enter()
		return
	}
	for _, s := range d.Specs {
		node := &decl{pkg: p, file: f, at: s, word: d.Tok.String()}
		switch s := s.(type) {
		case *ast.ValueSpec:
			node.own = s.Names
			node.directives(s.Doc)
			if !slices.ContainsFunc(s.Names, func(n *ast.Ident) bool { return n.Name != "_" }) && slices.ContainsFunc(s.Values, calls) {
				p.effects = append(p.effects, node)
			}
		case *ast.TypeSpec:
			node.typ = s.Name.Name
			node.directives(s.Doc)
			if s.Assign.IsValid() {
				aliases[s.Name.Name] = receiver(s.Type)
			}
		default: // an import
			continue
		}
		if len(d.Specs) == 1 {
			node.directives(d.Doc)
		}
		node.enter()
	}
}

// enter makes the names of a declaration known in its package.
func (d *decl) enter() {
	if d.typ != "" {
		d.pkg.decls[d.typ] = append(d.pkg.decls[d.typ], member{d, 0})
	}
	for i, name := range d.own {
		if name.Name != "_" {
			d.pkg.decls[name.Name] = append(d.pkg.decls[name.Name], member{d, i})
		}
	}
}

// directives takes over what the comment above a declaration tells the compiler, or this package.
func (d *decl) directives(doc *ast.CommentGroup) {
	if doc == nil {
		return
	}
	for _, c := range doc.List {
		text, _, _ := strings.Cut(c.Text, " // ") // a reason may follow
		if list, ok := strings.CutPrefix(text, "//lab:reaches "); ok {
			d.also = append(d.also, strings.Fields(list)...)
		}
		if list, ok := strings.CutPrefix(text, embedDirective); ok {
			d.embeds = append(d.embeds, list)
		}
		if strings.HasPrefix(text, "//go:") && !strings.HasPrefix(text, "//go:generate") && !strings.HasPrefix(text, "//go:linkname") {
			d.lines = append(d.lines, strings.TrimSpace(text))
		}
	}
}

// receiver returns the name of a receiver's type.
func receiver(x ast.Expr) string {
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.ParenExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.IndexListExpr:
			x = y.X
		case *ast.Ident:
			return y.Name
		default:
			return ""
		}
	}
}

// calls reports whether an expression calls something or receives from a channel. A conversion of
// nil, as in var _ Shape = (*Square)(nil), does not.
func calls(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			_, pointer := ast.Unparen(n.Fun).(*ast.StarExpr)
			found = found || !pointer
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// target is what a name in a declaration stands for.
type target struct {
	piece
	skip int // tokens of the name after the first
}

// write breaks a declaration, or one expression of it, into its pieces.
func (t *tree) write(d *decl, node ast.Node) error {
	names := map[token.Pos]target{}
	if err := t.resolve(d, node, names); err != nil {
		return err
	}
	if d.namesOnly {
		for _, at := range slices.Sorted(maps.Keys(names)) {
			if names[at].pkg != nil {
				d.pieces = append(d.pieces, names[at].piece)
			}
		}
		d.foreign = nil
		return nil
	}
	own := map[token.Pos]int{}
	for i, id := range d.own {
		own[id.Pos()] = i
	}
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			d.pieces = append(d.pieces, piece{text: text.String()})
			text.Reset()
		}
	}
	put := func(s string) { text.WriteString(s); text.WriteByte(' ') }
	if d.word != "" {
		put(d.word)
	}
	file := t.fset.File(node.Pos())
	from, to := file.Offset(node.Pos()), file.Offset(node.End())
	// Positions are those of the tree's own file set: the scanner sees blanks up to the node.
	var s scanner.Scanner
	part := token.NewFileSet().AddFile("", -1, to-from)
	s.Init(part, d.file.data[from:to], nil, 0)
	held := "" // a comma or semicolon that counts unless the list ends in the next line
	heldLine := 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		line := part.Line(pos)
		if held != "" {
			closing := tok == token.RPAREN || tok == token.RBRACK || tok == token.RBRACE
			if !closing || held == "," && line == heldLine {
				put(held)
			}
			held = ""
		}
		at := node.Pos() + token.Pos(part.Offset(pos))
		if i, ok := own[at]; ok && tok == token.IDENT {
			if lit == "_" {
				put("_")
			} else {
				put("·" + strconv.Itoa(i))
			}
			continue
		}
		if found, ok := names[at]; ok && tok == token.IDENT {
			flush()
			d.pieces = append(d.pieces, found.piece)
			for range found.skip {
				s.Scan()
			}
			continue
		}
		switch {
		case tok == token.COMMA || tok == token.SEMICOLON:
			held, heldLine = tok.String(), line
		case lit != "" && !tok.IsKeyword():
			put(lit)
		default:
			put(tok.String())
		}
	}
	flush()
	return nil
}

// resolve finds the names in a declaration that stand for other declarations.
func (t *tree) resolve(d *decl, node ast.Node, names map[token.Pos]target) (failed error) {
	passed := map[*ast.Ident]bool{} // names that stand for nothing outside the declaration
	for _, id := range d.own {
		passed[id] = true
	}
	keys := map[*ast.Ident]bool{}             // of literals, that may be fields or names
	elements := map[*ast.CompositeLit]typed{} // the types of literals that do not name theirs
	ast.Inspect(node, func(n ast.Node) bool {
		if failed != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncDecl:
			passed[n.Name] = true
		case *ast.TypeSpec:
			if n == d.at {
				passed[n.Name] = true
			}
		case *ast.SelectorExpr:
			passed[n.Sel] = true
			if id, ok := n.X.(*ast.Ident); ok && d.file.unresolved[id] {
				if importPath, ok := d.file.imports[id.Name]; ok {
					passed[id] = true
					failed = t.qualified(d, importPath, id, n.Sel, names)
				}
			}
		case *ast.CompositeLit:
			t.literal(d, n, passed, keys, elements)
		case *ast.Ident:
			if !passed[n] {
				failed = t.plain(d, n, keys[n], names)
			}
		}
		return true
	})
	return failed
}

// qualified resolves a name of an imported package.
func (t *tree) qualified(d *decl, importPath string, id, sel *ast.Ident, names map[token.Pos]target) error {
	own := t.packages[importPath]
	if own == nil {
		d.native = d.native || importPath == "C"
		d.foreign = append(d.foreign, importPath)
		names[id.Pos()] = target{piece{text: strconv.Quote(importPath) + "." + sel.Name + " "}, 2}
		return nil
	}
	if own.err != nil {
		return own.err
	}
	if own.decls[sel.Name] == nil {
		return t.errorAt(sel.Pos(), "undefined: %s.%s", id.Name, sel.Name)
	}
	names[id.Pos()] = target{piece{pkg: own, name: sel.Name}, 2}
	return nil
}

// plain resolves a name without a package. A key is that of a literal that may have fields.
func (t *tree) plain(d *decl, id *ast.Ident, key bool, names map[token.Pos]target) error {
	f := d.file
	top := id.Obj != nil && f.ast.Scope.Objects[id.Name] == id.Obj
	if id.Obj != nil && !top || id.Obj == nil && !f.unresolved[id] && !key {
		return nil // local, a field, a method or a label
	}
	if d.pkg.decls[id.Name] != nil {
		names[id.Pos()] = target{piece{pkg: d.pkg, name: id.Name}, 0}
		return nil
	}
	foreign := false
	for _, importPath := range f.dots {
		own := t.packages[importPath]
		if own != nil && own.err != nil {
			return own.err
		}
		if own != nil && own.decls[id.Name] != nil {
			names[id.Pos()] = target{piece{pkg: own, name: id.Name}, 0}
			return nil
		}
		if own == nil {
			d.foreign = append(d.foreign, importPath)
			foreign = true
		}
	}
	if key || foreign || id.Name == "_" || types.Universe.Lookup(id.Name) != nil {
		return nil
	}
	return t.errorAt(id.Pos(), "undefined: %s", id.Name)
}

// typed is an expression for a type with the place that its names are of.
type typed struct {
	x    ast.Expr
	file *sourceFile
	pkg  *source
}

// underlying follows the names of types of this module; x is nil where they lead out of it.
func (t *tree) underlying(y typed) typed {
	for range 100 { // a ring of types is no valid program
		switch x := y.x.(type) {
		case *ast.ParenExpr:
			y.x = x.X
		case *ast.IndexExpr:
			y.x = x.X
		case *ast.IndexListExpr:
			y.x = x.X
		case *ast.Ident:
			if id := x.Obj; id != nil {
				spec, ok := id.Decl.(*ast.TypeSpec)
				if !ok {
					return typed{}
				}
				y.x = spec.Type
				continue
			}
			y = y.pkg.typeOf(x.Name)
		case *ast.SelectorExpr:
			id, ok := x.X.(*ast.Ident)
			if !ok || t.packages[y.file.imports[id.Name]] == nil {
				return typed{}
			}
			y = t.packages[y.file.imports[id.Name]].typeOf(x.Sel.Name)
		default:
			return y
		}
	}
	return typed{}
}

// typeOf returns how a type of the package is declared.
func (p *source) typeOf(name string) typed {
	for _, m := range p.decls[name] {
		if spec, ok := m.decl.at.(*ast.TypeSpec); ok {
			return typed{spec.Type, m.decl.file, p}
		}
	}
	return typed{}
}

// literal tells the keys of a literal that are fields from those that may be names, and what type
// the literals in it are of.
func (t *tree) literal(d *decl, lit *ast.CompositeLit, passed, keys map[*ast.Ident]bool, elements map[*ast.CompositeLit]typed) {
	of, ok := elements[lit]
	if lit.Type != nil || !ok {
		of = typed{lit.Type, d.file, d.pkg}
	}
	if star, ok := of.x.(*ast.StarExpr); ok { // a literal of pointers to literals
		of.x = star.X
	}
	of = t.underlying(of)
	element := func(e, typ ast.Expr) {
		if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
			elements[inner] = typed{typ, of.file, of.pkg}
		}
	}
	_, isStruct := of.x.(*ast.StructType)
	for _, e := range lit.Elts {
		value := e
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			value = kv.Value
			if id, ok := kv.Key.(*ast.Ident); ok {
				passed[id] = passed[id] || isStruct
				keys[id] = !isStruct
			}
			if m, ok := of.x.(*ast.MapType); ok {
				element(kv.Key, m.Key)
			}
		}
		switch x := of.x.(type) {
		case *ast.ArrayType:
			element(value, x.Elt)
		case *ast.MapType:
			element(value, x.Value)
		}
	}
}

// title names a declaration for people.
func (d *decl) title() string {
	switch n := d.at.(type) {
	case *ast.FuncDecl:
		if n.Recv != nil && len(n.Recv.List) == 1 {
			return "func (" + receiver(n.Recv.List[0].Type) + ") " + n.Name.Name
		}
		return "func " + n.Name.Name
	case *ast.TypeSpec:
		return "type " + d.typ
	case *ast.GenDecl:
		return "const " + d.own[0].Name
	case *ast.FuncType:
		return "signature"
	case *ast.ValueSpec:
		return "var " + d.own[0].Name
	}
	return "root"
}
