package train_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"sudokulab/pkg/train"
)

type scalarEvent struct {
	time    float64
	step    int
	version string
	scalars map[string]float32
}

// readEvents takes a file of TFRecords apart and checks both checksums of each.
func readEvents(t *testing.T, data []byte) []scalarEvent {
	t.Helper()
	unmasked := func(masked uint32) uint32 {
		rotated := masked - 0xa282ead8
		return rotated>>17 | rotated<<15
	}
	var events []scalarEvent
	for len(data) > 0 {
		n := binary.LittleEndian.Uint64(data)
		message := data[12 : 12+n]
		for _, part := range []struct {
			bytes []byte
			sum   uint32
		}{{data[:8], binary.LittleEndian.Uint32(data[8:])}, {message, binary.LittleEndian.Uint32(data[12+n:])}} {
			if crc := crc32.Checksum(part.bytes, crc32.MakeTable(crc32.Castagnoli)); crc != unmasked(part.sum) {
				t.Fatalf("checksum %x, want %x", unmasked(part.sum), crc)
			}
		}
		data = data[12+n+4:]
		e := scalarEvent{scalars: map[string]float32{}}
		fields(t, message, func(number protowire.Number, raw []byte, v uint64) {
			switch number {
			case 1:
				e.time = math.Float64frombits(v)
			case 2:
				e.step = int(v)
			case 3:
				e.version = string(raw)
			case 5:
				fields(t, raw, func(_ protowire.Number, raw []byte, _ uint64) {
					var tag string
					var value float32
					fields(t, raw, func(number protowire.Number, raw []byte, v uint64) {
						if number == 1 {
							tag = string(raw)
						} else {
							value = math.Float32frombits(uint32(v))
						}
					})
					e.scalars[tag] = value
				})
			}
		})
		events = append(events, e)
	}
	return events
}

func fields(t *testing.T, message []byte, each func(number protowire.Number, raw []byte, v uint64)) {
	t.Helper()
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		message = message[n:]
		var raw []byte
		var v uint64
		switch kind {
		case protowire.VarintType:
			v, n = protowire.ConsumeVarint(message)
		case protowire.Fixed64Type:
			v, n = protowire.ConsumeFixed64(message)
		case protowire.Fixed32Type:
			var small uint32
			small, n = protowire.ConsumeFixed32(message)
			v = uint64(small)
		default:
			raw, n = protowire.ConsumeBytes(message)
		}
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		message = message[n:]
		each(number, raw, v)
	}
}

// eventSteps lists a file's events as lines of step and kind.
func eventSteps(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, e := range readEvents(t, data)[1:] {
		kind := train.KindValidate
		if _, ok := e.scalars["train/loss"]; ok {
			kind = train.KindTrain
		}
		fmt.Fprintf(&lines, "%d %s\n", e.step, kind)
	}
	return lines.String()
}

func TestWriteEvents(t *testing.T) {
	var b bytes.Buffer
	err := train.WriteEvents(&b, []train.Record{
		{Step: 300, Kind: train.KindTrain, Time: 12.25, Loss: 0.5, Norm: 2, Rate: 0.125, Metrics: train.Metrics{"accuracy": 0.75}},
		{Step: 301, Kind: train.KindValidate, Time: 13, Metrics: train.Metrics{"exact": 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	events := readEvents(t, b.Bytes())
	if len(events) != 3 || events[0].version != "brain.Event:2" {
		t.Fatalf("events %+v", events)
	}
	want := "{12.25 300  map[train/accuracy:0.75 train/loss:0.5 train/norm:2 train/rate:0.125]} {13 301  map[validate/exact:1]}"
	if got := fmt.Sprint(events[1], events[2]); got != want {
		t.Errorf("events %s, want %s", got, want)
	}
}
