package gotool

import (
	"reflect"
	"strings"
)

// Module returns the path of the module that this package is part of, as its go.mod had it when
// the program was built. It holds in every program: one of this module, of another that uses it,
// a test, a notebook's cell.
func Module() string {
	type here struct{}
	return strings.TrimSuffix(reflect.TypeFor[here]().PkgPath(), "/pkg/gotool")
}
