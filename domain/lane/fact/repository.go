package fact

import (
	"encoding/json"
	"strings"

	"github.com/clawable/claw/domain"
)

// Printed is how many digits of a commit's name git prints at least.
const Printed = 7

// Moved is a ref of a remote, as a clone follows it (refs/remotes/…), and the commit at which it arrived.
type Moved struct {
	Ref domain.Ref      `json:"ref"`
	New domain.CommitID `json:"new"`
}

func (f *Fact) readMove(data []byte) error {
	var p struct {
		Ref    domain.Ref      `json:"ref"`
		New    domain.CommitID `json:"new"`
		Remote domain.Remote   `json:"remote"`
	}
	err := json.Unmarshal(data, &p)
	if p.Remote != "" && strings.HasPrefix(string(p.Ref), "refs/remotes/") {
		f.Payload.Moved = Moved{p.Ref, p.New}
	}
	return err
}

// Shown returns the commit that a repository itself says it has, or that a ref of a remote came to; "" for
// what says neither, or is not trusted.
func (f *Fact) Shown() domain.CommitID {
	switch {
	case !f.Trusted():
	case f.Kind == domain.KindCommitObserved:
		return f.Commit
	case f.Kind == domain.KindRefMoved:
		return f.Payload.Moved.New
	}
	return ""
}
