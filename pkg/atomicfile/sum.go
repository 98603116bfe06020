package atomicfile

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// SHA256 returns the SHA-256 of a regular file in hexadecimal digits, and how many bytes it has. It never waits, see [OpenRegular].
func SHA256(path string) (sum string, size int64, err error) {
	f, err := OpenRegular(path)
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	h := sha256.New()
	size, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), size, err
}
