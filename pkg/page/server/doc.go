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
// requests to names that it was told of and no others, so that a page of another site cannot reach it by a name of its
// own (DNS rebinding), and refuses such pages' requests. Bound elsewhere it wants a token. Bodies, headers, times, calls
// at once and calls that wait are bounded; what goes beyond is told so with status 503. No part of a request names a file.
//
// It writes no files and keeps nothing of a call.
package server
