package nbui

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// bundle is one display in the forms that the front end may choose from.
type bundle struct {
	html, markdown string // "" for none
	text           string // always
}

func (b bundle) data() map[protocol.MIMEType]any {
	data := map[protocol.MIMEType]any{protocol.MIMETextPlain: strings.TrimRight(b.text, "\n")}
	if b.html != "" {
		data[protocol.MIMETextHTML] = b.html
	}
	if b.markdown != "" {
		data[protocol.MIMETextMarkdown] = b.markdown
	}
	return data
}

// patience bounds how long the kernel may take to accept a display. It holds its end of the pipe
// all the time that a cell runs, so more than milliseconds means that there is no kernel.
const patience = 20 * time.Second

var errNoKernel = fmt.Errorf("the kernel has not answered for %v on the pipe that %s names", patience, protocol.GONB_PIPE_ENV)

// show displays what draw returns, and ends the cell with whatever goes wrong; who is the function
// whose work it is.
func show(who string, draw func() (bundle, error)) {
	b, err := draw()
	if err == nil {
		if !gonbui.IsNotebook {
			_, err = fmt.Fprintln(os.Stdout, strings.TrimRight(b.text, "\n"))
		} else {
			awaitPrinted()
			err = send(&protocol.DisplayData{Data: b.data()}, true)
		}
	}
	end(who, err)
}

// end ends the cell with an error, if there is one. A cell has no caller to hand an error to, and
// what it shows after one that was overlooked would be believed; so no function here returns one.
func end(who string, err error) {
	if err != nil {
		panic(fmt.Errorf("nbui: %s: %w", who, err))
	}
}

// send hands a display to the kernel and, where wanted, waits until it has it. The library
// would wait for a lost kernel for ever; it shares its one stream with a cell that uses it
// itself, which two streams on one pipe would not survive.
func send(data *protocol.DisplayData, wait bool) error {
	done := make(chan error, 1)
	go func() {
		gonbui.SendData(data)
		if err := gonbui.Error(); err != nil {
			done <- err
			return
		}
		if wait {
			gonbui.Sync()
		}
		done <- gonbui.Error()
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return errNoKernel
	}
}

// Text shows a formatted text as it is, in its place between the other displays.
func Text(format string, args ...any) {
	show("text", func() (bundle, error) { return bundle{text: fmt.Sprintf(format, args...)}, nil })
}

// Say shows a formatted text in Markdown.
func Say(format string, args ...any) { Markdown(fmt.Sprintf(format, args...)) }

// Markdown shows a text in Markdown; outside of a notebook it is printed as it is.
func Markdown(text string) {
	show("markdown", func() (bundle, error) {
		if strings.TrimSpace(text) == "" {
			return bundle{}, errors.New("no text")
		}
		return bundle{markdown: text, text: text}, nil
	})
}

// Must returns v, or ends the cell with the error of another package: it panics.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
