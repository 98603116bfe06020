package server_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"sudokulab/pkg/page/server"
)

// A call over HTTP.
func Example() {
	s, err := server.New(server.DefaultOptions())
	if err != nil {
		panic(err)
	}
	defer func() { _ = s.Close() }()
	h := httptest.NewServer(s.Handler()) // or s.Serve(ctx, listener)
	defer h.Close()

	body := strings.NewReader(`{"board": {"cells": "1..............4"}}`)
	res, err := http.Post(h.URL+"/api/v1/classify", "application/json", body)
	if err != nil {
		panic(err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		panic(err)
	}
	fmt.Print(res.Status, "\n", string(answer))
	// Output:
	// 200 OK
	// {"status":"multiple","solutions":2,"complete":false,"method":"csp","grid":"1342241342313124"}
}
