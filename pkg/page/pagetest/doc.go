// Package pagetest drives the lab's page in a real browser, as a person would: it types, clicks, and reads what is shown.
//
//	program, err := pagetest.Find()
//	if err != nil { … } // no browser on this machine
//	b, err := pagetest.Start(ctx, program, pagetest.Options{Width: 1280, Height: 900})
//	if err != nil { … }
//	defer b.Close()
//	p, err := b.Open("http://127.0.0.1:8080/")
//	if err != nil { … }
//	err = p.Click("#solve")
//
// The browser is Chromium or one of its kin, without a window, with a profile of its own that is removed at the end. It reaches
// this machine alone: every other name is one that it cannot resolve, and a request to elsewhere counts as a fault of the page.
// [Page.Faults] tells what a person with open developer tools would see: errors of the console, exceptions that nobody
// caught, requests that failed or left the machine.
//
// Invariants: clicks and keys are events that the browser makes itself, not calls of the page's scripts; every step has a bound on
// time and says on which selector it waited.
//
// Cost: a start takes about a second, a step some milliseconds.
package pagetest
