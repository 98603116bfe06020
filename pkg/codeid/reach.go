package codeid

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"hash"
	"maps"
	"path"
	"slices"
	"strings"
)

// walk is the way from one root through the declarations.
type walk struct {
	tree    *tree
	opaque  map[string]bool
	hash    hash.Hash
	numbers map[*decl]int
	todo    []*decl
	entered map[*source]bool
	foreign map[string]bool
	order   []*decl // in which they were visited
	failed  error
}

func (t *tree) newWalk(s Spec) *walk {
	w := &walk{
		tree: t, opaque: map[string]bool{}, hash: sha256.New(), numbers: map[*decl]int{},
		entered: map[*source]bool{}, foreign: map[string]bool{},
	}
	for _, name := range s.Opaque {
		w.opaque[path.Join(t.module, name)] = true
	}
	fmt.Fprintf(w.hash, "codeid %d\n", version)
	return w
}

// number returns the number of a declaration, a new one if it was not reached yet.
func (w *walk) number(d *decl) int {
	n, ok := w.numbers[d]
	if !ok {
		n = len(w.numbers)
		w.numbers[d] = n
		w.todo = append(w.todo, d)
	}
	return n
}

// follow reaches everything from the root.
func (w *walk) follow(root *decl) error {
	w.number(root)
	for {
		for len(w.todo) > 0 {
			d := w.todo[0]
			w.todo = w.todo[1:]
			if err := w.visit(d); err != nil {
				return err
			}
		}
		if !w.effects() {
			return w.failed
		}
	}
}

// visit hashes a declaration and reaches what it names.
func (w *walk) visit(d *decl) error {
	if d.pieces == nil {
		if err := w.tree.write(d, d.at); err != nil {
			return err
		}
	}
	w.order = append(w.order, d)
	if !d.namesOnly {
		w.entered[d.pkg] = true
	}
	fmt.Fprintf(w.hash, "\n%d %q %q: ", w.numbers[d], d.file.condition, d.lines)
	for _, p := range d.pieces {
		if p.pkg == nil {
			fmt.Fprint(w.hash, p.text)
			continue
		}
		w.name(p.pkg, p.name)
	}
	for _, patterns := range d.embeds {
		files, err := w.tree.embedded(d.pkg.dir, patterns)
		if err != nil {
			return w.tree.errorAt(d.at.Pos(), "%w", err)
		}
		for _, f := range files {
			writeFile(w.hash, strings.TrimPrefix(f.path, d.pkg.dir+"/"), f.data)
		}
	}
	if d.native {
		for _, f := range d.pkg.native {
			writeFile(w.hash, path.Base(f.path), f.data)
		}
		for _, g := range d.file.ast.Decls { // C stands in the comment of its import
			if g, ok := g.(*ast.GenDecl); ok && g.Doc != nil && d.file.imports["C"] != "" {
				fmt.Fprintf(w.hash, "%q\n", g.Doc.Text())
			}
		}
	}
	for _, name := range d.also {
		dir, member := path.Split(name)
		base, member, ok := strings.Cut(member, ".")
		p := w.tree.packages[path.Join(w.tree.module, dir, base)]
		if p != nil && p.err != nil {
			return p.err
		}
		if !ok || p == nil || p.decls[member] == nil {
			return w.tree.errorAt(d.at.Pos(), "it reaches %s, which is not there; want <folder>.<name>", name)
		}
		w.name(p, member)
	}
	for _, m := range d.pkg.methods[d.typ] {
		if d.typ != "" {
			w.number(m)
		}
	}
	for _, importPath := range d.foreign {
		w.foreign[importPath] = true
	}
	return w.failed
}

// name hashes the name of a declaration as the numbers of its forms, and reaches them.
func (w *walk) name(p *source, name string) {
	if w.opaque[p.path+"."+name] {
		fmt.Fprintf(w.hash, "%q ", name)
		w.signatures(p, name)
		return
	}
	for _, m := range p.decls[name] {
		fmt.Fprintf(w.hash, "#%d.%d ", w.number(m.decl), m.index)
	}
}

// signatures reaches what the methods of an opaque type take and give: their callers have values of
// these types without naming them.
func (w *walk) signatures(p *source, typ string) {
	for _, m := range p.methods[typ] {
		fn := m.at.(*ast.FuncDecl)
		if !fn.Name.IsExported() || w.failed != nil {
			continue
		}
		if m.signature == nil {
			m.signature = &decl{pkg: p, file: m.file, at: fn.Type, namesOnly: true}
			w.failed = w.tree.write(m.signature, fn.Type)
			m.signature.pieces = slices.DeleteFunc(m.signature.pieces, func(p piece) bool { return w.opaque[p.pkg.path+"."+p.name] })
		}
		if len(m.signature.pieces) > 0 {
			w.number(m.signature)
		}
	}
}

// effects reaches what runs when the program starts in the packages that were entered, and in
// those that are imported for that. It reports whether there was anything new.
func (w *walk) effects() bool {
	todo := slices.Collect(maps.Keys(w.entered))
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, f := range p.files {
			for _, spec := range f.ast.Imports {
				own := w.tree.packages[strings.Trim(spec.Path.Value, "\"`")]
				if own == nil && spec.Name != nil && spec.Name.Name == "_" {
					w.foreign[strings.Trim(spec.Path.Value, "\"`")] = true
				}
				if own != nil && spec.Name != nil && spec.Name.Name == "_" && !w.entered[own] {
					if own.err != nil {
						w.failed = cmp.Or(w.failed, own.err)
						return false
					}
					w.entered[own] = true
					todo = append(todo, own)
				}
			}
		}
	}
	packages := slices.SortedFunc(maps.Keys(w.entered), func(a, b *source) int { return cmp.Compare(a.path, b.path) })
	before := len(w.numbers)
	for _, p := range packages {
		for _, d := range p.effects {
			w.number(d)
		}
	}
	return len(w.numbers) > before
}

// sum ends the hash with the versions of the modules that were reached.
func (w *walk) sum() (Identity, error) {
	modules, err := w.tree.modulesOf(slices.Sorted(maps.Keys(w.foreign)))
	if err != nil {
		return Identity{}, err
	}
	for _, m := range slices.Sorted(maps.Keys(modules)) {
		fmt.Fprintf(w.hash, "\n%s@%s", m, modules[m])
	}
	if len(modules) == 0 {
		modules = nil // as it comes from a file, so that who hashes an identity finds one of both
	}
	return Identity{Code: hex.EncodeToString(w.hash.Sum(nil)[:8]), Modules: modules}, nil
}

// rootOf returns the value of the field in the package's only literal of the type, nil if there is
// no such literal.
func (t *tree) rootOf(p *source, s Spec) (*decl, error) {
	of := path.Join(t.module, path.Dir(s.Literal), strings.SplitN(path.Base(s.Literal), ".", 2)[0])
	typ := path.Ext(s.Literal)[1:]
	var found []*decl
	var failed error
	for _, f := range p.files {
		for _, top := range f.ast.Decls {
			ast.Inspect(top, func(n ast.Node) bool {
				lit, ok := n.(*ast.CompositeLit)
				if !ok {
					return true
				}
				sel, ok := lit.Type.(*ast.SelectorExpr)
				if !ok || sel.Sel.Name != typ {
					return true
				}
				if id, ok := sel.X.(*ast.Ident); !ok || f.imports[id.Name] != of {
					return true
				}
				value := fieldOf(lit, s.Field)
				if value == nil {
					failed = t.errorAt(lit.Pos(), "a %s without its field %s, by which its code is known", s.Literal, s.Field)
					return false
				}
				d := &decl{pkg: p, file: f, at: value}
				if local(f, top, value) {
					d.at = top
				}
				found = append(found, d)
				return true
			})
		}
	}
	switch {
	case failed != nil:
		return nil, failed
	case len(found) == 0:
		return nil, nil
	case len(found) > 1:
		return nil, t.errorAt(found[1].at.Pos(), "a second %s in one package, the first is at %s", s.Literal, t.fset.Position(found[0].at.Pos()))
	}
	return found[0], nil
}

func fieldOf(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// local reports whether an expression uses what the function around it declares outside the
// expression: then all of the function is the root.
func local(f *sourceFile, top ast.Node, x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id.Obj == nil || f.ast.Scope.Objects[id.Name] == id.Obj {
			return true
		}
		at := id.Obj.Pos()
		found = found || at >= top.Pos() && at < top.End() && (at < x.Pos() || at >= x.End())
		return true
	})
	return found
}
