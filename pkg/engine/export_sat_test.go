package engine

// Interrupts says that a running solver of gophersat can be stopped, for tests.
const Interrupts = interrupts
