package accel

import (
	"fmt"
	"reflect"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"
)

// openGo opens the pure-Go backend, with unlimited workers unless it is to run operations one by one.
//
// The default (twice GOMAXPROCS workers) deadlocks in training: a worker waits for
// others while it holds its place. Unlimited workers cannot run out of places. The
// configuration string "parallelism=-1" would set the same, but that branch prints
// a line to standard output, which belongs to the command's own results. The
// exported field that it sets is reached by reflection, since its type is internal
// to the module. Should a later version lack the field, operations run one after
// the other, which is silent and free of the deadlock, and slower.
func openGo(sequential bool) (compute.Backend, error) {
	if !sequential {
		backend, err := gobackend.New("")
		if err != nil {
			return nil, fmt.Errorf("accel: go backend: %w", err)
		}
		if setWorkers(backend, -1) {
			return backend, nil
		}
		backend.Finalize()
	}
	backend, err := gobackend.New("ops_sequential")
	if err != nil {
		return nil, fmt.Errorf("accel: go backend: %w", err)
	}
	return backend, nil
}

func setWorkers(backend compute.Backend, n int) bool {
	v := reflect.ValueOf(backend)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return false
	}
	field := v.Elem().FieldByName("Workers")
	if !field.IsValid() || !field.CanInterface() {
		return false
	}
	pool, ok := reflect.TypeAssert[interface{ SetMaxParallelism(int) }](field)
	if !ok {
		return false
	}
	pool.SetMaxParallelism(n)
	return true
}
