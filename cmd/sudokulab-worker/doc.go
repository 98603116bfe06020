// Command sudokulab-worker is the lab within a browser's worker: it answers the calls of pkg/page/protocol with the methods
// that need no tensors. pkg/page/worker builds it for WebAssembly; pkg/page/web/worker.js starts it and hands it calls.
//
// With the build tag networks it has the methods that compute with tensors, too: the tensor network, the graph networks and
// the agents, with their weights, on the backend in Go. It is a tag and not a second command, since the two programs differ in
// what they import and in nothing else: so they share main as it is, and the program without the tag does not change by a
// byte. go vet -tags networks ./cmd/sudokulab-worker looks at the file that the tag adds.
package main
