package yamlfile

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"
)

// The limits of a text, far beyond what people write and below what makes the YAML reader slow: 40 kB of open brackets take it
// gigabytes, thousands of keys of one map and of documents in one file time that grows with their square, and aliases of aliases
// stand for values of any size.
const (
	maxBytes  = 1 << 20
	maxDepth  = 64      // lists and maps within each other
	maxTokens = 100_000 // words and signs
	maxKeys   = 5000    // of one map
	maxNodes  = 100_000 // of the whole text with its aliases written out
)

// limited returns an error for a text beyond the limits. It reads the text sign by sign and keeps nothing but where lists and maps
// began, so it costs the same for every text of a length.
func limited(path, sort string, data []byte) error {
	if len(data) > maxBytes {
		return fmt.Errorf("%s: %d bytes, want %s of at most %d", path, len(data), sort, maxBytes)
	}
	var s scanner.Scanner
	s.Init(string(data))
	n := nest{path: path}
	for {
		tokens, err := s.Scan()
		if err != nil {
			return nil //nolint:nilerr // the end; what is wrong with the text the reader says
		}
		for _, t := range tokens {
			if err := n.add(t); err != nil {
				return err
			}
		}
	}
}

// nest is where lists and maps begin that are open at a place of a text.
type nest struct {
	path   string
	tokens int
	flow   int     // brackets that are open
	within int     // keys since the first of them, or of the innermost block
	blocks []block // lists and maps by indentation, outermost first
	last   *token.Token
	begun  bool // something stands in the document
}

// block is a list or a map whose entries begin in a column.
type block struct{ column, keys int }

func (n *nest) add(t *token.Token) error {
	defer func() { n.last = t }()
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", n.path, t.Position.Line, fmt.Sprintf(format, args...))
	}
	n.tokens++
	if n.tokens > maxTokens {
		return fault("more than %d words and signs up to here, want fewer", maxTokens)
	}
	column := 0
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		n.flow++
		if n.flow == 1 {
			n.within = 0
		}
	case token.SequenceEndType, token.MappingEndType:
		n.flow = max(0, n.flow-1)
	case token.SequenceEntryType, token.MappingKeyType:
		column = t.Position.Column
	case token.MappingValueType:
		n.within++
		if n.last != nil && n.last.Position.Line == t.Position.Line {
			column = n.last.Position.Column
		}
	case token.DocumentHeaderType:
		if n.begun {
			return fault("a second document begins, want one")
		}
	}
	if t.Type != token.DocumentHeaderType && t.Type != token.CommentType && t.Type != token.DirectiveType {
		n.begun = true
	}
	if column > 0 && n.flow == 0 {
		n.within = n.block(column, t.Type == token.MappingValueType)
	}
	if n.within > maxKeys {
		return fault("more than %d keys in one map, want fewer", maxKeys)
	}
	if len(n.blocks)+n.flow > maxDepth {
		return fault("more than %d lists and maps within each other, want fewer", maxDepth)
	}
	return nil
}

// block notes that an entry of a list or map by indentation begins in a column, and returns the keys that it has.
func (n *nest) block(column int, key bool) int {
	for len(n.blocks) > 0 && n.blocks[len(n.blocks)-1].column > column {
		n.blocks = n.blocks[:len(n.blocks)-1]
	}
	if len(n.blocks) == 0 || n.blocks[len(n.blocks)-1].column < column {
		n.blocks = append(n.blocks, block{column: column})
	}
	top := &n.blocks[len(n.blocks)-1]
	if key {
		top.keys++
	}
	return top.keys
}

// parse reads a text within the limits.
func parse(path, sort string, data []byte) (*ast.File, error) {
	if err := limited(path, sort, data); err != nil {
		return nil, err
	}
	text, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, located(path, err)
	}
	w := written{sizes: map[string]int{}}
	for _, doc := range text.Docs {
		if doc.Body != nil {
			ast.Walk(&w, doc.Body)
		}
	}
	if w.nodes > maxNodes {
		return nil, fmt.Errorf("%s:%d: an alias, and with the aliases up to here written out the text has more than %d values; want fewer", path, w.line, maxNodes)
	}
	return text, nil
}

// written counts the values of a text with its aliases written out.
type written struct {
	sizes map[string]int // by anchor
	nodes int
	line  int // of the alias with which there were too many
}

// Visit implements ast.Visitor.
func (w *written) Visit(n ast.Node) ast.Visitor {
	if w.nodes > maxNodes {
		return nil
	}
	w.nodes++
	switch n := n.(type) {
	case *ast.AnchorNode:
		within := written{sizes: w.sizes}
		ast.Walk(&within, n.Value)
		w.nodes += within.nodes
		w.line = max(w.line, within.line)
		w.sizes[n.Name.String()] = within.nodes
		return nil
	case *ast.AliasNode:
		w.nodes += w.sizes[n.Value.String()]
		if w.nodes > maxNodes {
			w.line = n.GetToken().Position.Line
		}
		return nil
	}
	return w
}
