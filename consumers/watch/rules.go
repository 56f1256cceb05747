package watch

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/profile"
)

// RuleChanged is reported to a consumer once when outcomes are derived by rules other than before: its lanes
// did nothing, and their new outcomes are not news.
type RuleChanged struct {
	Kind    string `json:"kind"` // [RuleChangedKind]
	Version int    `json:"schema_version"`
	// Seq is numbered as that of a [Line].
	Seq uint64 `json:"seq"`
	// From and To are versions of the rules; From is absent where the cursor does not know it.
	From int `json:"from,omitzero"`
	To   int `json:"to"`
	// Profile is the profile of expectations in force now, where that is another than before.
	Profile string `json:"profile,omitzero"`
	// Lanes counts those whose outcomes now have other fingerprints, which count as reported.
	Lanes int `json:"lanes"`
	// AsOf is the position of the log as of which the new outcomes hold.
	AsOf uint64 `json:"as_of_position"`
}

// RuleChangedKind is the kind of a [RuleChanged].
const RuleChangedKind = "rule_changed"

// Rules is the version of the rules by which the outcomes in the cursor were derived, 0 where
// it was not recorded.
func (c *Cursor) Rules() int { return c.rules }

// derives reports whether rules and a profile derived the outcomes that the cursor holds.
func (c *Cursor) derives(rules int, p profile.Profile) bool {
	return c.rules == rules && c.profile == markOfProfile(p)
}

// markOfProfile is 0 for the built-in profile, as in a cursor from before profiles were adopted.
func markOfProfile(p profile.Profile) int64 {
	if p.IsBuiltIn() {
		return 0
	}
	return markOf(p.Digest().String())
}

// Adopt takes outcomes that other rules, or another profile, derive from what was read already: they count as reported.
// It returns the line that reports this, which is durable and pending, and nil where nothing changed for the consumer.
// asOf is the position of the log as of which the outcomes are current.
//
// Errors: as [Cursor.Note].
func (c *Cursor) Adopt(rules int, p profile.Profile, outcomes []Outcome, asOf uint64) (changed *RuleChanged, err error) {
	seq, mark := c.seq, markOfProfile(p)
	err = c.within(func() error {
		lanes := map[domain.LaneID]bool{}
		for i := range outcomes {
			o := &outcomes[i]
			known, err := c.knows(o)
			if err != nil {
				return err
			}
			if known {
				continue
			}
			if lanes[o.Lane] = true; len(lanes) == 1 {
				seq = c.seq + 1
			}
			if err := c.add(o, seq, nil); err != nil {
				return err
			}
		}
		if len(lanes) > 0 {
			changed = &RuleChanged{Kind: RuleChangedKind, Version: 1, Seq: seq, From: c.rules, To: rules, Lanes: len(lanes), AsOf: asOf}
			if mark != c.profile {
				changed.Profile = p.String()
			}
			if err := c.pend(seq, changed); err != nil {
				return err
			}
			if err := c.set("seq", int64(seq)); err != nil {
				return err
			}
		}
		return errors.Join(c.set("rules", int64(rules)), c.set("profile", mark))
	})
	if err != nil {
		return nil, c.failed("write", err)
	}
	c.rules, c.profile, c.seq = rules, mark, seq
	return changed, nil
}

// PendingRule returns the first line of a change of rules that may or may not have been delivered, nil for none.
//
// Errors: as [Cursor.Pending].
func (c *Cursor) PendingRule() (changed *RuleChanged, err error) {
	var broken error
	err = c.each("SELECT line FROM pending ORDER BY seq", func(stmt *sqlite.Stmt) {
		rule := new(RuleChanged)
		if err := json.Unmarshal([]byte(stmt.ColumnText(0)), rule); err != nil {
			broken = err
		} else if rule.Kind == RuleChangedKind && changed == nil {
			changed = rule
		}
	})
	if err == nil {
		err = broken
	}
	if err != nil {
		return nil, c.failed("read", fmt.Errorf("read a pending line: %w", err))
	}
	return changed, nil
}

// HasTold reports whether an attempt of o's lane was reported to the consumer, whatever its outcome.
//
// Errors: as [Cursor.Pending].
func (c *Cursor) HasTold(o *Outcome) (told bool, err error) {
	err = c.each("SELECT 1 FROM told WHERE lane = ? LIMIT 1", func(*sqlite.Stmt) { told = true }, string(o.Lane))
	if err != nil {
		return false, c.failed("read", err)
	}
	return told, nil
}
