package predictions

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// openParquet opens a Parquet file, whose columns are named as the keys of JSON are.
func (f *File) openParquet(from io.Reader) error {
	at, ok := from.(seekable)
	if !ok {
		return f.wrong("a Parquet file, want a file of that form rather than a stream")
	}
	info, err := at.Stat()
	if err != nil {
		return f.wrong("%v", err)
	}
	// All bytes are hashed first: rows are read out of their order.
	if _, err := io.Copy(io.Discard, f.raw); err != nil {
		return f.broken(0, err)
	}
	err = guarded(func() (err error) {
		f.parquet, err = parquet.OpenFile(at, info.Size())
		return err
	})
	if err != nil {
		return f.wrong("reading Parquet: %v", err)
	}
	var names []string
	for _, path := range f.parquet.Schema().Columns() {
		names = append(names, strings.ToLower(path[0]))
	}
	wanted := slices.Concat(answerNames, probabilityNames)
	if f.o.Puzzles {
		wanted = puzzleKeys
	}
	if firstOf(wanted, names) < 0 {
		return f.wrong("the columns %q, want one of %q", names, wanted)
	}
	return nil
}

// guarded turns a panic of the library, which damaged files cause, into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the file is damaged: %v", p)
		}
	}()
	return f()
}

// parquetRows yields the rows of a Parquet file.
func (f *File) parquetRows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		columns := f.parquet.Schema().Columns()
		buf := make([]parquet.Row, 64)
		n := int64(0)
		for _, group := range f.parquet.RowGroups() {
			rows := group.Rows()
			for {
				got, more := 0, true
				err := guarded(func() (err error) {
					got, err = rows.ReadRows(buf)
					if errors.Is(err, io.EOF) {
						more, err = false, nil
					}
					return err
				})
				for _, values := range buf[:got] {
					n++
					row := Row{Line: n, Index: -1}
					f.fields(keysOf(columns, values), &row)
					if row.Fault != "" {
						row.Answers = nil
					}
					if !yield(row, nil) {
						_ = rows.Close() // nothing was written
						return
					}
				}
				if err != nil {
					_ = rows.Close() // the error before says more
					yield(Row{}, f.broken(n, err))
					return
				}
				if !more {
					break
				}
			}
			if err := rows.Close(); err != nil {
				yield(Row{}, f.broken(n, err))
				return
			}
		}
	}
}

// keysOf is a row as an object of JSON has it, by the first names of the columns in lower case. Lists within lists are one.
func keysOf(columns [][]string, values parquet.Row) map[string]json.RawMessage {
	lists := map[string][]any{}
	of := make(map[string]json.RawMessage, len(columns))
	for _, v := range values {
		path := columns[v.Column()]
		name := strings.ToLower(path[0])
		var x any
		switch v.Kind() {
		case parquet.ByteArray, parquet.FixedLenByteArray:
			x = string(v.ByteArray())
		case parquet.Int32:
			x = v.Int32()
		case parquet.Int64:
			x = v.Int64()
		case parquet.Float:
			x = v.Float()
		case parquet.Double:
			x = v.Double()
		default:
			continue
		}
		if v.IsNull() {
			continue
		}
		text := x
		if len(path) > 1 {
			lists[name] = append(lists[name], x)
			text = lists[name]
		}
		if raw, err := json.Marshal(text); err == nil { // no number of JSON: as if it were not there
			of[name] = raw
		}
	}
	return of
}
