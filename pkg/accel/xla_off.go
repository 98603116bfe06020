//go:build !(xla && cgo)

package accel

import (
	"errors"

	"github.com/gomlx/compute"
)

// xlaBuilt tells whether this binary can load XLA plugins.
const xlaBuilt = false

// errNotBuilt is what every XLA candidate lacks in this binary.
var errNotBuilt = errors.New("this binary was built without XLA: make xla builds bin/sudokulab-xla with it (cgo and -tags xla)")

func openXLA(_ Plugin, _ bool) (compute.Backend, func(bool), error) { return nil, nil, errNotBuilt }
