package record

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
)

// SameMachine reports whether times of the two records may be compared: both were
// taken on the same machine, as far as their provenance tells, with the same number of cores and
// the same toolchain. Records made before machines had their own marks are told apart by
// processor, system and cores alone.
func (p Provenance) SameMachine(q Provenance) bool {
	if p.Machine != "" && q.Machine != "" && p.Machine != q.Machine {
		return false
	}
	return p.CPU == q.CPU && p.OS == q.OS && p.Arch == q.Arch && p.Cores == q.Cores && p.Go == q.Go
}

// Hardware names the machine for people: processor, cores, system.
func (p Provenance) Hardware() string {
	return fmt.Sprintf("%s, %s, %s/%s", cmp.Or(p.CPU, "unknown processor"), p.CoresText(), p.OS, p.Arch)
}

// CoresText is the number of cores with its unit.
func (p Provenance) CoresText() string {
	if p.Cores == 1 {
		return "1 core"
	}
	return fmt.Sprintf("%d cores", p.Cores)
}

// machineMark returns a mark by which records of this machine are told from those of another with
// the same processor: a keyed hash of the system's own id, from which the id cannot be had back.
// It is empty where the system has none.
func machineMark(files ...string) string {
	for _, name := range files {
		id, err := os.ReadFile(name)
		if text := strings.TrimSpace(string(id)); err == nil && text != "" && text != "uninitialized" {
			mac := hmac.New(sha256.New, []byte("sudokulab record provenance"))
			mac.Write([]byte(text))
			return hex.EncodeToString(mac.Sum(nil)[:6])
		}
	}
	return ""
}
