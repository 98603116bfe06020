package worker

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// shrink makes a program for WebAssembly that the Go linker wrote smaller to send: same code, same data where it is looked
// at. The linker leaves out each run of a few zeros in the data, at the price of a header that packs worse than zeros do: up
// to 100,000 of them. And the tables of functions serve tracebacks with names, files and lines, which no person sees in a
// worker; those tables are cleared as far as [clearTables] knows them.
func shrink(program []byte) ([]byte, error) {
	at := len(magic)
	if len(program) < at || string(program[:at]) != magic {
		return nil, errors.New("it is no program for WebAssembly")
	}
	out := append(make([]byte, 0, len(program)), magic...)
	for at < len(program) {
		id := program[at]
		r := reader{program, at + 1}
		size := r.unsigned()
		if r.bad() || size > uint64(len(program)-r.at) {
			return nil, errors.New("a section does not end")
		}
		at = r.at + int(size)
		body := program[r.at:at]
		if id == dataSection {
			image, first, err := flatten(body)
			if err != nil {
				return nil, err
			}
			if err := clearTables(image, first); err != nil {
				return nil, err
			}
			body = segments(image, first)
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out, nil
}

const (
	magic       = "\x00asm\x01\x00\x00\x00"
	dataSection = 11
	i32Const    = 0x41
	end         = 0x0b
	mostMemory  = 1 << 30 // bytes of data
)

// reader reads numbers in LEB128. After a number that does not end it stands behind the text.
type reader struct {
	text []byte
	at   int
}

func (r *reader) bad() bool { return r.at > len(r.text) }

func (r *reader) byte() byte {
	r.at++
	if r.bad() {
		return 0
	}
	return r.text[r.at-1]
}

func (r *reader) unsigned() uint64 {
	if r.bad() {
		return 0
	}
	v, n := binary.Uvarint(r.text[r.at:])
	if n <= 0 {
		r.at = len(r.text) + 1
		return 0
	}
	r.at += n
	return v
}

// signed32 reads a signed number of 32 bits, as the place of data is written, and returns it as the address that it is.
func (r *reader) signed32() uint64 {
	var v uint64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v & (1<<32 - 1) // places lie below 2³¹: no sign to extend
		}
	}
	r.at = len(r.text) + 1
	return 0
}

// flatten lays out the data of a data section as it lies in memory, from the address first on.
func flatten(section []byte) (image []byte, first int, err error) {
	type piece struct {
		at   int
		data []byte
	}
	r := reader{text: section}
	var all []piece
	low, high := mostMemory, 0
	for range r.unsigned() {
		if kind, op := r.byte(), r.byte(); !r.bad() && (kind != 0 || op != i32Const) {
			return nil, 0, errors.New("data that has no fixed place")
		}
		place, stop, size := r.signed32(), r.byte(), r.unsigned()
		if r.bad() || stop != end || size > uint64(len(section)-r.at) {
			return nil, 0, errors.New("the data section does not end as it should")
		}
		if place+size > mostMemory {
			return nil, 0, fmt.Errorf("data at %d, want it below %d", place, mostMemory)
		}
		p := piece{int(place), section[r.at : r.at+int(size)]}
		r.at += int(size)
		all = append(all, p)
		low, high = min(low, p.at), max(high, p.at+len(p.data))
	}
	if r.at != len(section) {
		return nil, 0, errors.New("something stands behind the data")
	}
	if high <= low {
		return nil, 0, nil
	}
	image = make([]byte, high-low)
	for _, p := range all { // in their order, as they are laid down
		copy(image[p.at-low:], p.data)
	}
	return image, low, nil
}

// gap is how many zeros a header is worth that leaves them out: they cost next to nothing packed, but time to unpack.
const gap = 2048

// segments writes the data section of an image.
func segments(image []byte, first int) []byte {
	var out []byte
	count := uint64(0)
	for from := 0; from < len(image); {
		// Here begins a segment, at a byte that is not zero. It ends before the next gap.
		to, last := from, from
		for to < len(image) && to-last <= gap {
			if image[to] != 0 {
				last = to
			}
			to++
		}
		if image[last] != 0 {
			count++
			out = append(out, 0, i32Const)
			out = appendSigned(out, first+from)
			out = append(out, end)
			out = binary.AppendUvarint(out, uint64(last+1-from))
			out = append(out, image[from:last+1]...)
		}
		from = last + 1
		for from < len(image) && image[from] == 0 {
			from++
		}
	}
	return slices.Concat(binary.AppendUvarint(nil, count), out)
}

// appendSigned writes a number from 0 on as a signed one.
func appendSigned(out []byte, v int) []byte {
	for ; v >= 0x40; v >>= 7 {
		out = append(out, byte(v)|0x80)
	}
	return append(out, byte(v))
}

// The tables of functions, as package runtime reads them (symtab.go, runtime2.go) and debug/gosym describes them. All
// numbers are little-endian.
const (
	tableMagic   = 0xfffffff1 // of Go 1.20 and later
	wordSize     = 8
	headerWords  = 8
	bareFunction = 44 // bytes of a function before the places of its tables by PC and of its other data
	bucketSize   = 20 // bytes of an entry of the index
	buckets      = 16 // entries of a function in the index
	coarse       = 16 // functions from a multiple of it are looked for from there on
	noData       = 1<<32 - 1
)

// Places within a function.
const (
	nameAt   = 4
	stackAt  = 16
	fileAt   = 20
	lineAt   = 24
	tablesAt = 28 // how many tables by PC there are
	unitAt   = 32
	startAt  = 36
	dataAt   = 43 // how many other data there are
)

// Tables by PC that nothing but a traceback looks at, or the stopping of a goroutine by a signal, which browsers lack.
var forTraces = []int{0, 2, 3} // where it may be stopped, what is inlined, which arguments are alive

// Data of functions that nothing but a traceback looks at.
var dataForTraces = []int{5, 6} // how arguments are printed, which are alive

// kept are the names that package runtime compares with.
var kept = []string{"reflect.makeFuncStub", "reflect.methodValueCall"}

const runtimePrefix = "runtime." // it asks for no more of the names of its own functions

// clearTables clears, in the data of a program, what only tracebacks look at: names, files and lines. It knows the tables of
// some releases of Go; a program that has others stays as it is. An error says that tables of these releases are not as they
// should be.
func clearTables(image []byte, first int) error {
	at := bytes.Index(image, []byte{tableMagic & 0xff, 0xff, 0xff, 0xff, 0, 0, 1, wordSize})
	if at < 0 {
		return nil
	}
	t := tables{image: image[at:]}
	var header [headerWords]int
	for i := range header {
		if header[i] = t.word(wordSize * (1 + i)); header[i] < 0 || header[i] > len(t.image) {
			return errTables
		}
	}
	t.functions, t.names, t.units, t.byPC, t.list = header[0], header[3], header[4], header[6], header[7]
	files := header[5]
	if t.names > t.units || t.units > files || files > t.byPC || t.byPC >= t.list || t.list+2*4*t.functions > len(t.image) {
		return errTables
	}
	t.used = make([]bool, t.list-t.byPC)
	t.used[0] = true // place 0 stands for no table
	short, names := -1, map[int]string{}
	for i := range t.functions {
		if err := t.function(i, &short, names); err != nil {
			return err
		}
	}
	for i, used := range t.used {
		if !used {
			t.image[t.byPC+i] = 0
		}
	}
	clear(t.image[t.names:t.byPC]) // names, units, files
	for place, name := range names {
		copy(t.image[t.names+place:], name)
	}
	return t.index(image, at, first)
}

var errTables = errors.New("its tables of functions are not as Go 1.20 to 1.26 write them")

// tables are the tables of functions, from their header on.
type tables struct {
	image                    []byte
	functions                int
	names, units, byPC, list int // places
	used                     []bool
}

// word reads 8 bytes, half 4; outside of the tables they are negative.
func (t *tables) word(at int) int {
	if at < 0 || at+wordSize > len(t.image) {
		return -1
	}
	return int(binary.LittleEndian.Uint64(t.image[at:]))
}

func (t *tables) half(at int) int {
	if at < 0 || at+4 > len(t.image) {
		return -1
	}
	return int(binary.LittleEndian.Uint32(t.image[at:]))
}

func (t *tables) setHalf(at int, v uint32) { binary.LittleEndian.PutUint32(t.image[at:], v) }

// function clears what one function has for traces, and marks the tables by PC that stay. short is the place of the name that
// all functions of package runtime get, and names are the names that stay, by their places.
func (t *tables) function(i int, short *int, names map[int]string) error {
	entry, place := t.half(t.list+8*i), t.half(t.list+8*i+4)
	f := t.list + place
	if place < 0 || f+bareFunction > len(t.image) || t.half(f) != entry {
		return errTables
	}
	tables, data := t.half(f+tablesAt), int(t.image[f+dataAt])
	if tables > 16 || f+bareFunction+4*(tables+data) > len(t.image) {
		return errTables
	}
	name, err := t.name(t.half(f + nameAt))
	if err != nil {
		return err
	}
	switch {
	case slices.Contains(kept, name):
		names[t.half(f+nameAt)] = name
	case len(name) >= len(runtimePrefix) && name[:len(runtimePrefix)] == runtimePrefix:
		if *short < 0 {
			*short = t.half(f + nameAt)
			names[*short] = runtimePrefix
		}
		t.setHalf(f+nameAt, uint32(*short))
	default:
		t.setHalf(f+nameAt, 0)
	}
	for _, field := range []int{fileAt, lineAt, unitAt, startAt} {
		t.setHalf(f+field, 0)
	}
	if err := t.keep(t.half(f + stackAt)); err != nil {
		return err
	}
	for k := range tables {
		place := f + bareFunction + 4*k
		if slices.Contains(forTraces, k) {
			t.setHalf(place, 0)
		} else if err := t.keep(t.half(place)); err != nil {
			return err
		}
	}
	for _, k := range dataForTraces {
		if k < data {
			t.setHalf(f+bareFunction+4*(tables+k), noData)
		}
	}
	return nil
}

func (t *tables) name(place int) (string, error) {
	if from := t.names + place; place >= 0 && from < t.units {
		if n := bytes.IndexByte(t.image[from:t.units], 0); n >= 0 {
			return string(t.image[from : from+n]), nil
		}
	}
	return "", errTables
}

// keep marks a table by PC: pairs of numbers, ended by a zero that is not the first.
func (t *tables) keep(place int) error {
	if place == 0 {
		return nil
	}
	if place < 0 || place >= len(t.used) {
		return errTables
	}
	r := reader{t.image[t.byPC:t.list], place}
	for first := true; r.unsigned() != 0 || first; first = false {
		r.unsigned()
		if r.bad() {
			return errTables
		}
	}
	for i := place; i < r.at && i < len(t.used); i++ {
		t.used[i] = true
	}
	return nil
}

// index makes the index from functions to their places in the list coarser. It has 16 entries for each function, of which
// package runtime looks at the first alone where a PC counts functions, and goes on from there to the function: from the
// last multiple of coarse as well. The index is found by what package runtime knows of the module.
func (t *tables) index(image []byte, at, first int) error {
	module := binary.LittleEndian.AppendUint64(nil, uint64(first+at))           // the header,
	module = binary.LittleEndian.AppendUint64(module, uint64(first+at+t.names)) // and the names behind it
	found := bytes.Index(image, module)
	const lists = 6 // names, units, files, by PC, list, functions: each an address and two lengths
	place := found + wordSize*(1+3*lists)
	if found < 0 || place+3*wordSize > len(image) {
		return errTables
	}
	from := int(binary.LittleEndian.Uint64(image[place:])) - first
	span := binary.LittleEndian.Uint64(image[place+2*wordSize:]) - binary.LittleEndian.Uint64(image[place+wordSize:])
	last := t.functions - 1 // which may have fewer entries than 16
	if from < 0 || from+bucketSize*(buckets*last+1) > len(image) || span>>16 != uint64(last) {
		return errTables
	}
	for i := range t.functions {
		entry := image[from+bucketSize*buckets*i:]
		if binary.LittleEndian.Uint32(entry)+uint32(entry[4]) != uint32(i) {
			return errTables
		}
	}
	for i := range t.functions {
		entry := image[from+bucketSize*buckets*i:]
		if i < last {
			clear(entry[:bucketSize*buckets])
		} else {
			clear(entry[:bucketSize])
		}
		binary.LittleEndian.PutUint32(entry, uint32(i/coarse*coarse))
	}
	return nil
}
