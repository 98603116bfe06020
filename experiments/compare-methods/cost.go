package comparemethods

import (
	"context"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/networks"
	agents "sudokulab/pkg/dqn/weights"
	nets "sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/gotool"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/method/learned"
)

// roots are the packages that are a family's own, the folders below them included.
var roots = []struct {
	family   string
	packages []string
}{
	{"csp", []string{"pkg/csp"}},
	{"dlx", []string{"pkg/dlx"}},
	{"bitboard", []string{"pkg/bitboard", "pkg/bitboard/triad"}},
	{"wide", []string{"pkg/bitboard/wide"}},
	{"sat", []string{"pkg/cdcl"}},
	{"minigrid", []string{"pkg/minigrid"}},
	{"tensor", []string{"pkg/tensornet", "pkg/tensornet/plain"}},
	{"gnn", []string{"pkg/gnn", "pkg/gnn/candidate", "pkg/gnn/literal", "pkg/gnn/supervised", "pkg/gnn/infer", "pkg/gnn/weights", "pkg/learn/candidates", "pkg/learn/candidates/fused"}},
	{"dqn", []string{"pkg/dqn", "pkg/dqn/networks", "pkg/dqn/environment", "pkg/dqn/weights", "pkg/learn/candidates", "pkg/learn/candidates/fused"}},
}

// listed is what is asked of go list.
type listed struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	Module     *struct{ Main bool }
}

// costs counts the lines of code behind each family, and reads what training took from the cards of the weights.
func costs(ctx context.Context, r *lab.Run) error {
	root, err := tree()
	if err != nil {
		return err
	}
	for i, f := range roots {
		var own, whole, others int
		args := []string{"-deps", "-json=ImportPath,Dir,Standard,GoFiles,Module"}
		for _, p := range f.packages {
			args = append(args, "./"+p)
		}
		packages, err := gotool.List[listed](ctx, root, args...)
		if err != nil {
			return fmt.Errorf("compare-methods: %w", err)
		}
		for _, p := range packages {
			if p.Module == nil {
				continue // the standard library's
			}
			lines := 0
			for _, name := range p.GoFiles {
				n, err := linesOf(filepath.Join(p.Dir, name))
				if err != nil {
					return fmt.Errorf("compare-methods: %w", err)
				}
				lines += n
			}
			rel, err := filepath.Rel(root, p.Dir)
			switch {
			case !p.Module.Main:
				others += lines
			case err == nil && slices.Contains(f.packages, filepath.ToSlash(rel)):
				own += lines
				whole += lines
			default:
				whole += lines
			}
		}
		// They differ from commit to commit, as times do from run to run.
		r.Noisy(figureOf(f.family, "own lines"), float64(own), "lines", 1)
		r.Noisy(figureOf(f.family, "lines"), float64(whole), "lines", 1)
		r.Noisy(figureOf(f.family, "lines of others"), float64(others), "lines", 1)
		r.Progress(i+1, len(roots))
	}
	net, err := nets.Load(learned.DefaultWeights())
	if err != nil {
		return fmt.Errorf("compare-methods: %w", err)
	}
	trained(r, "gnn", net.Card.Name, net.Card.Training.Seconds, net.Card.Training.FLOPs, net.Card.Weights)
	if net.Card.Recipe.Documented == nil {
		r.Count(figureOf("gnn", "operations of a call"), int64(float64(learned.DefaultSteps)*net.Card.Recipe.Network.FLOPs(board.Standard().Side())), "operations")
	}
	agent, err := agents.Named(agents.Default)
	if err != nil {
		return fmt.Errorf("compare-methods: %w", err)
	}
	trained(r, "dqn", agent.Card.Name, agent.Card.Training.Seconds, agent.Card.Training.FLOPs, agent.Card.Weights)
	if cfg, err := agent.Card.Recipe.Config(); err == nil {
		if c, ok := cfg.(networks.Config); ok {
			if n, err := networks.New(c); err == nil {
				if sized, ok := n.(networks.Sized); ok {
					r.Count(figureOf("dqn", "operations of a call"), int64(sized.Operations(board.Standard(), 1)), "operations")
				}
			}
		}
	}
	return nil
}

// trained keeps what a card says.
func trained(r *lab.Run, family, name string, seconds, flops float64, weights int) {
	r.Text(figureOf(family, "weights"), name)
	r.Exact(figureOf(family, "training"), seconds, "s", 1)
	r.Exact(figureOf(family, "training operations"), flops, "operations", 1)
	r.Count(figureOf(family, "numbers"), int64(weights), "weights")
}

// tree finds the folder with go.mod above the working directory.
func tree() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("compare-methods: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("compare-methods: no go.mod here nor above: lines of code are counted in the source tree")
		}
		dir = up
	}
}

// linesOf counts the lines of a Go file that hold code: no blank ones, no comments.
func linesOf(name string) (int, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	fset := token.NewFileSet()
	file := fset.AddFile(name, fset.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return len(lines), nil
		}
		if tok == token.SEMICOLON && literal == "\n" { // put in by the scanner
			continue
		}
		at := fset.Position(pos).Line
		for k := range 1 + strings.Count(literal, "\n") {
			lines[at+k] = true
		}
	}
}
