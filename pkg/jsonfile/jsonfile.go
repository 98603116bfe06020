// Package jsonfile reads JSON that people hand in, and refuses what takes far more memory than its text, before it takes it.
//
// The standard library's decoder nests to a depth of 10,000, goes on reading a list after a value of a wrong sort, and makes room
// for the value all the same: two bytes such as "0," may stand for hundreds in memory.
//
// Invariant: reading a text within the limits takes less than 256 MB and four times its length.
package jsonfile

import (
	"encoding/json"
	"fmt"
)

// The limits of [Unmarshal], far beyond what people write.
const (
	Depth  = 100
	Values = 200_000
)

// Most is the values that a text may have which is read into lists and maps of anything.
const Most = 2_000_000

// perMap is how many values a map counts for: in memory it takes several times as much as a number.
const perMap = 5

// Unmarshal reads a text within the limits as [json.Unmarshal] does.
func Unmarshal(text []byte, into any) error { return UnmarshalMost(text, into, Values) }

// UnmarshalMost reads a text of at most so many values, where more than [Values] are usual, and no deeper than [Depth].
func UnmarshalMost(text []byte, into any, values int) error {
	if err := Bounded(text, Depth, values); err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// Bounded returns an error for a text whose lists and maps nest deeper than a bound, or which has more values than a bound, where a
// map counts for five. It reads the text once and keeps nothing; whether it is JSON it does not say.
func Bounded(text []byte, depth, values int) error {
	line, open, found := 1, 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			line++
			continue
		case '"':
			i = textEnd(text, i+1)
			continue
		case '[', '{':
			open++
			if open > depth {
				return fmt.Errorf("line %d: lists and maps nest more than %d deep, want fewer", line, depth)
			}
			found++
			if text[i] == '{' {
				found += perMap - 1
			}
		case ']', '}':
			open--
			continue
		case ',', ':':
			found++
		default:
			continue
		}
		if found > values {
			return fmt.Errorf("line %d: more than %d values up to here (a map counts for %d), want fewer", line, values, perMap)
		}
	}
	return nil
}

// textEnd returns the place of the quote that ends the text that begins at a place.
func textEnd(text []byte, at int) int {
	for at < len(text) && text[at] != '"' {
		if text[at] == '\\' {
			at++
		}
		at++
	}
	return at
}
