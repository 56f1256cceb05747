package bus_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"iter"
	"testing"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/bus"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/profile"
)

// model is a read model in a slice, one outcome a lane. It implements [bus.OutcomeSource].
type model struct{ outcomes []watch.Outcome }

func (m *model) says(id domain.LaneID, result lane.Result) {
	o := watch.Outcome{AsOf: m.Position() + 1}
	o.Lane, o.Attempt, o.Outcome.Outcome = id, 1, result
	o.Fingerprint = sha256.Sum256([]byte(string(id) + string(result)))
	o.Because = map[string]lane.Because{"outcome": {Rule: lane.RuleState}}
	m.outcomes = append(m.outcomes, o)
}

func (m *model) Changed(after uint64, _ bool) iter.Seq2[watch.Outcome, error] {
	return func(yield func(watch.Outcome, error) bool) {
		for _, o := range m.outcomes {
			if now, _ := m.Current(o.Lane); now == o.Fingerprint && o.AsOf > after && !yield(o, nil) {
				return
			}
		}
	}
}

func (*model) RestsOnNews(context.Context, *lane.Outcome, uint64) (bool, error) { return false, nil }
func (*model) Profile() (profile.Profile, error)                                { return profile.BuiltIn(), nil }
func (m *model) Position() uint64                                               { return uint64(len(m.outcomes)) }
func (*model) CatchUp(context.Context) error                                    { return nil }

// Await implements [bus.OutcomeSource]: nothing comes while a test subscribes.
func (*model) Await(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

func (m *model) Current(id domain.LaneID) (print domain.Digest, _ error) {
	for _, o := range m.outcomes {
		if o.Lane == id {
			print = o.Fingerprint
		}
	}
	return print, nil
}

// outcomesOf are what the next messages of the topic outcomes say; handle ends each.
func outcomesOf(t *testing.T, m *model, folder string, number int, handle func(*message.Message)) (got []string) {
	t.Helper()
	sub, err := bus.NewSubscriber(bus.SubscriberConfig{Log: opened(t), Marshaler: bus.EventMarshaler{}, Group: "g", Folder: folder, Rules: 1,
		Outcomes: func() (bus.OutcomeSource, error) { return m, nil }})
	if err != nil {
		t.Fatal(err)
	}
	messages, err := sub.Subscribe(t.Context(), bus.Outcomes)
	if err != nil {
		t.Fatal(err)
	}
	for range number {
		one := <-messages
		var l watch.Line
		if err := json.Unmarshal(one.Payload, &l); err != nil || one.UUID != "outcome-"+l.Fingerprint.String() || one.Metadata.Get(bus.MetadataKind) != bus.Outcomes {
			t.Errorf("%v: %s %s", err, one.UUID, one.Payload)
		}
		got = append(got, string(l.Lane)+" "+string(l.Outcome))
		handle(one)
	}
	if err := sub.Close(); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestAGroupGetsEachOutcomeOnce ends subscribers midway, and changes lanes between them.
func TestAGroupGetsEachOutcomeOnce(t *testing.T) {
	m, folder := &model{}, t.TempDir()
	m.says("A", lane.ResultFailed)
	m.says("B", lane.ResultFailed)
	m.says("C", lane.ResultFailed)
	ack, leave := func(one *message.Message) { one.Ack() }, func(*message.Message) {}
	got := outcomesOf(t, m, folder, 1, ack)
	got = append(got, outcomesOf(t, m, folder, 1, leave)...) // B, which comes again
	got = append(got, outcomesOf(t, m, folder, 1, ack)...)
	m.says("C", lane.ResultFinished) // the outcome before was not delivered
	m.says("A", lane.ResultFinished)
	got = append(got, outcomesOf(t, m, folder, 2, ack)...)
	if diff := cmp.Diff([]string{"A failed", "B failed", "B failed", "C finished", "A finished"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestOutcomesNeedAReadModel subscribes where nothing derives outcomes.
func TestOutcomesNeedAReadModel(t *testing.T) {
	sub := subscriber(t, opened(t), "", "")
	if _, err := sub.Subscribe(t.Context(), bus.Outcomes); domain.KindOf(err) != domain.ErrUsage {
		t.Error(err)
	}
}
