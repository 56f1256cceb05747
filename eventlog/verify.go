package eventlog

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/seal"
)

// Level is the strength of a verification.
type Level string

// The levels. A log alone can only be self-consistent: truncation, rollback and
// replacement are excluded by something that is kept outside.
const (
	LevelDamaged        Level = "damaged"
	LevelSelfConsistent Level = "self_consistent"
	LevelSigned         Level = "signed"
	LevelAnchored       Level = "anchored"
)

// Damage is a place where a log contradicts itself.
type Damage struct {
	Position domain.Position
	ID       domain.EventID
	Message  string
}

// VerifyReport is what a verification found.
type VerifyReport struct {
	Level  Level
	Events int // that could be read
	Erased int // whose data were overwritten for good
	Head   domain.Position
	LogID  string
	Root   domain.Digest // of the leaves of the events that could be read, see [Tree]
	Damage []Damage
}

// Inspector is an engine that can look at its own files beneath the events.
type Inspector interface {
	// Inspect calls found for each place where the engine's files contradict themselves.
	//
	// Errors: ctx's error; those of reading the files, [ErrCorrupt] for damage that ends the
	// inspection.
	Inspect(ctx context.Context, found func(Damage)) error
}

// DamageKeeper is an engine that keeps in mind what was found wrong with a log, and takes no
// appends from then on.
type DamageKeeper interface {
	// KeepDamage notes what a whole verification found, durable across processes; nothing found
	// takes an earlier note back. It does nothing for a log that this process may not write.
	//
	// Errors: those of the operating system.
	KeepDamage(found []Damage) error
}

// Limited is an engine that can open a log which it may read and not write.
type Limited interface {
	// Limit returns why no append is possible with this claw and these permissions, however the
	// log was opened; nil when nothing prevents it.
	Limit() error
}

// Verify reads a whole log and checks each event against its seal and against the
// others: data against data_digest, canonical form, positions, revisions, ids,
// the log's clock, log.opened at the begin, and what each log.admitted says against its causes.
//
// Errors: those of Read other than [ErrCorrupt], which is damage.
func Verify(ctx context.Context, log Log) (*VerifyReport, error) {
	v := newVerifier(log.Capabilities())
	for e, err := range ReadPast(ctx, log, Query{}) {
		switch {
		case err == nil:
			v.event(&e)
		case errors.Is(err, ErrCorrupt):
			at, _ := DamagedAt(err)
			v.damaged(at)
			v.report.Damage = append(v.report.Damage, Damage{Position: at, Message: message(err)})
		default:
			return nil, err
		}
	}
	if engine, ok := log.(Inspector); ok {
		err := engine.Inspect(ctx, func(d Damage) { v.report.Damage = append(v.report.Damage, d) })
		switch {
		case errors.Is(err, ErrCorrupt):
			at, _ := DamagedAt(err)
			v.report.Damage = append(v.report.Damage, Damage{Position: at, Message: message(err)})
		case err != nil:
			return nil, err
		}
	}
	v.report.Level, v.report.Root = LevelSelfConsistent, v.tree.Root()
	if len(v.report.Damage) > 0 {
		v.report.Level = LevelDamaged
	}
	return v.report, nil
}

func message(err error) string {
	var e *domain.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return err.Error()
}

// verifier holds what an event is compared with.
type verifier struct {
	report    *VerifyReport
	can       Capabilities
	revisions map[domain.StreamID]domain.Revision
	ids       map[domain.EventID]domain.Position
	at        domain.Position
	recorded  time.Time
	// lost reports that an event before could not be read: its revision, id and time are not
	// known.
	lost bool
	tree Tree
}

func newVerifier(can Capabilities) *verifier {
	return &verifier{report: &VerifyReport{Damage: []Damage{}}, can: can,
		revisions: map[domain.StreamID]domain.Revision{}, ids: map[domain.EventID]domain.Position{}}
}

func (v *verifier) damaged(at domain.Position) {
	v.lost = true
	if at.After(v.at) {
		v.at = at
	}
}

func (v *verifier) event(e *domain.Event) {
	v.report.Events++
	if v.report.Events == 1 && !v.lost {
		v.first(e)
	}
	v.tree.Add(seal.Leaf(e))
	v.seal(e)
	v.place(e)
	v.admission(e)
	v.at, v.recorded, v.report.Head = e.Position, e.RecordedAt, e.Position
}

func (v *verifier) first(e *domain.Event) {
	v.report.LogID = seal.Leaf(e).String()
	if e.Kind != (domain.LogOpened{}).Kind() {
		v.damage(e, "the log does not begin with log.opened")
	}
}

func (v *verifier) seal(e *domain.Event) {
	if e.Erased {
		v.report.Erased++
		return
	}
	if e.Salt == nil || seal.Data(*e.Salt, e.Data) != e.DataDigest {
		v.damage(e, "data_digest does not fit salt and data")
		return
	}
	if canonical, err := jcs.Canonical(e.Data); err != nil || !bytes.Equal(canonical, e.Data) {
		v.damage(e, "the data are not in canonical form")
	}
}

// admission compares what log.admitted records about the events that it names with its causes.
func (v *verifier) admission(e *domain.Event) {
	var p domain.LogAdmitted
	if e.Kind != p.Kind() || e.Erased {
		return
	}
	if Decode(e.Data, &p) != nil {
		v.damage(e, "its data are no admission")
		return
	}
	if what := p.Contradicts(e.Causes); what != "" {
		v.damage(e, what)
	}
}

func (v *verifier) place(e *domain.Event) {
	switch {
	case !e.Position.After(v.at):
		v.damage(e, "the position is not later than the one before")
	case v.can.Gapless && e.Position.Number() != v.at.Number()+1:
		v.damage(e, "positions "+formatUint(v.at.Number()+1)+" to "+formatUint(e.Position.Number()-1)+" are missing")
	}
	last, known := v.revisions[e.Stream]
	gap := e.Revision > last+1 && !v.lost // a hole is explained by an event that could not be read
	if gap || e.Revision <= last {
		v.damage(e, "revision "+formatUint(uint64(e.Revision))+" of "+e.Stream.String()+" follows "+formatUint(uint64(last)))
	}
	if !known || e.Revision > last {
		v.revisions[e.Stream] = e.Revision
	}
	if held, twice := v.ids[e.ID]; twice {
		v.damage(e, "the id is at position "+formatUint(held.Number())+" already")
	}
	v.ids[e.ID] = e.Position
	if e.RecordedAt.Before(v.recorded) {
		v.damage(e, "recorded_at is before that of the event before")
	}
}

func (v *verifier) damage(e *domain.Event, what string) {
	v.report.Damage = append(v.report.Damage, Damage{Position: e.Position, ID: e.ID, Message: what})
}
