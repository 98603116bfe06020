package table

import "io"

// WriteAll writes tables one after the other, with an empty line between them. one is how, such as (*Table).WriteText.
func WriteAll(w io.Writer, tables []Table, one func(*Table, io.Writer) error) error {
	for i := range tables {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := one(&tables[i], w); err != nil {
			return err
		}
	}
	return nil
}
