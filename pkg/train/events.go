package train

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// EventsName is the file in the folder that TensorBoard reads, with Options.Events.
const EventsName = "events.out.tfevents.sudokulab"

// WriteEvents writes records as a file of scalar summaries that TensorBoard reads: tags are
// train/loss, train/loss/<kind>, train/norm, train/rate, train/<metric> and
// validate/<metric>.
//
// The file is a row of TFRecords, each an Event message (TensorFlow's record_writer.cc and
// event.proto).
func WriteEvents(w io.Writer, records []Record) error {
	if err := writeRecord(w, versionEvent()); err != nil {
		return err
	}
	for _, r := range records {
		if err := writeRecord(w, event(r)); err != nil {
			return err
		}
	}
	return nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// writeRecord frames one message: its length and its bytes, each with a checksum. It writes
// with one call.
func writeRecord(w io.Writer, message []byte) error {
	sum := func(data []byte) uint32 { // masked, so that checksums of checksums do not line up
		crc := crc32.Checksum(data, castagnoli)
		return (crc>>15 | crc<<17) + 0xa282ead8
	}
	frame := binary.LittleEndian.AppendUint64(nil, uint64(len(message)))
	frame = binary.LittleEndian.AppendUint32(frame, sum(frame))
	frame = append(frame, message...)
	frame = binary.LittleEndian.AppendUint32(frame, sum(message))
	_, err := w.Write(frame)
	return err
}

// versionEvent is the message that a file begins with: Event{file_version = 3}.
func versionEvent() []byte {
	return protowire.AppendString(protowire.AppendTag(nil, 3, protowire.BytesType), "brain.Event:2")
}

// event is Event{wall_time = 1, step = 2, summary = 5} with Summary{value = 1} and
// Value{tag = 1, simple_value = 2}.
func event(r Record) []byte {
	b := protowire.AppendTag(nil, 1, protowire.Fixed64Type)
	b = protowire.AppendFixed64(b, math.Float64bits(r.Time))
	b = protowire.AppendTag(b, 2, protowire.VarintType)
	b = protowire.AppendVarint(b, uint64(r.Step))
	var summary []byte
	scalars := r.scalars()
	for _, tag := range slices.Sorted(maps.Keys(scalars)) {
		v := protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), tag)
		v = protowire.AppendTag(v, 2, protowire.Fixed32Type)
		v = protowire.AppendFixed32(v, math.Float32bits(float32(scalars[tag])))
		summary = protowire.AppendBytes(protowire.AppendTag(summary, 1, protowire.BytesType), v)
	}
	return protowire.AppendBytes(protowire.AppendTag(b, 5, protowire.BytesType), summary)
}

// scalars returns the record's figures by tag.
func (r Record) scalars() map[string]float64 {
	all := map[string]float64{}
	for name, v := range r.Metrics {
		all[r.Kind+"/"+name] = v
	}
	if r.Kind != KindTrain {
		return all
	}
	all["train/loss"], all["train/norm"], all["train/rate"] = float64(r.Loss), float64(r.Norm), r.Rate
	for kind, v := range r.Losses {
		all["train/loss/"+kind] = float64(v)
	}
	return all
}
