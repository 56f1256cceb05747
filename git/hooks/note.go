package githooks

import (
	"strings"

	"github.com/clawable/claw/domain"
)

// Note is what the pre-push hook wrote for the hooks that follow in the same git process:
//
//	REMOTE
//	LOCAL-REF NEW REMOTE-REF OLD      a line for each ref, as git passes it to the hook
//
// It records what is about to be pushed, not whether the push succeeded.
type Note struct {
	Remote string // its name, or the URL that was pushed to
	Refs   []NotedRef
}

// NotedRef is a ref that is about to go.
type NotedRef struct {
	From     domain.Ref // "" for a commit that was named otherwise
	Ref      domain.Ref // of the remote
	Old, New domain.CommitID
}

// ParseNote reads a note; lines that are none are passed over.
func ParseNote(text string) (n Note) {
	remote, rest, _ := strings.Cut(text, "\n")
	n.Remote = remote
	for line := range strings.Lines(rest) {
		words := strings.Fields(line)
		if len(words) != 4 || !isName(words[1]) || !isName(words[3]) {
			continue
		}
		r := NotedRef{Ref: domain.Ref(words[2]), New: domain.CommitID(words[1]), Old: domain.CommitID(words[3])}
		if strings.HasPrefix(words[0], "refs/") {
			r.From = domain.Ref(words[0])
		}
		n.Refs = append(n.Refs, r)
	}
	return n
}

// Moved is a ref of this repository that git moved, as its reference-transaction hook
// reports.
type Moved struct {
	Ref domain.Ref
	New domain.CommitID
}

// ParseMoved reads lines "OLD NEW REF"; other lines are skipped. The old value is left
// out: git reports zeros when it did not look it up.
func ParseMoved(text string) (moved []Moved) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 3 && isName(words[0]) && isName(words[1]) && strings.HasPrefix(words[2], "refs/") {
			moved = append(moved, Moved{Ref: domain.Ref(words[2]), New: domain.CommitID(words[1])})
		}
	}
	return moved
}

// isName reports whether a word is the name of an object: hex digits, as many as a hash of
// git has.
func isName(word string) bool {
	return (len(word) == 40 || len(word) == 64) && strings.Trim(word, "0123456789abcdef") == ""
}

// NotePrefix begins the names of notes; the number of the process that pushes follows.
const NotePrefix = "claw-push."

// Of finds the entry of a note about a remote-tracking ref; false when the ref was not to be pushed.
func (n Note) Of(m Moved) (NotedRef, bool) {
	branch, follows := strings.CutPrefix(string(m.Ref), "refs/remotes/"+n.Remote+"/")
	for _, r := range n.Refs {
		if follows && string(r.Ref) == "refs/heads/"+branch && r.New == m.New {
			return r, true
		}
	}
	return NotedRef{}, false
}
