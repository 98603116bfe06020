package gpuqueue

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// GLIBCFloor is the oldest glibc that a carried binary must start on.
const GLIBCFloor = "2.31"

// MaxBinaryBytes is what a carried binary may weigh: all that travels is limited to
// 64 MiB, and the sources travel too.
const MaxBinaryBytes = 48 << 20

// CheckBinary reports why a program cannot be carried to another Linux machine: not
// an x86-64 ELF file, too large, or linked against functions newer than glibc
// [GLIBCFloor]. It returns the newest glibc that the program asks for, "" if it
// asks for none (it is static).
func CheckBinary(path string) (glibc string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("gpuqueue: %w", err)
	}
	f, err := elf.Open(path)
	if err != nil {
		return "", fmt.Errorf("gpuqueue: %s: not an ELF file: %w", path, err)
	}
	defer func() { _ = f.Close() }()
	if f.Machine != elf.EM_X86_64 {
		return "", fmt.Errorf("gpuqueue: %s: built for %v, want x86-64", path, f.Machine)
	}
	needs, err := f.DynamicVersionNeeds()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return "", fmt.Errorf("gpuqueue: %s: %w", path, err)
	}
	for _, lib := range needs {
		for _, v := range lib.Needs {
			if version, ok := strings.CutPrefix(v.Dep, "GLIBC_"); ok && newer(version, glibc) {
				glibc = version
			}
		}
	}
	if newer(glibc, GLIBCFloor) {
		return glibc, fmt.Errorf("gpuqueue: %s: needs glibc %s, want %s or older: build it as `make gpu-binary` does", path, glibc, GLIBCFloor)
	}
	if info.Size() > MaxBinaryBytes {
		return glibc, fmt.Errorf("gpuqueue: %s: %d bytes, want at most %d", path, info.Size(), MaxBinaryBytes)
	}
	return glibc, nil
}

// newer compares versions such as 2.3.2 and 2.31 part by part; "" is the oldest.
// A version that is no number (GLIBC_PRIVATE) counts as newest: nobody promises it.
func newer(a, b string) bool {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(as), len(bs)) {
		x, y := part(as, i), part(bs, i)
		if x != y {
			return x > y
		}
	}
	return false
}

func part(version []string, i int) int {
	if i >= len(version) || version[i] == "" {
		return -1
	}
	n, err := strconv.Atoi(version[i])
	if err != nil {
		return int(^uint(0) >> 1)
	}
	return n
}
