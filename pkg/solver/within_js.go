package solver

const oneThread = true
