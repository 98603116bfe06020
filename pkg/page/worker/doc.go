// Package worker builds the lab as a program for a browser's worker.
//
//	e, err := worker.Build(ctx, root, worker.Exact, func(name string) { fmt.Println("compiled", name) })
//	if err != nil { … } // no go command, or no sources at root
//	http.Handle("/", page.Handler(&e))
//
// The program is cmd/sudokulab-worker, compiled by the go command for js/wasm, made smaller and compressed by gzip. [Exact] has
// the methods that need no tensors; [Networks] has all, with the weights of the networks, and is three times as large. Both answer
// the same calls, and the page asks them which methods they have.
//
// What a browser downloads is kept small in four ways. Files that only other programs need are left out, and those of the
// library that read GODEBUG. Package wire stands in for encoding/json, and package digest for crypto/sha256. The compiler inlines what is
// smaller than a call, and nothing else. After linking, the data of the program is laid
// out in few pieces, and the names, files and lines of functions are cleared: a panic in a worker is told without them. For a
// trace with names, build cmd/sudokulab-worker by hand. Of releases of Go that are not known, the compiler and the library are taken as
// they are, and so are their tables of functions: the program is larger then.
//
// A program is not committed:
// it is megabytes of binary, which each change of an engine or of the Go release would replace, and whoever has the
// sources has go. What was built is kept in .cache/page below the root, under a hash of all that it is made of: the sources
// of the lab's packages in it, go.mod, go.sum, the Go release and the flags. So a second call takes a go list.
package worker
