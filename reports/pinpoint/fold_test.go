package pinpoint_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// state is the result of a fold, as text.
func state(t interface{ Fatal(...any) }, s *pinpoint.Items) string {
	b, err := json.MarshalIndent(struct {
		All  []pinpoint.Item
		Void []pinpoint.Void
	}{s.All, s.Void}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestOrdersRepeatsAndCutsComeToOneState folds what several claws said in two orders, with repeats,
// and as the union of two cuts of it.
func TestOrdersRepeatsAndCutsComeToOneState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts := someFacts(t)
		want := state(t, pinpoint.Fold(facts))
		if diff := cmp.Diff(want, state(t, pinpoint.Fold(shuffled(t, facts)))); diff != "" {
			t.Errorf("another order (-want +got):\n%s", diff)
		}
		at := rapid.IntRange(0, len(facts)).Draw(t, "cut")
		one, two := shuffled(t, facts)[:at], shuffled(t, facts)
		if diff := cmp.Diff(want, state(t, pinpoint.Fold(append(one, two...)))); diff != "" {
			t.Errorf("two cuts (-want +got):\n%s", diff)
		}
	})
}

// TestNoFilingIsLostAndNoLineageIsACycle holds what every fold has to hold, of whatever was said.
func TestNoFilingIsLostAndNoLineageIsACycle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts := someFacts(t)
		s := pinpoint.Fold(facts)
		filed, seen := map[domain.StreamID]bool{}, 0
		for _, f := range facts {
			if f.Kind == domain.KindPinpointFiled && f.Trust != domain.TrustLow {
				filed[f.Stream] = true
			}
		}
		for i := range s.All {
			seen += len(s.All[i].Filings)
			for _, f := range s.All[i].Filings {
				if s.Of(f.Pinpoint) != &s.All[i] || !filed[f.Pinpoint] {
					t.Errorf("%s is in an item that it is not of", f.Pinpoint)
				}
			}
			if slices.Contains(s.All[i].Distinct, s.All[i].Pinpoint) {
				t.Errorf("%s is distinct from itself", s.All[i].Pinpoint)
			}
			older(t, s, &s.All[i], map[domain.StreamID]bool{})
		}
		if seen != len(filed) {
			t.Errorf("%d filings of %d are in items", seen, len(filed))
		}
	})
}

// older walks what an item supersedes, and fails where it comes back.
func older(t *rapid.T, s *pinpoint.Items, i *pinpoint.Item, above map[domain.StreamID]bool) {
	if above[i.Pinpoint] {
		t.Fatalf("%s supersedes itself", i.Pinpoint)
	}
	above[i.Pinpoint] = true
	for _, id := range i.Supersedes {
		older(t, s, s.Of(id), above)
	}
	delete(above, i.Pinpoint)
}

// shape is an item in short: its filings, its state, and its other members.
func shape(s *pinpoint.Items) (all []string) {
	for i := range s.All {
		item := &s.All[i]
		var filings []string
		for _, f := range item.Filings {
			filings = append(filings, string(f.By))
		}
		text := strings.Join(filings, "+") + " " + string(item.State)
		if item.Priority != "" {
			text += " " + string(item.Priority)
		}
		if item.Recurred > 0 {
			text += " again"
		}
		if len(item.Contested) > 0 {
			text += " contested"
		}
		all = append(all, text)
	}
	return all
}

// TestWhatIsOneItem has cases of instances of claw that file pinpoints 1, 2 and 3 and link them.
func TestWhatIsOneItem(t *testing.T) {
	urgent := gap("slow", "exit 1")
	urgent.Priority = domain.PriorityP0
	file := func(n int, by, signature string) pinpoint.Fact {
		return said(n, n, n, by, gap("gap of "+by, signature))
	}
	for name, c := range map[string]struct {
		facts []pinpoint.Fact
		want  []string
		void  []pinpoint.VoidReason
	}{
		"two claws file one gap": {[]pinpoint.Fact{file(1, "ada", "line 1"), file(2, "bo", "line 22")}, []string{"ada+bo filed"}, nil},
		"another error":          {[]pinpoint.Fact{file(1, "ada", "exit 1"), file(2, "bo", "exit 2")}, []string{"ada filed", "bo filed"}, nil},
		"no key":                 {[]pinpoint.Fact{file(1, "ada", ""), file(2, "bo", "")}, []string{"ada filed", "bo filed"}, nil},
		"one error, and somebody holds them apart": {[]pinpoint.Fact{file(1, "ada", "x"), file(2, "bo", "x"), said(3, 2, 3, "bo", link(1, domain.LinkDistinct))},
			[]string{"ada filed", "bo filed"}, nil},
		"a third of the same error is the first": {[]pinpoint.Fact{file(1, "ada", "x"), file(2, "bo", "x"), file(3, "cy", "x"), said(4, 2, 4, "bo", link(1, domain.LinkDistinct))},
			[]string{"ada+cy filed", "bo filed"}, nil},
		"linked as one": {[]pinpoint.Fact{file(1, "ada", "x"), file(2, "bo", "y"), said(3, 1, 3, "bo", link(2, domain.LinkSameRootCause))}, []string{"ada+bo filed"}, nil},
		"linked as one, and then as related": {[]pinpoint.Fact{file(1, "ada", "x"), file(2, "bo", "y"), said(3, 1, 3, "bo", link(2, domain.LinkSameRootCause)),
			said(4, 2, 0, "ada", link(1, domain.LinkRelated), 3)}, []string{"ada filed", "bo filed"}, nil},
		"what is apart is not joined over two others": {[]pinpoint.Fact{file(1, "ada", "a"), file(2, "bo", "b"), file(3, "cy", "c"), file(4, "di", "d"),
			said(5, 1, 5, "ada", link(4, domain.LinkDistinct)), said(6, 1, 6, "ada", link(2, domain.LinkSameRootCause)),
			said(7, 3, 7, "cy", link(4, domain.LinkSameRootCause)), said(8, 2, 8, "bo", link(3, domain.LinkSameRootCause))},
			[]string{"ada+bo filed", "cy+di filed"}, []pinpoint.VoidReason{pinpoint.VoidDistinct}},
		"what is apart is not joined by a third": {[]pinpoint.Fact{file(1, "ada", "x"), file(2, "bo", "y"), file(3, "cy", "z"), said(4, 1, 4, "ada", link(2, domain.LinkDistinct)),
			said(5, 1, 5, "ada", link(3, domain.LinkSameRootCause)), said(6, 2, 6, "ada", link(3, domain.LinkSameRootCause))},
			[]string{"ada+cy filed", "bo filed"}, []pinpoint.VoidReason{pinpoint.VoidDistinct}},
		"superseded":                 {[]pinpoint.Fact{file(1, "ada", "x"), file(2, "bo", "y"), said(3, 2, 3, "bo", link(1, domain.LinkSupersedes))}, []string{"ada superseded", "bo filed"}, nil},
		"superseded by a state":      {[]pinpoint.Fact{file(1, "ada", "x"), file(2, "bo", "y"), said(3, 1, 3, "bo", move("superseded", 2))}, []string{"ada superseded", "bo filed"}, nil},
		"superseded by what is gone": {[]pinpoint.Fact{file(1, "ada", "x"), said(3, 1, 3, "bo", move("superseded", 2))}, []string{"ada filed"}, []pinpoint.VoidReason{pinpoint.VoidSuccessor}},
		"a cycle of three": {[]pinpoint.Fact{file(1, "ada", "x"), file(2, "bo", "y"), file(3, "cy", "z"), said(4, 1, 4, "ada", link(2, domain.LinkSupersedes)),
			said(5, 2, 5, "ada", link(3, domain.LinkSupersedes)), said(6, 1, 6, "ada", move("superseded", 3))},
			[]string{"ada filed", "bo superseded", "cy superseded"}, []pinpoint.VoidReason{pinpoint.VoidCycle}},
		"the urgent word of two filings":   {[]pinpoint.Fact{file(1, "ada", "exit 1"), said(2, 2, 2, "bo", urgent)}, []string{"ada+bo filed p0"}, nil},
		"a later word counts before":       {[]pinpoint.Fact{said(2, 2, 2, "bo", urgent), said(3, 2, 3, "ada", &domain.PinpointPrioritized{Ranking: domain.Ranking{Priority: "p3"}})}, []string{"bo filed p3"}, nil},
		"done, and filed again":            {[]pinpoint.Fact{file(1, "ada", "x"), said(2, 1, 2, "ada", move("done", 0)), said(3, 3, 3, "bo", gap("again", "x"))}, []string{"ada+bo done again"}, nil},
		"two claws move it side by side":   {[]pinpoint.Fact{file(1, "ada", "x"), said(2, 1, 2, "ada", move("done", 0)), said(3, 1, 3, "bo", move("blocked", 0))}, []string{"ada blocked contested"}, nil},
		"a late clock that read the other": {[]pinpoint.Fact{file(1, "ada", "x"), said(2, 1, 9, "ada", move("done", 0)), said(3, 1, 3, "bo", move("in_progress", 0), 2)}, []string{"ada in_progress"}, nil},
		"about what is not filed":          {[]pinpoint.Fact{said(3, 1, 3, "bo", move("done", 0))}, nil, []pinpoint.VoidReason{pinpoint.VoidNothing}},
		"filed twice":                      {[]pinpoint.Fact{file(1, "ada", "x"), said(2, 1, 2, "ada", gap("other", "y"))}, []string{"ada filed"}, []pinpoint.VoidReason{pinpoint.VoidFiled}},
		"linked to itself":                 {[]pinpoint.Fact{file(1, "ada", "x"), said(2, 1, 2, "ada", link(1, domain.LinkRelated))}, []string{"ada filed"}, []pinpoint.VoidReason{pinpoint.VoidSelf}},
	} {
		t.Run(name, func(t *testing.T) {
			s := pinpoint.Fold(c.facts)
			var void []pinpoint.VoidReason
			for _, v := range s.Void {
				void = append(void, v.Reason)
			}
			if diff := cmp.Diff(c.want, shape(s)); diff != "" {
				t.Errorf("items (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.void, void); diff != "" {
				t.Errorf("void (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEvidenceOfTwoClawsIsOfOneItem attaches the same reference from two sides, and another.
func TestEvidenceOfTwoClawsIsOfOneItem(t *testing.T) {
	proof := func(role domain.EvidenceRole, url, preview string) *domain.PinpointEvidenceAttached {
		return &domain.PinpointEvidenceAttached{Role: role, Ref: domain.EvidenceRef{URL: url, Preview: domain.TextOf(preview)}}
	}
	s := pinpoint.Fold([]pinpoint.Fact{said(1, 1, 1, "ada", gap("a", "x")), said(2, 2, 2, "bo", gap("b", "x")), said(3, 1, 3, "ada", proof(domain.EvidenceRepro, "log/1", strings.Repeat("é", 300))),
		said(4, 2, 4, "bo", proof(domain.EvidenceRepro, "log/1", "other words")), said(5, 2, 5, "bo", proof(domain.EvidenceSymptom, "log/1", ""))})
	item := s.All[0]
	if len(item.Evidence) != 2 || len(item.Evidence[0].By) != 2 || len(item.Evidence[0].Events) != 2 {
		t.Errorf("evidence is %+v", item.Evidence)
	}
	if p := item.Evidence[0].Ref.Preview.Preview(); len(p) > pinpoint.MostPreview || !strings.HasSuffix(p, "é…") {
		t.Errorf("the preview of %d bytes ends in %q", len(p), p[len(p)-8:])
	}
	if item.Ready() != domain.NeedsTriage {
		t.Errorf("without a priority it is %s", item.Ready())
	}
}

// TestSignaturesLeaveOutWhatChanges has errors and what is the same in each of them.
func TestSignaturesLeaveOutWhatChanges(t *testing.T) {
	for said, want := range map[string]string{
		"exit status 1":                                    "exit status 1",
		"HTTP/2 status=503 after 3 tries":                  "HTTP/2 status=503 after N tries",
		"error[E0308]:  mismatched\ttypes":                 "error[E0308]: mismatched types",
		"took 30ms at line 12:7":                           "took N at line N:N",
		"session 01KJSESXM0FXE8CX6BVXYZ3Z6R is gone":       "session N is gone",
		"id 550e8400-e29b-41d4-a716-446655440000, refused": "id N, refused",
		"bad object 1e868c83dbb7":                          "bad object N",
		"panic at 0xc000123abc":                            "panic at N",
		"deadbeef is a word, decades too":                  "deadbeef is a word, decades too",
		"größe 7":                                          "größe N",
	} {
		if got := pinpoint.Signature(said); got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
		if again := pinpoint.Signature(want); again != want {
			t.Errorf("%q reduced again is %q", want, again)
		}
	}
}
