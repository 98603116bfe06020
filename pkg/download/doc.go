// Package download brings a file from an address to a name, whole or not at all, and continues
// where an earlier call was interrupted.
//
//	err := download.File(ctx, download.Request{URL: address, Verify: verify}, "data/set.gz", download.Options{Limit: 1 << 30})
//	if err != nil { … } // there is no data/set.gz then, or the old one
//
// Bytes arrive in NAME.part, with a note NAME.part.json of where they come from. After an
// interruption both stay, and the next call asks the server for the rest by a Range request with
// If-Range, so that a server whose file has changed sends it whole. A server that gives neither a
// strong ETag nor a date is asked to continue only where Verify can tell a mixture of two versions
// ([Request.Hashed]). The name appears only after Verify accepted the bytes; after it refused them
// nothing is left. A part that came out wrong is fetched once more from its beginning, because the
// fault may lie in the bytes of the earlier run.
//
// Invariants: nothing is written but NAME and files whose names begin with NAME.part, and no
// planted link is followed. One process at a time fetches to a name; another one is refused.
//
// Cost: the transfer, and one pass of Verify over the file. There is no time limit on the whole:
// a transfer ends when nothing arrived for [Options.Stall].
//
// What it does not do: a failed transfer is not tried again within a call, and no more than one
// file is fetched at a time.
package download
