// Package kerneltest is a Jupyter kernel for tests, with faults on demand. It speaks the protocol
// by zmq4 and by its own reading of the messages, and shares nothing with package jupyter, which it
// is to test.
//
// A test binary runs itself again as the kernel: its TestMain calls [Serve] when [Requested]
// says so, and [Install] writes a kernelspec that points to the binary.
//
//	func TestMain(m *testing.M) {
//		if kerneltest.Requested() {
//			os.Exit(kerneltest.Serve())
//		}
//		os.Exit(m.Run())
//	}
//
// The kernel's language has one command a line:
//
//	print TEXT, stderr TEXT    output on a stream (\n, \r, \t and \e are escapes)
//	result TEXT                the cell's result
//	display ID TEXT            data with a display id ("-" for none)
//	update ID TEXT             new data for a display id
//	clear, clear wait          take the outputs away, now or at the next
//	error NAME TEXT            raise an error; the rest is not executed
//	replyerror NAME TEXT       an error in the reply only
//	sleep TIME                 wait; an interrupt raises KeyboardInterrupt
//	hang                       wait and heed no interrupt
//	die STATUS                 end the process; status -9 by SIGKILL
//	flood BYTES                that much output, in chunks of 64 KiB
//	endless                    output without end, heeding no interrupt
//	big BYTES                  one message of that size
//	ask PROMPT                 ask a question and print the answer
//	spawn                      start a process in a new session, print its number
//	child                      start a process in the kernel's group, print its number
//	badsign                    a message with a wrong signature
//	garbage                    a message without the parts of one
//	strayidle                  "idle" for a request that no client made
//	replyfirst                 reply before the outputs that follow
//	noidle, noreply            leave out what ends the cell
//	status TEXT                reply with this status
//	env NAME                   print an environment variable
//	cwd                        print the working folder
//	pid                        print the process's number
//	mode                       print the permissions of the connection file
//
// Its code for messages and signatures is its own and shares nothing with what it tests; only
// the sockets are of the same library. What it does not do: anything but these.
package kerneltest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Modes of the kernel as a whole, for [Install].
const (
	Normal         = "normal"
	Silent         = "silent"          // answers nothing
	Mute           = "mute"            // publishes nothing
	DiesAtStart    = "dies"            // writes a line to its terminal and ends
	PortTaken      = "port-taken"      // the first start says that a port is taken and ends
	IgnoresEnd     = "ignores-end"     // neither shutdown_request nor SIGTERM ends it
	OldProtocol    = "old-protocol"    // speaks 4.1
	IgnoresSIGINT  = "ignores-sigint"  // no interrupt reaches it
	BadSignatures  = "bad-signatures"  // signs everything with another key
	LateSubscriber = "late-subscriber" // takes the subscription in after a while
)

const variable = "NBEXEC_TEST_KERNEL"

// Requested says whether this process is to be the kernel.
func Requested() bool { return os.Getenv(variable) != "" }

// Install writes a kernelspec of the name into a folder of kernelspecs.
func Install(dir, name, mode, interruptMode string) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	spec, err := json.Marshal(map[string]any{
		"argv": []string{exe, "{connection_file}"}, "display_name": "Test " + name, "language": "python",
		"interrupt_mode": interruptMode,
		"env":            map[string]string{variable: mode, "NBEXEC_TEST_SPEC": "of ${PATH_SEPARATOR_TEST}"},
	})
	if err != nil {
		return err
	}
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(path, "kernel.json"), spec, 0o600)
}

// Serve runs the kernel until it is shut down, and returns the status to exit with. The
// connection file is the last argument of the process.
func Serve() int {
	path := os.Args[len(os.Args)-1]
	mode := os.Getenv(variable)
	switch mode {
	case DiesAtStart:
		fmt.Fprintln(os.Stderr, "no such module")
		return 3
	case PortTaken:
		mark := filepath.Join(os.Getenv("NBEXEC_TEST_DIR"), "started")
		if _, err := os.Stat(mark); err != nil {
			_ = os.WriteFile(mark, nil, 0o600)
			fmt.Fprintln(os.Stderr, "bind: address already in use")
			return 1
		}
	}
	k, err := listen(path, mode)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return k.serve()
}

type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

// request is a message from the client.
type request struct {
	route   [][]byte
	header  header
	raw     []byte // the header as it came
	content []byte
}

func sign(key []byte, parts [][]byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, p := range parts {
		mac.Write(p)
	}
	return []byte(hex.EncodeToString(mac.Sum(nil)))
}

// parse reads a request and refuses a wrong signature.
func parse(key []byte, frames [][]byte) (*request, error) {
	for i, f := range frames {
		if string(f) != "<IDS|MSG>" || len(frames) < i+6 {
			continue
		}
		if got, want := string(frames[i+1]), string(sign(key, frames[i+2:i+6])); got != want {
			return nil, fmt.Errorf("signature %s, want %s", got, want)
		}
		r := &request{route: frames[:i], raw: frames[i+2], content: frames[i+5]}
		return r, json.Unmarshal(r.raw, &r.header)
	}
	return nil, fmt.Errorf("%d frames without a delimiter", len(frames))
}
