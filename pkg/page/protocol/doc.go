// Package protocol is what a page, or any program, can ask of the lab: calls by name, with arguments and results in JSON.
//
//	d := protocol.New(protocol.DefaultLimits())
//	defer d.Close()
//	result, err := d.Do(ctx, "solve", []byte(`{"board": {"cells": "53..7…"}}`), nil)
//	if err != nil { … } // an *Error
//
// The same calls run over HTTP (package server) and in a browser's worker (package worker), which carry bytes and know
// no call by name. A call that streams hands its events to a function as they come, and ends with its result all the same.
// [Calls] lists them with the types of their arguments, events and results, from which the description of the
// interface is made.
//
// Invariants: a call looks at its arguments before it does anything, and refuses fields that it does not know; it ends soon
// after its context; [Limits] hold for every call, however it is asked; a result does not depend on earlier calls.
//
// Which methods there are is decided by what the program imports, as package method says.
package protocol
