package main

import (
	"io"

	"github.com/schollz/progressbar/v3"
)

// newBar returns a bar for work of a size, −1 if that is not known. It goes away when it is
// full or cleared.
func newBar(w io.Writer, size int64, more ...progressbar.Option) *progressbar.ProgressBar {
	return progressbar.NewOptions64(size, append([]progressbar.Option{
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(20),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0), // or it draws by itself, also when hidden
	}, more...)...)
}
