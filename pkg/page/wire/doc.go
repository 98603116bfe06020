// Package wire reads and writes JSON for the calls of the page.
//
//	var codec wire.Codec
//	text, err := codec.Marshal(result) // as encoding/json writes it
//	err = codec.Unmarshal(text, &arguments)
//
// It is a small part of encoding/json, for a program that browsers download: encoding/json, with what it brings into a
// program, is a tenth of the page's engine, this package a hundredth. Tests hold the two together on every type of
// package protocol.
//
// It takes structs with json tags (a name, "-", omitempty; embedded structs without a tag), slices, pointers, interfaces,
// texts, booleans, numbers, and for writing what has MarshalText. It takes no maps, no bytes, no MarshalJSON.
//
// Reading is strict, unlike that of encoding/json: a field that the struct lacks, the name of a field in other capitals, and
// anything behind the value are errors. An [Error] says where and what.
package wire
