package ship

import (
	"strings"
	"time"

	"github.com/clawable/claw/domain"
)

// Move is the change of a ref of a repository from one commit to another: it identifies a ship,
// whichever emitter reports it.
type Move struct {
	Repo     domain.RepoID
	Ref      domain.Ref      // of the target repository, as in "refs/heads/main"
	Old, New domain.CommitID // Old is zeros, or "", for a new ref
}

// Stream is the stream of the ship: its ULID derives from the move.
func (m Move) Stream() domain.StreamID {
	return domain.StreamID{Family: domain.FamilyShip, ULID: domain.Derive(time.Time{}, m.parts("ship")...)}
}

// Provenance is the id of the event that records what the ship brought. A ship has one, so that
// the first emitter that records it is the one that counts.
func (m Move) Provenance() domain.EventID { return m.event() }

// Rewriting is the id of the event that says that the move replaced history.
func (m Move) Rewriting() domain.EventID { return m.event(partRewritten) }

// event is the id of what is recorded once about the move; part distinguishes what is not the
// provenance of all that it brought.
func (m Move) event(part ...string) domain.EventID {
	return domain.EventID(domain.Derive(time.Time{}, append(m.parts("claw/ship"), part...)...))
}

// scanRevision is the revision of what a scan records about what a step brought. From 2 on the
// role of commits is unknown, as it was not stated what was meant, and objects show a path only
// where they do.
const scanRevision = 2

// scanned returns the id under which a scan records what the move brought, and the id that this
// had at revision 1.
func (m Move) scanned(part ...string) (id, first domain.EventID) {
	return m.event(domain.RevisedPart(strings.Join(part, ""), scanRevision)), m.event(part...)
}

// ScanCorrects reports whether a scan recorded what the move brought by an event before its
// rules were corrected, and records it anew.
func (m Move) ScanCorrects(told domain.EventID) bool {
	return told == m.event() || told == m.event(partPartial)
}

// normal is the move with one name for no commit, in whatever length it was written.
func (m Move) normal() Move {
	if isZero(m.Old) {
		m.Old = zeros
	}
	if isZero(m.New) {
		m.New = zeros
	}
	return m
}

// parts are what ids derive from.
func (m Move) parts(of string) []string {
	m = m.normal()
	return []string{of, string(m.Repo), string(m.Ref), string(m.Old), string(m.New)}
}
