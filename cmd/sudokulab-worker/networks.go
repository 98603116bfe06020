//go:build networks

package main

import (
	_ "sudokulab/pkg/method/agent"
	_ "sudokulab/pkg/method/learned"
	_ "sudokulab/pkg/method/tensor"
	"sudokulab/pkg/watch/agents"
)

//nolint:gochecknoinits // main is the same without these methods
func init() { agents.Register() }
