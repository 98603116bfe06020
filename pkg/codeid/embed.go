package codeid

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

const embedDirective = "//go:embed "

// word is a pattern of a //go:embed line: bare or quoted.
var word = regexp.MustCompile("`[^`]*`|\"(?:[^\"\\\\]|\\\\.)*\"|\\S+")

// embedded reads the files that the patterns of a //go:embed line in a folder name, by the rules
// of package embed.
func (t *tree) embedded(dir, patterns string) ([]file, error) {
	var out []file
	base := os.DirFS(filepath.Join(t.root, filepath.FromSlash(dir))) // its own name may have the brackets of a pattern
	for _, pattern := range word.FindAllString(patterns, -1) {
		if unquoted, err := strconv.Unquote(pattern); err == nil {
			pattern = unquoted
		}
		glob, all := strings.CutPrefix(pattern, "all:")
		matches, err := fs.Glob(base, glob)
		if err == nil && len(matches) == 0 {
			err = fs.ErrNotExist
		}
		if err != nil {
			return nil, fmt.Errorf("//go:embed %s: %w", pattern, err)
		}
		for _, match := range matches {
			err := fs.WalkDir(base, match, func(name string, d fs.DirEntry, err error) error {
				if err != nil {
					return err
				}
				hidden := name != match && !all && (d.Name()[0] == '.' || d.Name()[0] == '_')
				switch {
				case hidden && d.IsDir():
					return fs.SkipDir
				case hidden || d.IsDir():
					return nil
				}
				data, err := fs.ReadFile(base, name)
				out = append(out, file{path.Join(dir, name), data})
				return err
			})
			if err != nil {
				return nil, fmt.Errorf("//go:embed %s: %w", pattern, err)
			}
		}
	}
	return out, nil
}
