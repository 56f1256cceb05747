package eventlog

import (
	"crypto/sha256"

	"github.com/clawable/claw/domain"
)

// Tree hashes leaves in log order to the root of RFC 6962. The zero Tree is empty.
type Tree struct {
	size  uint64
	roots []domain.Digest // of the whole subtrees, the largest first
}

// Add adds the leaf of the next position.
func (t *Tree) Add(leaf domain.Digest) {
	for n := t.size; n&1 == 1; n >>= 1 {
		last := len(t.roots) - 1
		leaf, t.roots = node(t.roots[last], leaf), t.roots[:last]
	}
	t.roots = append(t.roots, leaf)
	t.size++
}

// Root is the hash of all leaves so far.
func (t *Tree) Root() domain.Digest {
	if t.size == 0 {
		return sha256.Sum256(nil)
	}
	last := len(t.roots) - 1
	root := t.roots[last]
	for i := last - 1; i >= 0; i-- {
		root = node(t.roots[i], root)
	}
	return root
}

func node(left, right domain.Digest) domain.Digest {
	var b [1 + 2*len(left)]byte
	b[0] = 1
	copy(b[1:], left[:])
	copy(b[1+len(left):], right[:])
	return sha256.Sum256(b[:])
}
