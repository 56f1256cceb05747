package bus

import (
	"context"
	"strconv"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
)

// OutcomeSource is a read model of the log.
type OutcomeSource interface {
	watch.Model
	// CatchUp brings the model to the head of the log.
	CatchUp(ctx context.Context) error
	// Await returns when the log may have more than the model.
	Await(ctx context.Context) error
	// Current returns the fingerprint of the current outcome of a lane, zero where nothing ended.
	Current(l domain.LaneID) (domain.Digest, error)
}

// outcomes delivers outcomes behind the cursor of the group. An outcome that was overtaken before it could
// be delivered is not delivered.
func (s *subscription) outcomes(ctx context.Context) (err error) {
	source, err := s.Outcomes()
	if err != nil {
		return errors.Wrap(err, "derive outcomes")
	}
	path := "" // in memory
	if s.groups != nil {
		path = s.groups.name(s.Group, s.topic) + ".db"
	}
	cursor, err := watch.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.CombineErrors(err, cursor.Close()) }()
	if err := source.CatchUp(ctx); err != nil {
		return err
	}
	feed := watch.Feed{Cursor: cursor, Model: source, Rules: s.Rules}
	tell := func(lines []watch.Line) error { return s.tell(ctx, source, cursor, lines) }
	left, err := cursor.Pending()
	if err != nil {
		return err
	}
	if err := tell(left); err != nil {
		return err
	}
	for {
		if _, err := feed.Start(ctx, true); err != nil {
			return err
		}
		if err := s.tellRule(ctx, cursor); err != nil {
			return err
		}
		if err := feed.New(tell); err != nil {
			return err
		}
		if err := source.Await(ctx); err != nil {
			return err
		}
		if err := source.CatchUp(ctx); err != nil {
			return err
		}
	}
}

// tell delivers the lines that are still current.
func (s *subscription) tell(ctx context.Context, source OutcomeSource, cursor *watch.Cursor, lines []watch.Line) error {
	for i := range lines {
		l := &lines[i]
		if err := source.CatchUp(ctx); err != nil {
			return err
		}
		now, err := source.Current(l.Lane)
		if err != nil {
			return err
		}
		if now != l.Fingerprint {
			err = cursor.Drop(l)
		} else if err = s.deliver(ctx, func() (*message.Message, error) { return lineMessage("outcome-"+l.Fingerprint.String(), l, l.AsOf) }); err == nil {
			err = cursor.ToldOne(l.Seq)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tellRule delivers the line of a change of rules, where one is pending.
func (s *subscription) tellRule(ctx context.Context, cursor *watch.Cursor) error {
	rule, err := cursor.PendingRule()
	if err != nil || rule == nil {
		return err
	}
	id := "rule-changed-" + strconv.Itoa(rule.To) + "-" + strconv.FormatUint(rule.Seq, 10)
	if err := s.deliver(ctx, func() (*message.Message, error) { return lineMessage(id, rule, rule.AsOf) }); err != nil {
		return err
	}
	return cursor.ToldOne(rule.Seq)
}

// lineMessage is the message of a line of claw watch.
func lineMessage(id string, line any, asOf uint64) (*message.Message, error) {
	text, err := json.Marshal(line, json.Deterministic(true))
	m := message.NewMessage(id, text)
	m.Metadata.Set(MetadataKind, Outcomes)
	m.Metadata.Set(MetadataPosition, strconv.FormatUint(asOf, 10))
	return m, err
}
