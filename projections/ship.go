package projections

import (
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/values"
)

// Ship is what the events of one ship record, see [domain.ShipPayload]: of each kind
// the word that counts.
type Ship struct {
	First      values.Time                            `json:"first,omitzero"`
	Last       values.Time                            `json:"last,omitzero"`
	Prepared   ShipWord[domain.ShipPrepared]          `json:"prepared,omitzero"`
	Selected   ShipWord[domain.ShipCommitsSelected]   `json:"selected,omitzero"`
	Merged     ShipWord[domain.ShipMerged]            `json:"merged,omitzero"`
	Pushed     ShipWord[domain.ShipPushedMain]        `json:"pushed,omitzero"`
	Provenance ShipWord[domain.ShipProvenance]        `json:"provenance,omitzero"`
	Rewritten  ShipWord[domain.ShipRewritten]         `json:"rewritten,omitzero"`
	Unlogged   ShipWord[domain.ShipUnloggedPushFound] `json:"unlogged,omitzero"`
}

// ShipWord is an event and what it says; the zero one is no event's.
type ShipWord[P any] struct {
	Event domain.EventID `json:"event"`
	Rank  int            `json:"rank"`
	Says  P              `json:"says"`
}

// IsZero reports whether no event recorded it.
func (w ShipWord[P]) IsZero() bool { return w.Event.IsZero() }

// offer offers the word of an event: the word with the higher rank counts, then that
// with the least id.
func (w *ShipWord[P]) offer(e *domain.Event, rank int, says *P) {
	if w.IsZero() || rank > w.Rank || rank == w.Rank && e.ID.Compare(w.Event) < 0 {
		*w = ShipWord[P]{e.ID, rank, *says}
	}
}

// Target returns where the ship went, by the first event that states it in the order
// of the fields below.
func (s *Ship) Target() domain.ShipTarget {
	for _, t := range [...]domain.ShipTarget{s.Provenance.Says.ShipTarget, s.Pushed.Says.ShipTarget, s.Prepared.Says.ShipTarget,
		s.Rewritten.Says.ShipTarget, s.Unlogged.Says.ShipTarget} {
		if t.Repo != "" {
			return t
		}
	}
	return domain.ShipTarget{}
}

// Move is what the ship does: as it is recorded, otherwise as it was meant.
func (s *Ship) Move() (old, new domain.CommitID) {
	switch {
	case !s.Provenance.IsZero():
		return s.Provenance.Says.Old, s.Provenance.Says.New
	case !s.Pushed.IsZero():
		return s.Pushed.Says.Old, s.Pushed.Says.New
	case !s.Prepared.IsZero():
		return s.Prepared.Says.BaseCommit, s.Prepared.Says.HeadCommit
	case !s.Rewritten.IsZero():
		return s.Rewritten.Says.Old, s.Rewritten.Says.New
	}
	return s.Unlogged.Says.Old, s.Unlogged.Says.New
}

// Recorded reports whether the ship was recorded as it happened.
func (s *Ship) Recorded() bool {
	return !s.Pushed.IsZero() || !s.Provenance.IsZero() && s.Provenance.Says.Basis == domain.BasisRecorded
}

func shipKey(e *domain.Event) string {
	if e.Stream.Family != domain.FamilyShip {
		return ""
	}
	return e.Stream.ULID.String()
}

func readShip(e *domain.Event) (domain.ShipPayload, error) {
	info, _ := domain.LookupKind(e.Kind)
	if info.New == nil || e.Data == nil {
		return nil, nil
	}
	p, ok := info.New().(domain.ShipPayload)
	if !ok {
		return nil, nil
	}
	return p, json.Unmarshal(e.Data, p)
}

// How the words of one kind rank: a record of the push itself comes before what
// objects show, the whole before a part.
const (
	rankPart = iota
	rankWhole
	rankRecorded
)

func applyShip(s *Ship, e *domain.Event, p domain.ShipPayload) {
	at := values.TimeOf(e)
	values.Earliest(&s.First, at)
	values.Latest(&s.Last, at)
	switch p := p.(type) {
	case *domain.ShipPrepared:
		s.Prepared.offer(e, rankWhole, p)
	case *domain.ShipCommitsSelected:
		s.Selected.offer(e, rankWhole, p)
	case *domain.ShipMerged:
		s.Merged.offer(e, rankWhole, p)
	case *domain.ShipPushedMain:
		s.Pushed.offer(e, rankOfPush(p), p)
	case *domain.ShipProvenance:
		s.Provenance.offer(e, rankOfProvenance(p), p)
	case *domain.ShipRewritten:
		s.Rewritten.offer(e, rankWhole, p)
	case *domain.ShipUnloggedPushFound:
		s.Unlogged.offer(e, rankWhole, p)
	}
}

func rankOfPush(p *domain.ShipPushedMain) int {
	if p.Confirmed {
		return rankWhole
	}
	return rankPart
}

func rankOfProvenance(p *domain.ShipProvenance) int {
	switch {
	case p.Basis == domain.BasisRecorded:
		return rankRecorded
	case p.CommitsUnknown == "":
		return rankWhole
	}
	return rankPart
}
