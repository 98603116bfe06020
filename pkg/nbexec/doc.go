// Package nbexec executes Jupyter notebooks, with any kernel and without Python.
//
//	r, err := nbexec.RunFile(ctx, "tour.ipynb", "tour.ipynb", nbexec.Options{
//		CellTimeout: time.Minute,
//		Sanitize:    nbexec.DefaultSanitizer(),
//		Progress: func(e nbexec.Event) {
//			fmt.Fprintf(os.Stderr, "%d/%d %s\n", e.Number, e.Total, e.Phase)
//		},
//	})
//	if err != nil { … } // names the cell and why; tour.ipynb is as it was
//	fmt.Println(r.Elapsed)
//
// A notebook's code cells are sent one after another to one kernel
// ([sudokulab/pkg/jupyter]); what the kernel publishes becomes the cells' outputs
// ([sudokulab/pkg/nbexec/nbformat]). A cell is done when its reply has come and the kernel is
// idle again. The rules for outputs, tags and times are those of nbclient, those for parameters
// papermill's; source: the messaging protocol 5.3 in the documentation of jupyter_client, and
// the documentation of the two.
//
// GoNB says of a cell that crashed only its exit status. The panic's words and first frames, which came
// on standard error, are put into the error and into the cell's error output.
//
// [Compare] tells two executions of a notebook apart, cell by cell, and cells by their ids; [Strip] takes outputs away;
// a [Sanitizer] takes from outputs what differs from run to run.
//
// Invariants: the notebook passed in is not changed, nor is a file unless it is replaced as a
// whole; whatever ends a run (an error, a time-out, a flood of output, the kernel's death, the
// context), no process is left; the outputs of a cell take at most Options.MaxOutput bytes, and of a
// message beyond all bounds nothing is held; cells that a run did not reach have no outputs;
// without Options.Timing nothing is written that a second run would write differently, the
// outputs themselves apart.
//
// Cost: beyond the kernel's own time one to two milliseconds per cell (BenchmarkCell).
//
// Where it differs from nbclient: chunks of a stream that follow each other are always joined;
// outputs of an empty cell are removed; a parameter that the notebook does not declare is an
// error; widgets are not kept.
//
// What it does not do: several notebooks in one kernel, notebooks in other formats, rendering.
package nbexec
