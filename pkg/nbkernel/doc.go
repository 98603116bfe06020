// Package nbkernel builds, describes, installs, starts and examines the Go kernel of the
// lab's notebooks.
//
//	lab := nbkernel.Lab{Root: root}
//	report, err := lab.Build(ctx, nbkernel.BuildOptions{}, nil)
//	if err != nil {
//		return err
//	}
//	fmt.Println(report.Spec) // …/.jupyter/kernels/sudokulab/kernel.json
//
// # What it computes
//
// A [Lab] is a clone with its kernel. [Lab.Build] puts two pinned programs, GoNB and
// goimports, and a small launcher into .tools/bin, writes the kernel's description into
// .jupyter/kernels/sudokulab, and compiles once what notebooks import. [Lab.Install] copies
// the description to where a person's own Jupyter looks. [Launch] is what the launcher does
// each time a client starts the kernel; [Lab.Examine] says which part is missing or broken. [Lab.Sign]
// has a person's own Jupyter sign the clone's notebooks.
//
// # Method and source
//
// GoNB (github.com/janpfeifer/gonb) compiles each cell as a program in a temporary module. Its
// flag -go_work joins that module and the clone in a Go workspace, so a cell sees the lab's
// packages and the versions that the lab's go.mod pins, whichever folder the notebook lies in.
// The rest is surroundings, and a client may start a kernel in any: no go on the PATH, no
// HOME, a workspace switched off, flags that a workspace refuses. The launcher mends these,
// then replaces itself by GoNB, so that signals reach the right process.
//
// GoNB runs go get before each cell unless the notebook says %noautoget. Where symbolic links
// exist, the kernel's PATH therefore begins with a folder in which go is the launcher: it
// drops exactly that bare call and hands on every other one. A notebook then needs no first
// cell at all, and %noautoget does no harm.
//
// When something is missing that the launcher cannot mend, it answers the client itself
// ([jupyter.Serve]): each cell ends with an error
// that says what is wrong and what to do. Otherwise the client would only see a dead kernel.
//
// # Invariants
//
// Build writes below .tools/bin and .jupyter of the clone and in Go's own caches alone. Files
// appear whole. A kernel that carries our name and is not ours is neither replaced nor removed
// unless [Place.Force] says so. Each kernel has its own temporary folder, locked while the
// kernel or one of its cells lives; folders of the dead are removed when the next one starts.
//
// # Cost
//
// The launcher adds three short calls to the start of a kernel, and one exec to each call of
// go. Build takes minutes with empty caches and about two seconds when all is there.
//
// # What it does not do
//
// It executes no notebook and installs no Jupyter. GoNB walks the whole clone once for each
// kernel, symbolic links with absolute targets included: a link to a huge folder slows the
// start. Paths with a comma cannot be given to -go_work; such a clone is refused.
package nbkernel
