package cspdesign

// nPeers is the number of peers of a cell: eight in its row, eight in its column, four more
// in its box.
const nPeers = 20

// peerTable holds the peers of each cell in rising order, worked out once: what the document
// calls the constraint graph.
type peerTable [cells][nPeers]uint8

func newPeerTable() *peerTable {
	var t peerTable
	for cell := range t {
		t[cell] = peersOf(uint8(cell))
	}
	return &t
}

// peerSource is where the solver on sets asks for peers. What it returns holds until the
// next request.
type peerSource interface {
	of(cell uint8) *[nPeers]uint8
}

func (t *peerTable) of(cell uint8) *[nPeers]uint8 { return &t[cell] }
