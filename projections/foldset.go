package projections

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

// Fold is one projection whose state is a map of entities E; D is what it reads
// of a payload.
type Fold[E, D any] struct {
	Name    string
	Version int
	// Key names the entity that an event is about, "" for none.
	Key func(*domain.Event) string
	// Read decodes what the fold needs. An error means that the payload is not what
	// its kind says; the event is then nothing to the fold.
	Read func(*domain.Event) (D, error)
	// Apply adds an event to its entity. It is total.
	Apply func(*E, *domain.Event, D)
}

// The folds. A version rises with every change of what a state holds.
var (
	Sessions  = Fold[sessions.Session, sessions.Data]{"sessions", 9, sessions.Key, sessions.Read, sessions.Apply}
	Messages  = Fold[Message, messageData]{"messages", 2, messageKey, readMessage, applyMessage}
	ToolCalls = Fold[tools.Tool, tools.Data]{"tools", 3, tools.Key, tools.Read, tools.Apply}
	Usage     = Fold[Response, usageData]{"usage", 4, usageKey, readUsage, applyUsage}
	Failures  = Fold[Failure, failureData]{"errors", 3, failureKey, readFailure, applyFailure}
	Approvals = Fold[Approval, approvalData]{"approvals", 4, approvalKey, readApproval, applyApproval}
	Ships     = Fold[Ship, domain.ShipPayload]{"ships", 2, shipKey, readShip, applyShip}
	Commits   = Fold[Commit, commitData]{"commits", 2, commitKey, readCommit, applyCommit}
)

// EntityMap holds the entities of one fold.
type EntityMap[E any] interface {
	// Take returns the entity of a key, a zero one when there is none, for the
	// caller to change before the next call.
	Take(key string) (*E, error)
}

// FoldSet is where the folds write.
type FoldSet struct {
	Sessions EntityMap[sessions.Session]
	Messages EntityMap[Message]
	Tools    EntityMap[tools.Tool]
	Usage    EntityMap[Response]
	Failures EntityMap[Failure]
	// Approvals has every request, whatever the sort of its source, so that none can
	// be hidden.
	Approvals EntityMap[Approval]
	Ships     EntityMap[Ship]
	Commits   EntityMap[Commit]
	Lanes     LaneBook
	// Park notes an event that was set aside.
	Park func(domain.Position, Parked) error
	fact fact.Fact // of the current event
}

// Apply feeds one event to all folds. Its errors are those of the entity maps. An
// event that this program does not understand is parked; the outcome rule still
// receives it, because a doubt may follow from it. No fold receives an event that
// another edition replaced.
func (b *FoldSet) Apply(o Options, e *domain.Event) error {
	if e.Replaced {
		return nil
	}
	bad, err := b.fileLane(e)
	if err != nil {
		return err
	}
	if note, aside := park(e); aside {
		return b.Park(e.Position, note)
	}
	if _, err := apply(&Approvals, b.Approvals, e); err != nil {
		return err
	}
	if o.Counts(e.Source.Kind) {
		spoiled, err := b.applyFacts(e)
		if err != nil {
			return err
		}
		bad = bad || spoiled
	}
	if bad {
		return b.Park(e.Position, parked(e, ParkBadData))
	}
	return nil
}

// applyFacts reports bad when one of the folds could not read the payload.
func (b *FoldSet) applyFacts(e *domain.Event) (bad bool, err error) {
	bad, err = apply(&Sessions, b.Sessions, e)
	for _, fold := range [...]func(*FoldSet, *domain.Event) (bool, error){applyMessages, applyTools, applyResponses, applyFailures, applyShips, applyCommits, applyRewritten} {
		if err != nil {
			return false, err
		}
		var spoiled bool
		spoiled, err = fold(b, e)
		bad = bad || spoiled
	}
	return bad, err
}

func applyMessages(b *FoldSet, e *domain.Event) (bool, error)  { return apply(&Messages, b.Messages, e) }
func applyTools(b *FoldSet, e *domain.Event) (bool, error)     { return apply(&ToolCalls, b.Tools, e) }
func applyResponses(b *FoldSet, e *domain.Event) (bool, error) { return apply(&Usage, b.Usage, e) }
func applyFailures(b *FoldSet, e *domain.Event) (bool, error)  { return apply(&Failures, b.Failures, e) }
func applyShips(b *FoldSet, e *domain.Event) (bool, error)     { return apply(&Ships, b.Ships, e) }
func applyCommits(b *FoldSet, e *domain.Event) (bool, error)   { return apply(&Commits, b.Commits, e) }

// applyRewritten records each commit that git made in the place of others of these.
func applyRewritten(b *FoldSet, e *domain.Event) (bad bool, err error) {
	rewritten, err := readRewritten(e)
	if err != nil {
		return true, nil
	}
	for _, r := range rewritten {
		c, err := b.Commits.Take(string(r.New))
		if err != nil {
			return false, err
		}
		c.Instead = values.AddText(c.Instead, string(r.Old))
	}
	return false, nil
}

func apply[E, D any](f *Fold[E, D], entities EntityMap[E], e *domain.Event) (bad bool, err error) {
	key := f.Key(e)
	if key == "" {
		return false, nil
	}
	data, err := f.Read(e)
	if err != nil {
		return true, nil
	}
	entity, err := entities.Take(key)
	if err != nil {
		return false, err
	}
	f.Apply(entity, e, data)
	return false, nil
}
