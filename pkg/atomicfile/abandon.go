package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"sync"
)

// unfinished are the names of temporary files that neither Commit nor Discard has ended.
var unfinished sync.Map

// Abandon removes the temporary files of everything that is being written, for a program that has to end at once. What is written
// afterwards fails or leaves its temporary file.
func Abandon() (err error) {
	unfinished.Range(func(name, _ any) bool {
		if left := os.Remove(name.(string)); left != nil && !errors.Is(left, fs.ErrNotExist) {
			err = errors.Join(err, left)
		}
		return true
	})
	return err
}
