package tracking

import (
	"context"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// Novelty classifies what a filing is about.
type Novelty string

// The novelties.
const (
	NoveltyNew    Novelty = "new"
	NoveltyKnown  Novelty = "known"      // the gap was filed before
	NoveltyReturn Novelty = "came_again" // it was filed before, and is closed
)

// Enum lists the values.
func (Novelty) Enum() []string {
	return []string{string(NoveltyNew), string(NoveltyKnown), string(NoveltyReturn)}
}

// Filed is a filing in the log.
type Filed struct {
	Pinpoint domain.StreamID // of this filing
	Novelty  Novelty
	Done
}

// File files a gap under its own id. A gap that was filed before remains one item, which the result
// contains; the new evidence is stored.
//
// Errors: kind usage for a filing without a title; those of the log.
func (t *Tracker) File(ctx context.Context, p *domain.PinpointFiled) (Filed, error) {
	if p.Title.IsZero() {
		return Filed{}, domain.Usage("file pinpoint", "title", "a gap needs a title")
	}
	clean, _ := t.Op.Scrub.Text(p.ErrorSignature) // before it is reduced: half a secret is not recognized
	p.ErrorSignature = pinpoint.Signature(clean)
	stream := domain.StreamID{Family: domain.FamilyPinpoint, ULID: t.Op.NewID()}
	done, err := t.decide(ctx, stream, subjectOf(p.Lane), func(*State) (domain.PinpointPayload, []domain.EventID, error) { return p, nil, nil })
	if err != nil {
		return Filed{}, err
	}
	f := Filed{Pinpoint: stream, Novelty: NoveltyNew, Done: done}
	switch {
	case done.Item.Closed():
		f.Novelty = NoveltyReturn
	case len(done.Item.Filings) > 1:
		f.Novelty = NoveltyKnown
	}
	return f, nil
}

func subjectOf(lane domain.LaneID) (s domain.Subject) {
	if lane != "" {
		s.Lane = domain.Known(lane)
	}
	return s
}

// Attach adds a piece of evidence to an item. Its preview is cut to [pinpoint.MostPreview] bytes.
//
// Errors: kind usage for a reference to nothing; kind not_found for an event that the log does not
// hold; those of the log.
func (t *Tracker) Attach(ctx context.Context, item *pinpoint.Item, role domain.EvidenceRole, ref domain.EvidenceRef) (Done, error) {
	preview := ref.Preview
	ref.Preview = domain.Text{}
	if ref == (domain.EvidenceRef{}) {
		return Done{}, domain.Usage("attach evidence", item.Pinpoint.String(), "evidence is a reference: an event, a session, a commit, a path or a URL")
	}
	if !ref.Event.IsZero() {
		if _, err := t.Log.Get(ctx, ref.Event); err != nil {
			return Done{}, err
		}
	}
	if !preview.IsZero() {
		clean, _ := t.Op.Scrub.Text(preview.Preview()) // before it is cut: half a secret is not recognized
		ref.Preview = pinpoint.Bounded(domain.TextOf(clean))
	}
	return t.decide(ctx, item.Pinpoint, domain.Subject{}, func(*State) (domain.PinpointPayload, []domain.EventID, error) {
		return &domain.PinpointEvidenceAttached{Role: role, Ref: ref}, nil, nil
	})
}

// Rank changes how urgent an item is, in the members that ranking states.
//
// Errors: kind usage for a ranking that states nothing; kind conflict for one that changes nothing;
// those of the log.
func (t *Tracker) Rank(ctx context.Context, item *pinpoint.Item, ranking domain.Ranking, note string) (Done, error) {
	if ranking.Priority == "" && ranking.Severity == "" && ranking.Harm == "" && len(ranking.Reasons) == 0 {
		return Done{}, domain.Usage("rank pinpoint", item.Pinpoint.String(), "say a priority, a severity, a harm or a reason")
	}
	return t.decide(ctx, item.Pinpoint, domain.Subject{}, func(s *State) (domain.PinpointPayload, []domain.EventID, error) {
		now := s.Of(item.Pinpoint)
		if ranks(&now.Ranking, &ranking) {
			return nil, nil, said("rank pinpoint", now, "has this rank")
		}
		return &domain.PinpointPrioritized{Ranking: ranking, Note: domain.TextOf(note)}, record.Caused(now.RankedBy), nil
	})
}

// ranks reports whether a rank is what ranking states.
func ranks(have, ranking *domain.Ranking) bool {
	same := func(have, want string) bool { return want == "" || have == want }
	if !same(string(have.Priority), string(ranking.Priority)) || !same(string(have.Severity), string(ranking.Severity)) || !same(string(have.Harm), string(ranking.Harm)) {
		return false
	}
	if len(ranking.Reasons) == 0 {
		return true
	}
	if len(ranking.Reasons) != len(have.Reasons) {
		return false
	}
	for i := range have.Reasons {
		if have.Reasons[i] != ranking.Reasons[i] {
			return false
		}
	}
	return true
}

// said returns the refusal of a decision that changes nothing.
func said(operation string, item *pinpoint.Item, what string) error {
	return &domain.Error{Kind: domain.ErrConflict, Operation: operation, Target: item.Pinpoint.String(), Message: what + " already: nothing was recorded",
		Hint: "look at how the pinpoint stands"}
}
