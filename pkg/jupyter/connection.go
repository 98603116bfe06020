package jupyter

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jsonfile"
)

// The transports of [Config].
const (
	TCP = "tcp" // ports of the loopback interface
	IPC = "ipc" // Unix sockets in a folder that only this user may enter
)

// connection is the content of a connection file.
type connection struct {
	Transport       string `json:"transport"`
	IP              string `json:"ip"`
	ShellPort       int    `json:"shell_port"`
	IOPubPort       int    `json:"iopub_port"`
	StdinPort       int    `json:"stdin_port"`
	ControlPort     int    `json:"control_port"`
	HeartbeatPort   int    `json:"hb_port"`
	SignatureScheme string `json:"signature_scheme"`
	Key             string `json:"key"`
	KernelName      string `json:"kernel_name"`

	dir string // temporary folder that holds the file
}

// readConnection reads a connection file as a kernel does.
func readConnection(path string) (*connection, error) {
	c := &connection{}
	data, err := atomicfile.ReadFile(path, atomicfile.Most)
	if err == nil {
		err = jsonfile.Unmarshal(data, c)
	}
	if err == nil && c.SignatureScheme != "" && c.SignatureScheme != signatureScheme {
		err = fmt.Errorf("signature scheme %q, want %s", c.SignatureScheme, signatureScheme)
	}
	if err != nil {
		return nil, fmt.Errorf("jupyter: connection file %s: %w", filepath.Base(path), err)
	}
	return c, nil
}

const signatureScheme = "hmac-sha256"

// newConnection chooses ports and writes the connection file, readable by its owner only.
func newConnection(transport, kernel string, key []byte) (*connection, error) {
	c := &connection{
		Transport: transport, SignatureScheme: signatureScheme, Key: string(key), KernelName: kernel,
	}
	// The system bounds the path of a socket, to 103 bytes at least: the folder for temporary
	// files may be deeper.
	parent := os.TempDir()
	if transport == IPC && len(parent) > 103-len("/nbexec-4294967295/s-5") {
		parent = "/tmp"
	}
	var err error
	if c.dir, err = os.MkdirTemp(parent, "nbexec-"); err != nil {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	if err := c.fill(); err != nil {
		return nil, errors.Join(fmt.Errorf("jupyter: connection file: %w", err), c.remove())
	}
	return c, nil
}

func (c *connection) fill() error {
	ports := []*int{&c.ShellPort, &c.IOPubPort, &c.StdinPort, &c.ControlPort, &c.HeartbeatPort}
	if c.Transport == IPC {
		c.IP = filepath.Join(c.dir, "s")
		for i, p := range ports {
			*p = i + 1
		}
	} else {
		c.IP = "127.0.0.1"
		if err := freePorts(c.IP, ports); err != nil {
			return err
		}
	}
	data, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(c.path(), data, 0o600)
}

// freePorts finds ports on which nothing listens. All are held until the last is found, so
// they differ; between now and the kernel's own call another process may take one.
func freePorts(ip string, ports []*int) (err error) {
	var held []net.Listener
	for _, p := range ports {
		var l net.Listener
		if l, err = net.Listen("tcp", net.JoinHostPort(ip, "0")); err != nil {
			break
		}
		held = append(held, l)
		*p = l.Addr().(*net.TCPAddr).Port
	}
	for _, l := range held {
		err = errors.Join(err, l.Close())
	}
	return err
}

// path has the form in which some kernels look for their id.
func (c *connection) path() string {
	return filepath.Join(c.dir, "kernel-"+filepath.Base(c.dir)[len("nbexec-"):]+".json")
}

func (c *connection) remove() error { return os.RemoveAll(c.dir) }

// address returns what to dial for a port.
func (c *connection) address(port int) (network, address string) {
	if c.Transport == IPC {
		return "unix", c.IP + "-" + strconv.Itoa(port)
	}
	return "tcp", net.JoinHostPort(c.IP, strconv.Itoa(port))
}
