// Package server answers the calls of package protocol over HTTP, and shows the page.
//
//	s, err := server.New(server.DefaultOptions())
//	if err != nil { … }
//	defer s.Close()
//	l, err := net.Listen("tcp", "localhost:0")
//	if err != nil { … }
//	err = s.Serve(ctx, l) // until the context ends
//
// A call is POST /api/v1/NAME with its arguments as a JSON object. The answer is the result; of a call that streams it is a
// line of JSON for each event, {"event": …}, and one for the end, {"result": …} or {"error": …}, as
// application/x-ndjson. GET /api/v1/openapi.json describes all of it; openapi_test.go makes that description from the
// types of the calls and holds the answers against it. Whoever closes the connection stops the call.
//
// It is made for one machine and a few people. It listens where it is told, by default to this machine alone; it answers
// requests to names that it was told of, to the loopback and to the address that a request comes in at, and to no others, so that a page of
// another site cannot reach it by a name of its own (DNS rebinding), and refuses such pages' requests. Bound elsewhere it wants a token. No
// part of a request names a file.
//
// Calls run in four lanes, by how long they may take: moments (twice as many at once as there are cores), others on boards of 9×9 cells (all
// cores but one), those on larger boards (half of the cores), and long ones ([Options.Running]). A call that keeps its place in one of
// the first three for too long, as call.go says, is stopped and begins again in the next. In each lane clients, by address, take turns, and none
// has all of several places. A body is read before its call has a place; it must come within [Options.Idle], or at 4 KiB per second. Whoever
// reads nothing of an answer for so long loses the connection, and a call ends with its connection. 512 connections are open at
// once; further ones close the oldest that stands still of the client with the most.
//
// Each refusal is JSON with a sentence: 408 a body too slow, 413 too large, 421 another name, 429 the client's own calls fill the room to
// wait in, 503 those of all do. Where asking again helps, Retry-After says when.
//
// It writes no files and keeps nothing of a call.
package server
