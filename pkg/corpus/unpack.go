package corpus

import (
	"archive/zip"
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/atomicfile"
)

// unpack writes the set's text out of a finished download.
func (s *Store) unpack(ctx context.Context, set Set, archive string, w io.Writer) error {
	limit := s.textLimit()
	if set.Bytes > 0 {
		limit = set.Bytes
	}
	var err error
	switch set.Download.Unpack {
	case Gzip:
		err = unpackGzip(ctx, archive, limit, w)
	case Zip:
		err = unpackMember(ctx, archive, set.Download.Member, limit, w)
	case ACSZip:
		err = unpackACS(ctx, archive, set.Download.Member, set.Side, limit, w)
	default: // Plain is renamed, not copied
		err = fmt.Errorf("no way to unpack %q", set.Download.Unpack)
	}
	if err != nil {
		return fmt.Errorf("corpus: set %q: %s: %w", set.ID, archive, err)
	}
	return nil
}

func unpackGzip(ctx context.Context, archive string, limit int64, w io.Writer) error {
	f, err := atomicfile.OpenRegular(archive)
	if err != nil {
		return err
	}
	defer closeRead(f)
	z, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, &boundedReader{r: &ctxReader{ctx, z}, limit: limit})
	return err
}

// unpackMember writes one member of a zip archive: that with the given path or, since
// archives are repacked with other folders around them, the only one of that name. Neither
// the size in the archive's directory nor the stream may exceed the limit.
func unpackMember(ctx context.Context, archive, member string, limit int64, w io.Writer) error {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer closeRead(z)
	var found []*zip.File
	for _, f := range z.File {
		if f.Name == member {
			found = []*zip.File{f}
			break
		}
		if path.Base(f.Name) == path.Base(member) && !strings.HasSuffix(f.Name, "/") {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		return fmt.Errorf("%d members are called %s, want one", len(found), member)
	}
	return copyMember(ctx, found[0], limit, w)
}

func copyMember(ctx context.Context, f *zip.File, limit int64, w io.Writer) error {
	if f.UncompressedSize64 > uint64(limit) {
		return fmt.Errorf("member %s: %d bytes, want at most %d", f.Name, f.UncompressedSize64, limit)
	}
	r, err := f.Open()
	if err != nil {
		return fmt.Errorf("member %s: %w", f.Name, err)
	}
	defer closeRead(r)
	if _, err := io.Copy(w, &boundedReader{r: &ctxReader{ctx, r}, limit: limit}); err != nil {
		return fmt.Errorf("member %s: %w", f.Name, err)
	}
	return nil
}

// acsMemberBytes bounds one instance file; the largest, 25×25, has about 2 KiB.
const acsMemberBytes = 64 << 10

// unpackACS gathers the instances of one size into a text. The origin keeps each in a file
// instNxN_FILL_INSTANCE.txt: the side of a box, a 1, then n² integers, -1 for a blank. The
// text has a line for each, in rising order of fill and instance: fill, instance, then the
// n² integers with 0 for a blank.
func unpackACS(ctx context.Context, archive, folder string, side int, limit int64, w io.Writer) error {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer closeRead(z)
	type instance struct {
		fill, number int
		file         *zip.File
	}
	name := regexp.MustCompile(fmt.Sprintf(`^%s/inst%dx%d_(\d{1,3})_(\d{1,4})\.txt$`, regexp.QuoteMeta(folder), side, side))
	var found []instance
	for _, f := range z.File {
		if m := name.FindStringSubmatch(f.Name); m != nil {
			fill, _ := strconv.Atoi(m[1]) // a few digits, by the expression
			number, _ := strconv.Atoi(m[2])
			found = append(found, instance{fill, number, f})
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("no instances of %dx%d in %s", side, side, folder)
	}
	slices.SortFunc(found, func(a, b instance) int {
		return cmp.Or(cmp.Compare(a.fill, b.fill), cmp.Compare(a.number, b.number))
	})
	for _, in := range found {
		var text strings.Builder
		if err := copyMember(ctx, in.file, acsMemberBytes, &text); err != nil {
			return err
		}
		line, err := acsLine(text.String(), side)
		if err != nil {
			return fmt.Errorf("member %s: %w", in.file.Name, err)
		}
		n, err := fmt.Fprintf(w, "%d %d%s\n", in.fill, in.number, line)
		if err != nil {
			return err
		}
		if limit -= int64(n); limit < 0 {
			return fmt.Errorf("more text than expected, the last of it from member %s", in.file.Name)
		}
	}
	return nil
}

// acsLine returns the cells of an instance, each after a space.
func acsLine(text string, side int) (string, error) {
	fields := strings.Fields(text)
	if len(fields) != 2+side*side {
		return "", fmt.Errorf("%d numbers, want 2 and %d cells", len(fields), side*side)
	}
	var b strings.Builder
	for i, f := range fields[2:] {
		d, err := strconv.Atoi(f)
		switch {
		case err != nil || d == 0 || d < -1 || d > side:
			return "", fmt.Errorf("cell %d holds %q, want 1 to %d, or -1 for a blank", i, f, side)
		case d == -1:
			d = 0
		}
		b.WriteByte(' ')
		b.WriteString(strconv.Itoa(d))
	}
	return b.String(), nil
}

// derive writes every k-th puzzle line of r, from the first on. Lines keep their ends.
func derive(ctx context.Context, r io.Reader, every int, w io.Writer) error {
	lines := bufio.NewReader(&ctxReader{ctx, r})
	for n := 0; ; {
		line, err := lines.ReadString('\n')
		if content := strings.TrimSpace(line); content != "" && content[0] != '#' {
			if n%every == 0 {
				if _, err := io.WriteString(w, line); err != nil {
					return err
				}
			}
			n++
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
