package jupyter

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"sudokulab/pkg/jsonfile"
)

// Version is the version of the protocol that requests say they speak.
const Version = "5.3"

// Channel is one of a kernel's sockets.
type Channel string

// The channels that carry messages.
const (
	Shell   Channel = "shell"   // requests and replies, one after another
	Control Channel = "control" // interrupt and shutdown, past the queue
	Stdin   Channel = "stdin"   // questions to the person
	IOPub   Channel = "iopub"   // outputs and status
)

// Header says what a message is.
type Header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"` // ISO 8601
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

// Message is a message from a kernel, its signature checked.
type Message struct {
	Channel  Channel
	Header   Header
	Parent   Header // of the request that it belongs to; zero if none
	Metadata json.RawMessage
	Content  json.RawMessage
	Size     int // bytes on the wire
	// Cut is the size of a message that was larger than Config.MaxMessage; 0 for all others. Nothing
	// else is known of it but the channel: it was dropped as it came, and its signature not checked.
	Cut uint64

	head json.RawMessage // the header as it came: the parent of what answers the message
}

// maxDepth bounds how deep the lists and maps of a message nest.
const maxDepth = 1000

// Decode reads the content into v.
func (m *Message) Decode(v any) error { return m.decode(v, json.Unmarshal) }

// DecodeExact reads the content into v, and keeps numbers in lists and maps of anything as they are spelled.
func (m *Message) DecodeExact(v any) error {
	return m.decode(v, func(text []byte, v any) error {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		return d.Decode(v)
	})
}

func (m *Message) decode(v any, read func(text []byte, v any) error) error {
	err := jsonfile.Bounded(m.Content, maxDepth, jsonfile.Most)
	if err == nil {
		err = read(m.Content, v)
	}
	if err != nil {
		return fmt.Errorf("jupyter: %s: content of %s: %w", m.Channel, m.Header.Type, err)
	}
	return nil
}

// ErrSignature means that a message was not signed with the connection's key.
var ErrSignature = errors.New("message with a wrong signature")

const delimiter = "<IDS|MSG>"

// session signs and checks the messages of one connection. Several goroutines may use it.
type session struct {
	id, user string
	key      []byte // without one nothing is signed
	made     atomic.Uint64
}

func newSession(user string) *session {
	return &session{id: randomID(), user: user, key: []byte(randomID())}
}

// randomID returns 128 random bits as text.
func randomID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // crypto/rand does not fail
	return hex.EncodeToString(b[:])
}

func (s *session) sign(frames [][]byte) []byte {
	if len(s.key) == 0 {
		return nil
	}
	mac := hmac.New(sha256.New, s.key)
	for _, f := range frames {
		mac.Write(f)
	}
	return hex.AppendEncode(nil, mac.Sum(nil))
}

// header makes the header of a new message.
func (s *session) header(kind string) Header {
	return Header{
		ID: fmt.Sprintf("%s_%d", s.id, s.made.Add(1)), Session: s.id, Username: s.user,
		Date: time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"), Type: kind, Version: Version,
	}
}

// pack lays a message out in frames:
//
//	<IDS|MSG> | signature | header | parent header | metadata | content
//
// parent is nil for a message that answers none.
func (s *session) pack(h Header, parent json.RawMessage, content any) ([][]byte, error) {
	body := make([][]byte, 4)
	var err error
	if body[0], err = json.Marshal(h); err != nil {
		return nil, err
	}
	if body[1] = parent; parent == nil {
		body[1] = []byte("{}")
	}
	body[2] = []byte("{}")
	if body[3], err = json.Marshal(content); err != nil {
		return nil, fmt.Errorf("jupyter: content of %s: %w", h.Type, err)
	}
	return append([][]byte{[]byte(delimiter), s.sign(body)}, body...), nil
}

// unpack reads the frames of a message: anything before the delimiter is routing, anything
// after the content is binary data, which is dropped.
func (s *session) unpack(channel Channel, frames [][]byte) (*Message, error) {
	start := -1
	for i, f := range frames {
		if string(f) == delimiter {
			start = i
			break
		}
	}
	if start < 0 || len(frames) < start+6 {
		return nil, fmt.Errorf("jupyter: %s: message of %d frames without a header", channel, len(frames))
	}
	body := frames[start+2 : start+6]
	if !hmac.Equal(s.sign(body), frames[start+1]) {
		return nil, fmt.Errorf("jupyter: %s: %w", channel, ErrSignature)
	}
	m := &Message{Channel: channel, head: body[0], Metadata: body[2], Content: body[3]}
	for _, f := range frames {
		m.Size += len(f)
	}
	if err := json.Unmarshal(body[0], &m.Header); err != nil {
		return nil, fmt.Errorf("jupyter: %s: header: %w", channel, err)
	}
	if err := json.Unmarshal(body[1], &m.Parent); err != nil {
		return nil, fmt.Errorf("jupyter: %s: parent header of %s: %w", channel, m.Header.Type, err)
	}
	return m, nil
}
