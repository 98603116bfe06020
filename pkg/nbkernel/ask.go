package nbkernel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"sudokulab/pkg/jupyter"
)

// Answer is what a kernel said of itself.
type Answer struct {
	Implementation string        `json:"implementation"`
	Version        string        `json:"implementation_version"`
	Banner         string        `json:"banner"`
	Ready          time.Duration `json:"-"` // from the start of the process until it answers and is heard
}

// Ask starts the kernel that a description names, as a client does, waits for its answer to
// kernel_info_request, and shuts it down. A launcher that can only complain is an error with
// the complaint. When Ask returns, the processes have gone.
func Ask(ctx context.Context, spec Spec, wait time.Duration) (answer Answer, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("nbkernel: asking the kernel: %w", err)
		}
	}()
	if len(spec.Argv) == 0 {
		return answer, errors.New("the description names no program")
	}
	began := time.Now()
	k, err := jupyter.Start(ctx, jupyter.Config{
		Spec: spec.Spec, Dir: os.TempDir(), StartTimeout: wait, StopGrace: shutdownTimeout,
	})
	defer sweep(os.TempDir()) // a kernel that was killed leaves its folder
	if err != nil {
		return answer, err
	}
	info := k.Info()
	answer = Answer{Implementation: info.Implementation, Version: info.ImplementationVersion, Banner: info.Banner, Ready: time.Since(began)}
	switch {
	case !k.Shutdown(ctx):
		return answer, errors.New("it does not end when asked to")
	case answer.Implementation == complaintName:
		return answer, errors.New(answer.Banner)
	}
	return answer, nil
}

const shutdownTimeout = 5 * time.Second
