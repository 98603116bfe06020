package files

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// NumPy's own format, version 1.0: a magic word, the length of a header and the header, a Python dictionary padded to a multiple of 64
// bytes, then the numbers row by row (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html). The library at hand
// (npyio 0.14) wants the whole array in memory and writes it number by number through reflection, so it only reads in the tests.
func npyHeader(w io.Writer, descr string, shape ...int64) error {
	dims := make([]string, len(shape))
	for i, n := range shape {
		dims[i] = strconv.FormatInt(n, 10)
	}
	tuple := strings.Join(dims, ", ")
	if len(dims) == 1 {
		tuple += ","
	}
	const before = 10 // bytes: the magic word, the version, the length
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, tuple)
	text += strings.Repeat(" ", 63-(before+len(text))%64) + "\n"
	_, err := fmt.Fprintf(w, "\x93NUMPY\x01\x00%s%s", binary.LittleEndian.AppendUint16(nil, uint16(len(text))), text) //nolint:gosec // a short line
	return err
}

// grids writes boards as uint8 of the shape rows×side×side.
func grids(w io.Writer, r Rows, of func(*Row) []uint8) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := npyHeader(b, "|u1", r.Count, int64(r.Side), int64(r.Side)); err != nil {
		return err
	}
	for row, err := range r.All {
		if err != nil {
			return err
		}
		if _, err := b.Write(of(&row)); err != nil {
			return err
		}
	}
	return b.Flush()
}

func writePuzzles(w io.Writer, r Rows) error {
	return grids(w, r, func(row *Row) []uint8 { return row.Puzzle })
}

func writeSolutions(w io.Writer, r Rows) error {
	return grids(w, r, func(row *Row) []uint8 { return row.Solution })
}

// writeGuesses writes them as int64 of the shape rows.
func writeGuesses(w io.Writer, r Rows) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := npyHeader(b, "<i8", r.Count); err != nil {
		return err
	}
	for row, err := range r.All {
		if err != nil {
			return err
		}
		if _, err := b.Write(binary.LittleEndian.AppendUint64(b.AvailableBuffer(), uint64(row.Guesses))); err != nil { //nolint:gosec // bits
			return err
		}
	}
	return b.Flush()
}

// writeNPZ writes a ZIP file of arrays, not packed and without times.
func writeNPZ(w io.Writer, r Rows) error {
	z := zip.NewWriter(w)
	for _, part := range []struct {
		name  string
		write writer
	}{{"puzzles.npy", writePuzzles}, {"solutions.npy", writeSolutions}, {"guesses.npy", writeGuesses}} {
		to, err := z.CreateHeader(&zip.FileHeader{Name: part.name, Method: zip.Store})
		if err != nil {
			return err
		}
		if err := part.write(to, r); err != nil {
			return err
		}
	}
	return z.Close()
}
