// Package nbcache keeps what executing a notebook gave, so that a notebook whose inputs have not changed
// need not be executed again.
//
//	tree, err := nbcache.ReadTree(root)
//	if err != nil { … }
//	code, err := tree.Code(nbcache.CodeOf(notebook))
//	if err != nil { … }
//	r, kept, err := nbcache.Cache{Dir: dir}.Run(ctx, nbcache.Question{
//		Notebook: notebook, Options: options, Spec: spec, Inputs: []string{code},
//	})
//	if err == nil && kept {
//		fmt.Println("nothing was executed")
//	}
//
// # What it computes
//
// [Cache.Run] is [sudokulab/pkg/nbexec.Run] with a cache. The outputs of a run are kept under a
// key, a SHA-256 of all that they may depend on: the code cells with their tags and parameters,
// the options that change outputs, the kernel's description and the program files that it names,
// and whatever else the caller says ([Question.Inputs]): the packages of a module that the cells
// can reach ([Tree.Code]), files by their bytes ([Contents]) and folders too large to read by
// names, sizes and times ([Listing]).
//
// # Method and source
//
// The idea is that of the build cache of Go: an action is named by the hash of its inputs. The
// packages are found as go list would find them, in a few milliseconds instead of a second: the
// cells' text is searched for import paths and for the names of packages (goimports adds imports
// that are not written), then the imports of the sources are followed. Build constraints are not
// looked at, so the answer is a superset.
//
// # Invariants
//
// A kept answer is put into the notebook as it is now: text cells and metadata of cells are the
// new ones. A run that fails is not kept, and none with times in it. An entry appears whole; one
// that cannot be read counts as missing. An error of the cache never fails a run that succeeded.
//
// # Cost
//
// Hashing: about 30 MB for the kernel's programs. No more than eight entries are kept for a name.
//
// # What it does not do
//
// It does not know of a clock, the network, or files that cells read and the caller does not
// name. A notebook whose outputs depend on such has to be run with [Question.Force].
package nbcache
