package reports_test

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

func (h *history) acknowledge(trust domain.Trust, hash domain.Digest, channel, consumer string) {
	h.add(trust, domain.ReportAcknowledged{Report: stream.String(), ContentHash: hash, Channel: channel, Consumer: consumer})
}

// TestTheCursorIsTheNewestVersionThatWasAcknowledged acknowledges versions out of order, for two
// channels and a consumer of one.
func TestTheCursorIsTheNewestVersionThatWasAcknowledged(t *testing.T) {
	v, h := versions(t), &history{t: t}
	h.file(v[0])
	h.amend(v[1], v[0].Hash)
	h.amend(v[2], v[1].Hash)
	h.acknowledge(domain.TrustMedium, v[1].Hash, "ops", "")
	h.acknowledge(domain.TrustMedium, v[0].Hash, "ops", "") // came late
	h.acknowledge(domain.TrustMedium, v[2].Hash, "ops", "board")
	h.acknowledge(domain.TrustMedium, v[0].Hash, "dev", "")
	all := []reports.Filing{h.fold()}
	for _, c := range []struct {
		channel, consumer string
		want              domain.Digest
	}{{"ops", "", v[1].Hash}, {"ops", "board", v[2].Hash}, {"dev", "", v[0].Hash}} {
		got := reports.CursorOf(all, c.channel, c.consumer)
		if got == nil || got.Hash != c.want || got.Report != stream.String() || got.Version.Held != reports.HeldWhole {
			t.Errorf("%s %s: %+v, want %s", c.channel, c.consumer, got, c.want)
		}
	}
	if c := reports.CursorOf(all, "dev", "board"); c != nil {
		t.Errorf("who acknowledged nothing has the cursor %+v", c)
	}
}

// TestAcknowledgementsThatDoNotCountAreVoid adds some that a reader of the log must not act on.
func TestAcknowledgementsThatDoNotCountAreVoid(t *testing.T) {
	v, h := versions(t), &history{t: t}
	h.file(v[0])
	h.acknowledge(domain.TrustLow, v[0].Hash, "ops", "")
	h.acknowledge(domain.TrustHigh, v[1].Hash, "ops", "")
	h.add(domain.TrustHigh, domain.ReportAcknowledged{Report: "report-01KT1GRHA0AAAAAAAAAAAAAAAA", ContentHash: v[0].Hash, Channel: "ops"})
	f := h.fold()
	for i, want := range []reports.VoidReason{reports.VoidTrust, reports.VoidVersion, reports.VoidOther} {
		if i >= len(f.Void) || f.Void[i].Reason != want || f.Void[i].Event != event(i+2) {
			t.Fatalf("%+v, want %s of event %d", f.Void, want, i+2)
		}
	}
	if len(f.Acknowledged) != 0 || f.Last().Hash != v[0].Hash {
		t.Errorf("%+v", f)
	}
}

// TestACursorOfAnErasedVersionSaysThatItIsGone erases what a channel acknowledged.
func TestACursorOfAnErasedVersionSaysThatItIsGone(t *testing.T) {
	v, h := versions(t), &history{t: t}
	h.file(v[0])
	h.acknowledge(domain.TrustHigh, v[0].Hash, "ops", "")
	e := &h.all[0]
	e.Erased, e.Data = true, nil
	if c := reports.CursorOf([]reports.Filing{h.fold()}, "ops", ""); c == nil || c.Hash != v[0].Hash || c.Version.Held != reports.HeldErased {
		t.Errorf("%+v", c)
	}
}

// TestWhatIsNews compares an item with what it said before.
func TestWhatIsNews(t *testing.T) {
	const old = `{"carried_from":{"report_hash":"a"},"evidence":["e1"],"state":"red","window":{"until":"1"}}`
	for _, c := range []struct {
		name, now string
		want      bool
	}{
		{"the same", old, false},
		{"other events that show it", `{"carried_from":{"report_hash":"a"},"evidence":["e2"],"state":"red","window":{"until":"1"}}`, false},
		{"a window that moved", `{"carried_from":{"report_hash":"a"},"evidence":["e1"],"state":"red","window":{"until":"2"}}`, false},
		{"carried forward once more", `{"carried_from":{"report_hash":"b"},"evidence":["e1"],"state":"red","window":{"until":"1"}}`, false},
		{"observed again", `{"evidence":["e1"],"state":"red","window":{"until":"1"}}`, true},
		{"another state", `{"carried_from":{"report_hash":"a"},"evidence":["e1"],"state":"green","window":{"until":"1"}}`, true},
		{"a member more", `{"carried_from":{"report_hash":"a"},"evidence":["e1"],"owner":"ana","state":"red","window":{"until":"1"}}`, true},
	} {
		if got := reports.IsNews([]byte(c.now), []byte(old)); got != c.want {
			t.Errorf("%s: news %v, want %v", c.name, got, c.want)
		}
	}
}
