// Command sudokulab-worker is the lab within a browser's worker: it answers the calls of pkg/page/protocol with the methods
// that need no tensors. pkg/page/worker builds it for WebAssembly; pkg/page/web/worker.js starts it and hands it calls.
package main
