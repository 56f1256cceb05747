package watch

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// Line is one report of a lane to a consumer: an outcome that was not reported to it before.
type Line struct {
	Kind    string `json:"kind"` // [LineKind]
	Version int    `json:"schema_version"`
	// Seq numbers the lines of a cursor from 1, without gaps.
	Seq          uint64              `json:"seq"`
	Lane         domain.LaneID       `json:"lane"`
	Attempt      int                 `json:"attempt"`
	State        lane.State          `json:"state"`
	Outcome      lane.Result         `json:"outcome"`
	Disposition  lane.Disposition    `json:"disposition,omitzero"`
	FailureClass domain.FailureClass `json:"failure_class,omitzero"`
	Actionable   bool                `json:"actionable"` // it requires action
	Fingerprint  domain.Digest       `json:"outcome_fingerprint"`
	// Replaces is the outcome of the same attempt that precedes this one: the last that the cursor recorded,
	// else the one that the outcome itself names.
	Replaces domain.Digest `json:"replaces,omitzero"`
	// Because is the rule and the events that decided the outcome.
	Because lane.Because `json:"because"`
	// AsOf is the position of the log as of which the outcome stood so.
	AsOf uint64 `json:"as_of_position"`
}

// LineKind is the kind of a [Line].
const LineKind = "outcome"

// Outcome is the outcome of a lane as of a position of its log.
type Outcome struct {
	lane.Outcome
	AsOf uint64
}

// Tellable reports whether there is an outcome to report: an attempt ended, its end was recorded
// and not inferred, and the lane's watcher did not ask to ignore it.
func (o *Outcome) Tellable() bool {
	return !o.Fingerprint.IsZero() && !o.IsInferred() && o.Scope.Watcher != domain.WatcherIgnore
}

func (o *Outcome) line(seq uint64, replaces domain.Digest) Line {
	return Line{Kind: LineKind, Version: 1, Seq: seq, Lane: o.Lane, Attempt: o.Attempt, State: o.State, Outcome: o.Outcome.Outcome,
		Disposition: o.Disposition, FailureClass: o.FailureClass, Actionable: o.Actionable, Fingerprint: o.Fingerprint,
		Replaces: replaces, Because: o.Because["outcome"], AsOf: o.AsOf}
}
