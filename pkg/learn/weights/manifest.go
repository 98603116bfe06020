package weights

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sudokulab/pkg/atomicfile"
)

// ManifestName is the file of a source tree, from its root, that lists the SHA-256 of every file of the sets of weights in the tree,
// their cards among them, as the program sha256sum writes and reads it. It lies apart from the sets, so that it is no part of what
// a program embeds.
const ManifestName = "research/weights.sha256"

// kept are the folders of a source tree whose sets of weights its manifest lists.
var kept = []string{"pkg", "experiments"}

// endings are those of the files of a set.
var endings = []string{CardEnding, TextEnding, TensorsEnding}

// manifestLine is a line of a manifest: a digest, two spaces or one and a star, and a path with slashes.
var manifestLine = regexp.MustCompile(`^([0-9a-f]{64}) [ *](\S.*)$`)

// readManifest reads the manifest in the root of a tree: path below the root → digest.
func readManifest(root string) (map[string]string, error) {
	name := filepath.Join(root, ManifestName)
	data, err := atomicfile.ReadFile(name, maxCard)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	listed := map[string]string{}
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		m := manifestLine.FindStringSubmatch(strings.TrimRight(text, "\r\n"))
		switch {
		case m == nil:
			return nil, fmt.Errorf("weights: %s:%d: want a SHA-256 in 64 hexadecimal digits, two spaces and a file", name, line)
		case listed[m[2]] != "":
			return nil, fmt.Errorf("weights: %s:%d: %s is listed twice", name, line, m[2])
		}
		listed[m[2]] = m[1]
	}
	return listed, nil
}

// Verify compares the sets of weights in a source tree with the tree's manifest, and each card with its weights. It returns how many
// files it compared, and what differs in a line each, with the file's name first. A tree without sets needs no manifest.
func Verify(ctx context.Context, root string) (files int, differences []string, err error) {
	sets, err := setsOf(ctx, root)
	if err != nil {
		return 0, nil, err
	}
	listed, err := readManifest(root)
	if errors.Is(err, fs.ErrNotExist) && len(sets) == 0 {
		return 0, nil, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, nil, err
	}
	names := map[string]bool{}
	for name := range maps.Keys(listed) {
		names[name] = true
	}
	for _, stem := range sets {
		for _, ending := range endings {
			names[stem+ending] = true
		}
	}
	digests := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if ctx.Err() != nil {
			return files, differences, ctx.Err()
		}
		files++
		is, err := digestOf(root, name)
		digests[name] = is
		switch was := listed[name]; {
		case errors.Is(err, fs.ErrNotExist):
			differences = append(differences, name+": missing; weights and their cards go together, and "+ManifestName+" lists them")
		case err != nil:
			return files, differences, err
		case was == "":
			differences = append(differences, fmt.Sprintf("%s: not listed in %s; its SHA-256 is %s", name, ManifestName, is))
		case was != is:
			differences = append(differences, fmt.Sprintf("%s: altered: its SHA-256 is %s, in %s %s", name, is, ManifestName, was))
		}
	}
	for _, stem := range sets {
		var card struct {
			SHA256 string `json:"sha256"`
		}
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(stem+CardEnding)))
		if errors.Is(err, fs.ErrNotExist) {
			continue // named above
		}
		if err != nil {
			return files, differences, fmt.Errorf("weights: %w", err)
		}
		if err := json.Unmarshal(data, &card); err != nil {
			differences = append(differences, fmt.Sprintf("%s: %v", stem+CardEnding, err))
		} else if is := digests[stem+TensorsEnding]; card.SHA256 != is {
			differences = append(differences, fmt.Sprintf("%s: the card of other weights: their SHA-256 is %s", stem+CardEnding, is))
		}
	}
	return files, differences, nil
}

// setsOf returns the sets of weights in the folders of a tree that its manifest is for, by their paths without an ending.
func setsOf(ctx context.Context, root string) (stems []string, err error) {
	for _, folder := range kept {
		err := filepath.WalkDir(filepath.Join(root, folder), func(name string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case ctx.Err() != nil:
				return ctx.Err()
			case d.IsDir() && d.Name() == "testdata":
				return fs.SkipDir
			case d.IsDir() || filepath.Ext(name) != TensorsEnding:
				return nil
			}
			rel, err := filepath.Rel(root, name)
			stems = append(stems, strings.TrimSuffix(filepath.ToSlash(rel), TensorsEnding))
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("weights: %w", err)
		}
	}
	return stems, nil
}

func digestOf(root, name string) (string, error) {
	data, err := atomicfile.ReadFile(filepath.Join(root, filepath.FromSlash(name)), maxTensors)
	if err != nil {
		return "", fmt.Errorf("weights: %w", err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// manifestFor returns the tree whose manifest lists the files of a set, and the path of the set from there; "" if there is none.
func manifestFor(stem string) (root, rel string, err error) {
	whole, err := filepath.Abs(stem)
	if err != nil {
		return "", "", fmt.Errorf("weights: %w", err)
	}
	for dir := filepath.Dir(whole); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ManifestName)); err == nil {
			rel, err := filepath.Rel(dir, whole)
			rel = filepath.ToSlash(rel)
			if err != nil || !slices.ContainsFunc(kept, func(folder string) bool { return strings.HasPrefix(rel, folder+"/") }) {
				return "", "", nil //nolint:nilerr // a set that no manifest is for
			}
			return dir, rel, nil
		}
		if dir == filepath.Dir(dir) {
			return "", "", nil
		}
	}
}

// enter puts the digests of a set's files into the manifest of the tree that it lies in, if there is one for it.
func enter(stem string) error {
	root, rel, err := manifestFor(stem)
	if err != nil || root == "" {
		return err
	}
	listed, err := readManifest(root)
	if err != nil {
		return err
	}
	for _, ending := range endings {
		if listed[rel+ending], err = digestOf(root, rel+ending); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		fmt.Fprintf(&out, "%s  %s\n", listed[name], name)
	}
	if err := atomicfile.WriteBytes(filepath.Join(root, ManifestName), out.Bytes()); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return nil
}

// unaltered returns an error if a file of a set is not as the manifest of its tree lists it, so that new scores do not make an altered
// card pass for a sound one.
func unaltered(stem string) error {
	root, rel, err := manifestFor(stem)
	if err != nil || root == "" {
		return err
	}
	listed, err := readManifest(root)
	if err != nil {
		return err
	}
	for _, ending := range endings {
		was := listed[rel+ending]
		if was == "" {
			continue
		}
		is, err := digestOf(root, rel+ending)
		if err != nil {
			return err
		}
		if is != was {
			return fmt.Errorf("weights: %s is altered: its SHA-256 is %s, in %s %s; restore it, or list it so", stem+ending, is, filepath.Join(root, ManifestName), was)
		}
	}
	return nil
}
