package record

import (
	"context"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
)

// IsReserved reports whether only a dedicated verb may append the kind.
func IsReserved(kind domain.Kind) bool {
	info, ok := domain.LookupKind(kind)
	return ok && info.Reserved
}

// onlyByVerb reports whether a raw append may not append the kind: a reserved one, and decisions
// about reports, pinpoints, nudges and the log itself, which a copy of a log may append.
func onlyByVerb(kind domain.Kind) bool {
	info, ok := domain.LookupKind(kind)
	if !ok || !info.Decision {
		return false
	}
	switch info.Family {
	case domain.FamilyReport, domain.FamilyPinpoint, domain.FamilyNudge, domain.FamilyLog:
		return true
	case domain.FamilyLane, domain.FamilySession, domain.FamilyWorker, domain.FamilyApproval, domain.FamilyShip, domain.FamilyRepo,
		domain.FamilyPolicy, domain.FamilyHost:
	}
	return info.Reserved
}

// Append appends drafts that a person or program wrote, under want.
//
// Errors: kind policy for a decision that only its own verb may append; those of Append of the log.
func (r *Recorder) Append(ctx context.Context, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	if len(drafts) == 0 {
		return nil, nil
	}
	for i := range drafts {
		d := &drafts[i]
		if onlyByVerb(d.Kind) {
			return nil, reservedKind(d)
		}
		if takenEmitter(d.Emitter) {
			return nil, &domain.Error{Kind: domain.ErrPolicy, Operation: "append", Target: string(d.Emitter),
				Message: "importers, hooks, logs and operators speak under this name", Hint: "give the emitter a name of its own"}
		}
		if err := r.Admit(d); err != nil {
			return nil, badData(d, err)
		}
	}
	receipts, err := r.Log.Append(ctx, drafts[0].Stream, want, drafts)
	if err != nil {
		return receipts, err
	}
	return receipts, r.admissions.direct(ctx, r.Log, receipts)
}

// TestEmitter begins the emitter name for tests that claw itself ran; the user's name follows.
const TestEmitter = "claw-test/"

// takenEmitter reports whether a name is reserved for a producer of claw: another writer with the
// name could order its events, or block them by taking their ids.
func takenEmitter(name domain.EmitterID) bool {
	for _, prefix := range []string{"import/", "log/", "operator/", "hook/", TestEmitter} {
		if strings.HasPrefix(string(name), prefix) {
			return true
		}
	}
	return false
}

func reservedKind(d *domain.Draft) error {
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "append", Target: string(d.Kind), Message: "a decision of this kind is appended by its own verb only",
		Next: domain.Step{Code: nextstep.DecideByVerb, Kind: d.Kind}}
}

func badData(d *domain.Draft, err error) error {
	return eventlog.Fail(eventlog.ErrInvalid, &domain.Error{Kind: domain.ErrParse, Operation: "append", Target: string(d.Kind) + " " + d.ID.String(),
		Message: "the data are not JSON", Cause: []string{err.Error()}, Hint: "data is one JSON object"})
}
