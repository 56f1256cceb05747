package reports_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// stated is an empty report with what a reporter states.
func stated(s reports.Statement) *reports.Document {
	return reports.Build(&reports.Observed{}, &s, nil, "claw")
}

func TestDocumentsThatBreakTheContract(t *testing.T) {
	claim := func(c reports.Claim) func(*reports.Document) {
		return func(d *reports.Document) { d.Claims = map[string]reports.Claim{"a": c} }
	}
	negative := func(n reports.Negative) func(*reports.Document) {
		return func(d *reports.Document) { d.Negative["roadmap"] = n }
	}
	closure := func(c reports.Closure) func(*reports.Document) { return func(d *reports.Document) { d.Closure = &c } }
	for name, test := range map[string]struct {
		change func(*reports.Document)
		at     string
		says   string
	}{
		"an observed fact without an event": {claim(reports.Claim{Kind: reports.ClaimFact, Text: "x"}), "claims.a", "cites no event"},
		"a fact with a confidence":          {claim(reports.Claim{Kind: reports.ClaimFact, Text: "x", Evidence: []domain.EventID{event(1)}, Confidence: reports.ConfidenceHigh}), "claims.a", "with a confidence"},
		"an inference without one":          {claim(reports.Claim{Kind: reports.ClaimInference, Text: "x"}), "claims.a", "no confidence"},
		"a hypothesis without one":          {claim(reports.Claim{Kind: reports.ClaimHypothesis, Text: "x", Confidence: "quite"}), "claims.a", "no confidence"},
		"a claim of no kind":                {claim(reports.Claim{Kind: "rumour", Text: "x"}), "claims.a", "no kind of claim"},
		"a claim without words":             {claim(reports.Claim{Kind: reports.ClaimRecommendation, Confidence: reports.ConfidenceLow}), "claims.a", "says nothing"},
		"a claim of spaces":                 {claim(reports.Claim{Kind: reports.ClaimRecommendation, Text: " \t", Confidence: reports.ConfidenceLow}), "claims.a", "says nothing"},
		"a promoted hypothesis": {claim(reports.Claim{Kind: reports.ClaimHypothesis, Text: "x", Confidence: reports.ConfidenceLow,
			PromotedFrom: &reports.Promotion{Report: domain.Digest{1}, Claim: "b"}}), "claims.a", "promoted and is no observed fact"},
		"a promotion from nowhere": {claim(reports.Claim{Kind: reports.ClaimFact, Text: "x", Evidence: []domain.EventID{event(1)},
			PromotedFrom: &reports.Promotion{Claim: "b"}}), "claims.a", "does not name what it was"},
		"a search without surfaces":     {negative(reports.Negative{Result: reports.NotObserved, Query: "q", By: "ana"}), "negative_evidence.roadmap", "looked at"},
		"a search without a query":      {negative(reports.Negative{Result: reports.NotObserved, Surfaces: []string{"s"}, By: "ana"}), "negative_evidence.roadmap", "searched for"},
		"a search by nobody":            {negative(reports.Negative{Result: reports.NotObserved, Surfaces: []string{"s"}, Query: "q"}), "negative_evidence.roadmap", "who searched"},
		"a search of a blank surface":   {negative(reports.Negative{Result: reports.NotObserved, Surfaces: []string{"s", " "}, Query: "q", By: "ana"}), "negative_evidence.roadmap", "looked at"},
		"a search for spaces":           {negative(reports.Negative{Result: reports.NotObserved, Surfaces: []string{"s"}, Query: "  ", By: "ana"}), "negative_evidence.roadmap", "searched for"},
		"a search by spaces":            {negative(reports.Negative{Result: reports.NotObserved, Surfaces: []string{"s"}, Query: "q", By: "\n"}), "negative_evidence.roadmap", "who searched"},
		"work with a blank next action": {closure(reports.Closure{State: reports.ClosureInFlight, LastUpdated: minute(1), NextAction: "  "}), "closure", "no next action"},
		"a search of another result":    {negative(reports.Negative{Result: "clean", Surfaces: []string{"s"}, By: "ana"}), "negative_evidence.roadmap", "no result"},
		"a closure of no state":         {closure(reports.Closure{State: "closed", LastUpdated: minute(1)}), "closure", "no closure state"},
		"a merge with work left":        {closure(reports.Closure{State: reports.ClosureMerged, LastUpdated: minute(1), NextAction: "x"}), "closure", "leaves nothing to do"},
		"work without a next action":    {closure(reports.Closure{State: reports.ClosureInFlight, LastUpdated: minute(1)}), "closure", "no next action"},
		"a flake without red":           {closure(reports.Closure{State: reports.ClosureFlake, LastUpdated: minute(1), NextAction: "x"}), "closure", "cites no event"},
		"a closure without a time":      {closure(reports.Closure{State: reports.ClosureDup}), "closure", "last_updated"},
		"a closure that was nothing":    {closure(reports.Closure{State: reports.ClosureDup, LastUpdated: minute(1), Was: "open"}), "closure", "which is no closure state"},
		"a move to where it was":        {closure(reports.Closure{State: reports.ClosureDup, LastUpdated: minute(1), Was: reports.ClosureDup}), "closure", "is that still"},
		"a cause of no move":            {closure(reports.Closure{State: reports.ClosureDup, LastUpdated: minute(1), Cause: "c0ffee"}), "closure", "not from where"},
		"a claim of no class": {func(d *reports.Document) {
			d.Claims["a"] = reports.Claim{Kind: reports.ClaimInference, Text: "x", Confidence: reports.ConfidenceLow, Labelled: reports.Labelled{Sensitivity: "cosmic"}}
		}, "claims.a", "no class of sensitivity"},
		"absence that says nothing": {func(d *reports.Document) { delete(d.Negative, "ships") }, "ships", "does not say what was searched"},
		"both known and unknown": {func(d *reports.Document) {
			d.Ships = reports.Ships{Unknown: reports.WhyFailed, Items: map[string]reports.Ship{"a": {}}}
		}, "ships", "known and not known"},
		"unknown that was searched": {func(d *reports.Document) { d.Ships.Unknown = reports.WhyFailed }, "ships", "is not known, and negative_evidence says"},
		"an item without a name":    {func(d *reports.Document) { d.NextActions[""] = reports.Action{Do: "x"} }, "next_actions", "without a name"},
		"no claims at all":          {func(d *reports.Document) { d.Claims = nil }, "", "lacks claims"},
	} {
		d := stated(reports.Statement{})
		if err := reports.Check(d); err != nil {
			t.Fatal(err)
		}
		test.change(d)
		err := reports.Check(d)
		if strings.Contains(name, "blank") || strings.HasSuffix(name, "spaces") {
			if err != nil {
				t.Errorf("%s: a document that was filed with it is not read: %v", name, err)
			}
			err = reports.CheckTexts(d)
		}
		e := typed(t, err, domain.ErrParse)
		if e.Target != test.at || !strings.Contains(e.Message, test.says) || e.Hint == "" {
			t.Errorf("%s: %q at %q, hint %q; want %q at %q", name, e.Message, e.Target, e.Hint, test.says, test.at)
		}
	}
}

// TestAPromotedClaimStaysThatOfItsPinpoint makes a fact of a hypothesis.
func TestAPromotedClaimStaysThatOfItsPinpoint(t *testing.T) {
	before := previous(t, stated(reports.Statement{Claims: map[string]reports.Claim{
		"cause": {Kind: reports.ClaimHypothesis, Text: "the cache is cold", Confidence: reports.ConfidenceLow, Pinpoint: "gap"},
		"seen":  {Kind: reports.ClaimFact, Text: "it is slow", Evidence: []domain.EventID{event(1)}}}}))
	fact := reports.Claim{Kind: reports.ClaimFact, Text: "the cache was cold", Evidence: []domain.EventID{event(2)}, Pinpoint: "gap",
		PromotedFrom: &reports.Promotion{Report: before.Hash, Claim: "cause"}}
	with := func(change func(*reports.Claim)) reports.Claim {
		c := fact
		change(&c)
		return c
	}
	for name, test := range map[string]struct {
		claim reports.Claim
		says  string // "": it may be
	}{
		"with its pinpoint": {fact, ""},
		"from another report": {with(func(c *reports.Claim) {
			c.PromotedFrom = &reports.Promotion{Report: domain.Digest{9}, Claim: "elsewhere"}
		}), ""},
		"with another pinpoint": {with(func(c *reports.Claim) { c.Pinpoint = "other" }), "changes its pinpoint from gap to other"},
		"without its pinpoint":  {with(func(c *reports.Claim) { c.Pinpoint = "" }), "changes its pinpoint from gap to none"},
		"without saying so":     {with(func(c *reports.Claim) { c.PromotedFrom = nil }), "does not say that it is promoted"},
		"from what was a fact":  {with(func(c *reports.Claim) { c.PromotedFrom = &reports.Promotion{Report: before.Hash, Claim: "seen"} }), "was a fact already"},
		"from what nobody said": {with(func(c *reports.Claim) { c.PromotedFrom = &reports.Promotion{Report: before.Hash, Claim: "moon"} }), "does not claim"},
	} {
		err := reports.CheckPromotions(stated(reports.Statement{Claims: map[string]reports.Claim{"cause": test.claim}}), before)
		if test.says == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if e := typed(t, err, domain.ErrParse); !strings.Contains(e.Message, test.says) {
			t.Errorf("%s: %v, want %q", name, err, test.says)
		}
	}
}

// TestCitedNamesWhatStatementsRestOn lists the events of every statement, and what each has to show.
func TestCitedNamesWhatStatementsRestOn(t *testing.T) {
	d := stated(reports.Statement{
		Claims: map[string]reports.Claim{"a": {Kind: reports.ClaimFact, Text: "x", Evidence: []domain.EventID{event(1)}},
			"b": {Kind: reports.ClaimInference, Text: "x", Confidence: reports.ConfidenceLow, Evidence: []domain.EventID{event(2)}, Labelled: reports.Labelled{Sensitivity: domain.SensitivitySecret}}},
		Negative:  map[string]reports.Negative{"n": {Evidence: []domain.EventID{event(3)}, InvalidatedBy: []domain.EventID{event(4)}}},
		Pinpoints: map[string]reports.Pinpoint{"p": {Evidence: []domain.EventID{event(5)}}},
		Closure:   &reports.Closure{State: reports.ClosureFlake, Evidence: []domain.EventID{event(6)}}})
	want := []reports.Cited{{Member: "claims.a", Event: event(1), Fact: true, Class: domain.SensitivityInternal}, {Member: "claims.b", Event: event(2), Class: domain.SensitivitySecret}, {Member: "negative_evidence.n", Event: event(3)},
		{Member: "negative_evidence.n", Event: event(4)}, {Member: "exact_pinpoint.p", Event: event(5), Class: domain.SensitivityInternal}, {Member: "closure", Event: event(6), Red: true}}
	if diff := cmp.Diff(want, d.Cited()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
