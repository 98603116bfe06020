package nbkernel

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// connection is a Jupyter connection file.
type connection struct {
	Transport   string `json:"transport"`
	IP          string `json:"ip"`
	Key         string `json:"key"`
	Scheme      string `json:"signature_scheme"`
	ShellPort   int    `json:"shell_port"`
	IOPubPort   int    `json:"iopub_port"`
	StdinPort   int    `json:"stdin_port"`
	ControlPort int    `json:"control_port"`
	HBPort      int    `json:"hb_port"`
}

func readConnection(path string) (connection, error) {
	var c connection
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err == nil && c.Scheme != "" && c.Scheme != "hmac-sha256" {
		err = fmt.Errorf("signature scheme %q, want hmac-sha256", c.Scheme)
	}
	if err != nil {
		return c, fmt.Errorf("connection file %s: %w", filepath.Base(path), err)
	}
	return c, nil
}

// address returns the network and the address of a port.
func (c connection) address(port int) (network, address string) {
	if c.Transport == "ipc" {
		return "unix", c.IP + "-" + strconv.Itoa(port)
	}
	return "tcp", net.JoinHostPort(c.IP, strconv.Itoa(port))
}

// header is the header of a message.
type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

const protocolVersion = "5.3"

func newHeader(session, kind string) header {
	return header{ID: rand.Text(), Session: session, Username: "kernel", Date: time.Now().UTC().Format(time.RFC3339Nano), Type: kind, Version: protocolVersion}
}

var delimiter = []byte("<IDS|MSG>")

// message is a Jupyter message; what precedes the delimiter is left to the sockets.
type message struct {
	header  header
	raw     json.RawMessage // of the header, for the replies' parent
	content json.RawMessage
}

var errSignature = errors.New("a message with a wrong signature")

func (c connection) sign(parts [][]byte) []byte {
	if c.Key == "" {
		return nil
	}
	mac := hmac.New(sha256.New, []byte(c.Key))
	for _, p := range parts {
		mac.Write(p)
	}
	return []byte(hex.EncodeToString(mac.Sum(nil)))
}

func (c connection) decode(frames [][]byte) (message, error) {
	for i, f := range frames {
		if !bytes.Equal(f, delimiter) || len(frames) < i+6 {
			continue
		}
		parts := frames[i+2 : i+6]
		if !hmac.Equal(c.sign(parts), frames[i+1]) {
			return message{}, errSignature
		}
		m := message{raw: parts[0], content: parts[3]}
		return m, json.Unmarshal(parts[0], &m.header)
	}
	return message{}, errors.New("no Jupyter message")
}

// encode returns a message's frames. parent is the raw header of the request it answers, nil
// for a request.
func (c connection) encode(h header, parent json.RawMessage, content any) ([][]byte, error) {
	if parent == nil {
		parent = json.RawMessage("{}")
	}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(content)
	if err != nil {
		return nil, err
	}
	parts := [][]byte{head, parent, []byte("{}"), body}
	return append([][]byte{delimiter, c.sign(parts)}, parts...), nil
}
