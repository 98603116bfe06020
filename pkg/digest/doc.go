// Package digest computes SHA-256 (FIPS 180-4) in plain Go.
//
//	sum := digest.SHA256([]byte("abc")) // ba7816bf…
//
// It exists for programs that browsers download: the standard library's crypto/sha256 brings ciphers, other hashes and their
// self-tests with it, which a program cannot leave out and which are larger than some engines of the lab. Elsewhere the
// standard library is faster and right to use; a test holds the two together.
package digest
