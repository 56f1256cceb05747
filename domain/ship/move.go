package ship

import (
	"time"

	"github.com/clawable/claw/domain"
)

// Move is a ref of a repository going from one commit to another: what a ship is known
// by, whoever tells of it.
type Move struct {
	Repo     domain.RepoID
	Ref      domain.Ref      // of the target repository, as in "refs/heads/main"
	Old, New domain.CommitID // Old is zeros, or "", for a new ref
}

// Stream is the stream of the ship: its ULID derives from the move.
func (m Move) Stream() domain.StreamID {
	return domain.StreamID{Family: domain.FamilyShip, ULID: domain.Derive(time.Time{}, m.parts("ship")...)}
}

// Provenance is the id of the event that says what the ship brought. A ship has one,
// so that whoever tells it first is the one who is heard.
func (m Move) Provenance() domain.EventID {
	return domain.EventID(domain.Derive(time.Time{}, m.parts("claw/ship")...))
}

// parts are what ids derive from. No commit has one name, in whatever length it is written.
func (m Move) parts(of string) []string {
	old, new := m.Old, m.New
	if isZero(old) {
		old = zeros
	}
	if isZero(new) {
		new = zeros
	}
	return []string{of, string(m.Repo), string(m.Ref), string(old), string(new)}
}
