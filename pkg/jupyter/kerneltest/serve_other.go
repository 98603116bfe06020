//go:build !unix

package kerneltest

import "errors"

type kernel struct{}

func listen(string, string) (*kernel, error) {
	return nil, errors.New("kerneltest: runs on Unix only")
}

func (*kernel) serve() int { return 1 }
