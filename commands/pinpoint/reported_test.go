package tracking_test

import (
	"context"
	"iter"
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	tracking "github.com/clawable/claw/commands/pinpoint"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/reports"
)

// reportOf is the report of all pinpoints of a log, with what a reporter states.
func reportOf(t *testing.T, in *tracking.Tracker, stated map[string]reports.Pinpoint) *reports.Document {
	t.Helper()
	s, err := in.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o := &reports.Observed{}
	o.Pinpoints = s.Observed(o)
	return reports.Build(o, &reports.Statement{Pinpoints: stated}, nil, "claw")
}

// reported files a report, and returns its id and what it is for the pinpoints that it names.
func reported(t *testing.T, in *tracking.Tracker, d *reports.Document) (string, []domain.ReportFiling) {
	t.Helper()
	of, err := in.Reported(t.Context(), "", d, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := reports.Seal(d)
	if err != nil {
		t.Fatal(err)
	}
	filed, err := (&reporting.Reports{Log: in.Log, Op: in.Op}).File(t.Context(), s, reporting.Details{Status: domain.ReportFinal, Pinpoints: of})
	if err != nil {
		t.Fatal(err)
	}
	return filed.Report, filings(of)
}

func filings(of []domain.ReportedPinpoint) (all []domain.ReportFiling) {
	for _, one := range of {
		all = append(all, one.Filing)
	}
	return all
}

func move(t *testing.T, in *tracking.Tracker, id domain.StreamID, to domain.PinpointState) {
	t.Helper()
	if _, err := in.Move(t.Context(), id, domain.PinpointStateChanged{State: to}); err != nil {
		t.Fatal(err)
	}
}

// TestAReportSaysWhatItIsForAPinpoint reports one gap through its life, which two claws file.
func TestAReportSaysWhatItIsForAPinpoint(t *testing.T) {
	in, clock := trackerOf(t)
	first := file(t, in, gap("slow")).Pinpoint
	for _, step := range []struct {
		name   string
		before func()
		stated map[string]reports.Pinpoint
		want   domain.ReportFiling
	}{
		{"the first report of it", func() {}, nil, domain.FilingFirst},
		{"another one", func() {}, nil, domain.FilingUpdate},
		{"another claw found it", func() { file(t, in, gap("found by another")) }, nil, domain.FilingUpdate},
		{"a reporter says that it is done, and the log does not", func() {},
			map[string]reports.Pinpoint{first.String(): {Title: "slow", State: domain.PinpointStateDone}}, domain.FilingUpdate},
		{"it is done", func() { move(t, in, first, domain.PinpointStateDone) }, nil, domain.FilingClosure},
		{"it is open again", func() { move(t, in, first, domain.PinpointStateInProgress) }, nil, domain.FilingUpdate},
	} {
		clock.now = clock.now.Add(time.Minute)
		step.before()
		if _, got := reported(t, in, reportOf(t, in, step.stated)); len(got) != 1 || got[0] != step.want {
			t.Errorf("%s: %v, want %s", step.name, got, step.want)
		}
	}
}

// counting is a log that counts the events of reports that are read of it.
type counting struct {
	eventlog.Log
	n int
}

func (c *counting) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range c.Log.Read(ctx, q) {
			if e.Kind == domain.KindReportFiled {
				c.n++
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// TestReportsThatWereReadAreNotReadAgainForTheirPinpoints asks what a report is for a pinpoint, by reports
// that were read already.
func TestReportsThatWereReadAreNotReadAgainForTheirPinpoints(t *testing.T) {
	in, _ := trackerOf(t)
	file(t, in, gap("slow"))
	d := reportOf(t, in, nil)
	reported(t, in, d)
	counted := &counting{Log: in.Log}
	by := *in
	by.Log, by.Reports = counted, &reporting.Reports{Log: counted, Op: in.Op}
	if _, err := by.Reports.All(t.Context()); err != nil {
		t.Fatal(err)
	}
	once := counted.n
	if _, err := by.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	loaded := counted.n - once
	if of, err := by.Reported(t.Context(), "", d, nil); err != nil || len(of) != 1 || of[0].Filing != domain.FilingUpdate {
		t.Errorf("%+v, %v", of, err)
	}
	if once == 0 || counted.n != once+2*loaded {
		t.Errorf("filings were read %d times, %d times more for their pinpoints, and then %d times", once, loaded, counted.n-once-loaded)
	}
}

// TestWhatAReportIsForAPinpointIsDecidedByTheLog files two reports side by side that both say that they
// are the first, and reads them after the pinpoint was closed.
func TestWhatAReportIsForAPinpointIsDecidedByTheLog(t *testing.T) {
	in, clock := trackerOf(t)
	id := file(t, in, gap("slow")).Pinpoint
	d := reportOf(t, in, nil)
	s, err := reports.Seal(d)
	if err != nil {
		t.Fatal(err)
	}
	r := &reporting.Reports{Log: in.Log, Op: in.Op}
	for range 2 {
		clock.now = clock.now.Add(time.Second)
		if _, err := r.File(t.Context(), s, reporting.Details{Pinpoints: []domain.ReportedPinpoint{{Pinpoint: id, Filing: domain.FilingFirst}}}); err != nil {
			t.Fatal(err)
		}
	}
	clock.now = clock.now.Add(time.Minute)
	move(t, in, id, domain.PinpointStateDone)
	now, err := in.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []domain.ReportFiling{domain.FilingFirst, domain.FilingUpdate} {
		v := all[i].Last()
		got := now.Standings(all, tracking.Version{Report: all[i].Report, At: v.FiledAt, Event: v.Event}, d)[id.String()]
		if got.Filing != want || got.Standing != tracking.StandsMoved || got.State != domain.PinpointStateDone {
			t.Errorf("report %d: %+v, want %s and moved to done", i, got, want)
		}
	}
}

// TestAClosureStaysOneWhereThePinpointOpensAgain reads the report of a closed pinpoint before and after it
// is open again.
func TestAClosureStaysOneWhereThePinpointOpensAgain(t *testing.T) {
	in, clock := trackerOf(t)
	id := file(t, in, gap("slow")).Pinpoint
	move(t, in, id, domain.PinpointStateDone)
	d := reportOf(t, in, nil)
	v := tracking.Version{Report: "report-1", At: in.Op.Now()}
	for _, to := range []domain.PinpointState{"", domain.PinpointStateInProgress} {
		if to != "" {
			clock.now = clock.now.Add(time.Minute)
			move(t, in, id, to)
		}
		s, err := in.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := filings(s.Reported(nil, v, d)); len(got) != 1 || got[0] != domain.FilingClosure {
			t.Errorf("moved to %q: %v", to, got)
		}
	}
}

// TestAReporterThatDeclaresSomethingElseIsRefused declares what reports are for a pinpoint.
func TestAReporterThatDeclaresSomethingElseIsRefused(t *testing.T) {
	in, clock := trackerOf(t)
	p := gap("slow")
	p.Names = []domain.PinpointName{"#7"}
	file(t, in, p)
	d := reportOf(t, in, nil)
	declare := func(of *reports.Document, name string, filing domain.ReportFiling) domain.ErrorKind {
		_, err := in.Reported(t.Context(), "", of, map[string]domain.ReportFiling{name: filing})
		return domain.KindOf(err)
	}
	if got := declare(d, "#7", domain.FilingFirst); got != "" {
		t.Errorf("the first report: %s", got)
	}
	reported(t, in, d)
	clock.now = clock.now.Add(time.Second)
	empty := reports.Build(&reports.Observed{}, &reports.Statement{}, nil, "claw")
	got := []domain.ErrorKind{declare(d, "#7", domain.FilingFirst), declare(d, "#7", domain.FilingUpdate), declare(d, "#7", domain.FilingClosure), declare(d, "#8", domain.FilingUpdate),
		declare(empty, "#7", domain.FilingUpdate)}
	if diff := cmp.Diff([]domain.ErrorKind{domain.ErrConflict, "", domain.ErrConflict, domain.ErrNotFound, domain.ErrNotFound}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestWhatIsNotOfThisLogIsSaidToBeNot reads a report that names pinpoints of another log.
func TestWhatIsNotOfThisLogIsSaidToBeNot(t *testing.T) {
	in, _ := trackerOf(t)
	d := reportOf(t, in, map[string]reports.Pinpoint{"cold": {Title: "x", State: domain.PinpointStateFiled}})
	s, err := in.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]tracking.Standing{"cold": {Standing: tracking.StandsUnfiled}}
	if got := s.Standings(nil, tracking.Version{At: in.Op.Now()}, d); !maps.Equal(want, got) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestLoadingAgainSeesWhatIsNew loads pinpoints, and again after events about them and about others.
func TestLoadingAgainSeesWhatIsNew(t *testing.T) {
	in, _ := trackerOf(t)
	again := func(s *tracking.State) *tracking.State {
		t.Helper()
		s, err := in.Again(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := again(nil)
	if again(s) != s {
		t.Error("nothing is new, and all was loaded")
	}
	reported(t, in, reportOf(t, in, nil))
	if again(s) != s {
		t.Error("a report is new, and all was loaded")
	}
	file(t, in, gap("slow"))
	if got := again(s); len(got.All) != 1 {
		t.Errorf("%d items after a filing", len(got.All))
	}
}
