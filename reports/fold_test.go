package reports_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/reports"
)

// stream is the stream of the report that the tests file.
var stream = func() domain.StreamID {
	s, err := domain.ParseStreamID("report-01KT1GRHA0ZZZZZZZZZZZZZZZZ")
	if err != nil {
		panic(err)
	}
	return s
}()

// history is the stream of a report, written by hand.
type history struct {
	t   *testing.T
	all []domain.Event
}

func (h *history) add(trust domain.Trust, p domain.Payload) *domain.Event {
	h.t.Helper()
	data, err := eventlog.Encode(p)
	if err != nil {
		h.t.Fatal(err)
	}
	n := len(h.all) + 1
	h.all = append(h.all, domain.Event{Draft: domain.Draft{ID: event(n), Kind: p.Kind(), Stream: stream, Data: data, ObservedAt: minute(n), Emitter: "operator/dev",
		Source: domain.Source{Trust: trust}}, Position: domain.PositionAt(uint64(n))})
	return &h.all[n-1]
}

func (h *history) file(s reports.Sealed) *domain.Event {
	return h.add(domain.TrustHigh, domain.ReportFiled{Report: stream.String(), SchemaVersion: "1.0", ContentHash: s.Hash, Document: s.Text, Channel: "ops", Nudge: "n1"})
}

func (h *history) amend(s reports.Sealed, previous domain.Digest) *domain.Event {
	return h.add(domain.TrustHigh, domain.ReportAmended{Report: stream.String(), SchemaVersion: "1.0", PreviousHash: previous, ContentHash: s.Hash, Document: s.Text})
}

func (h *history) fold() reports.Filing {
	return reports.Fold(stream, h.all, func(data []byte, into any) error { return eventlog.Decode(data, into.(domain.Payload)) })
}

// versions are three contents.
func versions(t *testing.T) (all [3]reports.Sealed) {
	for n := range all {
		all[n] = sealed(t, reports.Build(&reports.Observed{SessionCount: n}, &reports.Statement{}, nil, "claw"))
	}
	return all
}

// TestAmendmentsAreAChain files a report and amends it twice: each version names the one before.
func TestAmendmentsAreAChain(t *testing.T) {
	v, h := versions(t), &history{t: t}
	h.file(v[0])
	h.amend(v[1], v[0].Hash)
	h.amend(v[2], v[1].Hash)
	f := h.fold()
	if len(f.Versions) != 3 || len(f.Void) != 0 || f.Channel != "ops" || f.Nudge != "n1" || f.Cause != event(3) {
		t.Fatalf("%+v", f)
	}
	for n := range f.Versions {
		one := &f.Versions[n]
		if one.Hash != v[n].Hash || one.Held != reports.HeldWhole || n > 0 && one.Previous != v[n-1].Hash {
			t.Errorf("version %d: %+v", n+1, one)
		}
		if d, err := one.Proven(f.Report); err != nil || d.Totals.Sessions != n {
			t.Errorf("version %d: %v", n+1, err)
		}
	}
}

// TestEventsThatDoNotCountAreNamed writes into the stream of a report what does not belong there.
func TestEventsThatDoNotCountAreNamed(t *testing.T) {
	v := versions(t)
	for name, test := range map[string]struct {
		write func(*history)
		want  []reports.Void
		last  domain.Digest // zero: nothing is in force
	}{
		"by somebody who may not decide": {func(h *history) {
			h.add(domain.TrustLow, domain.ReportFiled{Report: stream.String(), ContentHash: v[0].Hash, Document: v[0].Text})
		}, []reports.Void{{Event: event(1), Reason: reports.VoidTrust}}, domain.Digest{}},
		"filed twice":          {func(h *history) { h.file(v[0]); h.file(v[1]) }, []reports.Void{{Event: event(2), Reason: reports.VoidFiled}}, v[0].Hash},
		"amended before it is": {func(h *history) { h.amend(v[1], v[0].Hash) }, []reports.Void{{Event: event(1), Reason: reports.VoidNothing}}, domain.Digest{}},
		"amends another version": {func(h *history) { h.file(v[0]); h.amend(v[1], v[0].Hash); h.amend(v[2], v[0].Hash) },
			[]reports.Void{{Event: event(3), Reason: reports.VoidChain}}, v[1].Hash},
		"names another report": {func(h *history) {
			h.add(domain.TrustHigh, domain.ReportFiled{Report: someReport, ContentHash: v[0].Hash})
		},
			[]reports.Void{{Event: event(1), Reason: reports.VoidOther}}, domain.Digest{}},
	} {
		h := &history{t: t}
		test.write(h)
		f := h.fold()
		if diff := cmp.Diff(test.want, f.Void); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
		var last domain.Digest
		if f.Last() != nil {
			last = f.Last().Hash
		}
		if last != test.last {
			t.Errorf("%s: %s stands, want %s", name, last, test.last)
		}
	}
}

// TestAVersionIsShownAsFarAsItHolds alters, erases and leaves out the document of a report.
func TestAVersionIsShownAsFarAsItHolds(t *testing.T) {
	v := versions(t)
	for held, test := range map[reports.Held]struct {
		write func(*history)
		kind  domain.ErrorKind
	}{
		reports.HeldAltered: {func(h *history) {
			h.add(domain.TrustHigh, domain.ReportFiled{Report: stream.String(), ContentHash: v[1].Hash, Document: v[0].Text})
		}, domain.ErrCorrupt},
		reports.HeldErased: {func(h *history) { e := h.file(v[0]); e.Data, e.Erased = nil, true }, domain.ErrNotFound},
		reports.HeldDetached: {func(h *history) {
			h.add(domain.TrustHigh, domain.ReportFiled{Report: stream.String(), ContentHash: v[0].Hash})
		}, domain.ErrNotFound},
	} {
		h := &history{t: t}
		test.write(h)
		f := h.fold()
		if len(f.Versions) != 1 || f.Versions[0].Held != held {
			t.Fatalf("%s: %+v", held, f)
		}
		_, err := f.Versions[0].Proven(f.Report)
		typed(t, err, test.kind)
	}
}

// TestAnErasedVersionKeepsItsPlace amends a report whose first version was erased.
func TestAnErasedVersionKeepsItsPlace(t *testing.T) {
	v, h := versions(t), &history{t: t}
	e := h.file(v[0])
	e.Data, e.Erased = nil, true
	h.amend(v[1], v[0].Hash)
	if f := h.fold(); len(f.Versions) != 2 || f.Versions[0].Held != reports.HeldErased || f.Last().Held != reports.HeldWhole {
		t.Errorf("%+v", f)
	}
}
