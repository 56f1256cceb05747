package reporting_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/commands/commandtest"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/reports"
)

// TestAClaimHasTheClassOfWhatItCites claims what a labelled event shows, with and without its class.
func TestAClaimHasTheClassOfWhatItCites(t *testing.T) {
	log := commandtest.NewLog(t)
	r := &reporting.Reports{Log: log, Op: commandtest.Operator(log)}
	said := storetest.Said(1, domain.KindLaneBlocked, `{"plugin_name":"the key leaked"}`)
	said.Stream = domain.StreamID{Family: domain.FamilyLane, ULID: r.Op.NewID()}
	said.Sensitivity = []domain.Label{{Pointer: "/plugin_name", Class: domain.SensitivitySecret}}
	if _, err := log.Append(t.Context(), said.Stream, eventlog.Any, []domain.Draft{said}); err != nil {
		t.Fatal(err)
	}
	claims := func() *reports.Document {
		return reports.Build(&reports.Observed{}, &reports.Statement{Claims: map[string]reports.Claim{
			"leak": {Kind: reports.ClaimInference, Text: "a key leaked", Confidence: reports.ConfidenceHigh, Evidence: []domain.EventID{said.ID}},
			"rest": {Kind: reports.ClaimHypothesis, Text: "it is slow", Confidence: reports.ConfidenceLow}},
			Pinpoints: map[string]reports.Pinpoint{"gap": {Title: "the key leaks", Evidence: []domain.EventID{said.ID}}}}, nil, "claw")
	}
	prepare := func(d *reports.Document) error {
		s, err := reports.Seal(d)
		if err == nil {
			_, _, err = r.Prepare(t.Context(), s.Text)
		}
		return err
	}
	bare := claims()
	if err := prepare(bare); domain.KindOf(err) != domain.ErrPolicy || !strings.Contains(err.Error(), "is labelled secret, and claims.leak is not") {
		t.Errorf("a claim without the class of its event: %v", err)
	}
	if err := reporting.LabelStated(t.Context(), r, bare); err != nil {
		t.Fatal(err)
	}
	if got := [3]domain.Sensitivity{bare.Claims["leak"].Sensitivity, bare.Claims["rest"].Sensitivity, bare.Pinpoints.Items["gap"].Sensitivity}; got != [3]domain.Sensitivity{domain.SensitivitySecret, "", domain.SensitivitySecret} {
		t.Errorf("the claims and the pinpoint are of the classes %q", got)
	}
	if err := prepare(bare); err != nil {
		t.Errorf("a claim of the class of its event: %v", err)
	}
}
