package reports

import "bytes"

// Ids that claw derives begin with zeros; of the rest people type at least so much.
const (
	derivedZeros = "0000000000"
	shortest     = 8
)

// ShortLane returns as much of the id of a lane as distinguishes it, without the zeros of a derived one. before and
// after are the ids next to it in their order, nil for none. It is a part of id.
func ShortLane(id, before, after []byte) []byte {
	zeros := len(id) - len(bytes.TrimPrefix(id, []byte(derivedZeros)))
	until := max(zeros+shortest, shared(id, before)+1, shared(id, after)+1)
	return id[zeros:min(until, len(id))]
}

// shared is the length of what two texts begin with.
func shared(a, b []byte) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
