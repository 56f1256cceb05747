package witness

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/witness/summary"
)

// Revision is the revision of the rules of this package and of package summary. It is raised where what
// they report of a call that is recorded already differs from what they reported before.
const Revision = 7

// Observer drafts the facts that the calls of a source show. It is given the drafts of the source
// in their order and adds those facts behind the end of each call. The zero value is ready. Not
// safe for concurrent use.
type Observer struct {
	sessions map[domain.SessionID]*session
	read     []ReadCall
}

// maxOpen bounds the calls of a session whose ends are awaited; the oldest is given up.
const maxOpen = 256

// session is what an observer remembers of a session.
type session struct {
	workspace domain.Path
	open      []*request     // in the order of their requests
	last      domain.EventID // the last fact that was drafted
	latest    uint64         // the greatest number of a fact by a clock
}

// Observe returns drafts with what their calls show: each test as test.passed, test.failed or
// test.hung in the lane stream of the session, the rest as work.observed in the session's. The ids
// of the new drafts derive from that of the call's end; what a recorded request says itself, see
// [domain.Observed].CommitRequested, from that of the request. Where no call shows anything, drafts are
// returned as they are.
func (o *Observer) Observe(drafts []domain.Draft) []domain.Draft {
	for i := 0; i < len(drafts); i++ {
		more, whole := o.see(&drafts[i])
		if whole {
			o.read = append(o.read, ReadCall{drafts[i].ID, len(more)})
		}
		drafts = slices.Insert(drafts, i+1, more...)
		i += len(more)
	}
	return drafts
}

// see takes note of a draft, and returns the drafts of what the call shows that it ends. whole reports that it
// ends a call whose request was seen.
func (o *Observer) see(d *domain.Draft) (shown []domain.Draft, whole bool) {
	switch d.Kind {
	case domain.KindSessionCreated, domain.KindToolRequested, domain.KindToolStarted, domain.KindToolOutput,
		domain.KindToolCompleted, domain.KindToolFailed, domain.KindToolTimedOut, domain.KindToolDenied, domain.KindToolCanceled:
	default:
		return nil, false
	}
	s := o.session(d.Session())
	switch d.Kind {
	case domain.KindSessionCreated:
		s.workspace = workspaceOf(d.Data)
	case domain.KindToolRequested:
		return s.request(d), false
	case domain.KindToolStarted:
		if r := s.find(d.Subject.Item.Value); r != nil && r.cwd == "" {
			r.cwd = startedIn(d.Data)
		}
	case domain.KindToolDenied, domain.KindToolCanceled:
		s.drop(s.find(d.Subject.Item.Value))
	default:
		asked := s.find(d.Subject.Item.Value)
		shown = s.end(d, asked)
		return shown, asked != nil && s.find(d.Subject.Item.Value) != asked
	}
	return nil, false
}

func (o *Observer) session(id domain.SessionID) *session {
	if s, ok := o.sessions[id]; ok {
		return s
	}
	if o.sessions == nil {
		o.sessions = map[domain.SessionID]*session{}
	}
	s := &session{}
	o.sessions[id] = s
	return s
}

// find returns the last open request of an item, nil for none.
func (s *session) find(item domain.ItemID) *request {
	for i := len(s.open) - 1; i >= 0 && item != ""; i-- {
		if s.open[i].item == item {
			return s.open[i]
		}
	}
	return nil
}

// drop forgets an open request.
func (s *session) drop(r *request) {
	s.open = slices.DeleteFunc(s.open, func(o *request) bool { return o == r })
}

// request takes note of a call that runs a command, or talks to the process of one. It returns the
// draft that a recorded call was asked to commit.
func (s *session) request(d *domain.Draft) []domain.Draft {
	r := requestOf(d)
	if r == nil {
		return nil
	}
	if r.editor != "" {
		s.await(r)
		return nil
	}
	if r.continues != "" {
		if r.of = s.process(r.continues); r.of == nil {
			return nil
		}
	} else if !mayShow(r.command) {
		return nil
	}
	s.await(r)
	if !d.Source.Imported() || !asksToCommit(r.command) {
		return nil
	}
	return s.ordered(r.drafts(d, []Facts{{Other: domain.Observed{CommitRequested: true}}}))
}

// await remembers a request until its end.
func (s *session) await(r *request) {
	if len(s.open) == maxOpen {
		s.open = slices.Delete(s.open, 0, 1)
	}
	s.open = append(s.open, r)
}

// process returns the request of a call whose process continues, nil if it is not open.
func (s *session) process(item domain.ItemID) *request {
	r := s.find(item)
	for r != nil && r.of != nil {
		r = r.of
	}
	return r
}

// end returns the drafts of what a call shows that ends, or whose process ends. asked is its request, nil if it is
// not known.
func (s *session) end(d *domain.Draft, asked *request) []domain.Draft {
	if asked == nil {
		return s.ordered(new(request).drafts(d, written(d, nil)))
	}
	r := asked
	if asked.of != nil {
		r = asked.of
	}
	e := endOf(d)
	r.output = appendOutput(r.output, e.output)
	if e.running || d.Kind == domain.KindToolOutput && e.code == nil {
		if asked != r {
			s.drop(asked)
		}
		return nil
	}
	s.drop(asked)
	s.drop(r)
	if r.editor != "" {
		status, _ := e.status(d)
		if all := written(d, nil); len(all) > 0 {
			return s.ordered(r.drafts(d, all))
		}
		return s.ordered(r.drafts(d, r.edit(status, s.workspace)))
	}
	call := Call{Command: r.command, CWD: r.folder(s.workspace), Output: r.output, Cut: e.cut}
	call.Status, call.Code = e.status(d)
	return s.ordered(r.drafts(d, written(d, withoutSecrets(r.command, Read(call)))))
}

// ordered lets facts name the one drafted before them where a clock that was set back numbers them
// before it: cause and number then contradict each other, and order neither.
func (s *session) ordered(drafts []domain.Draft) []domain.Draft {
	for i := range drafts {
		d := &drafts[i]
		if d.SeqKind == domain.SeqClock && d.Seq < s.latest && !slices.Contains(d.Causes, s.last) {
			d.Causes = append(d.Causes, s.last)
		}
		s.last = d.ID
		if d.SeqKind == domain.SeqClock {
			s.latest = max(s.latest, d.Seq)
		}
	}
	return drafts
}

// written puts the files before the facts of a call that its end says it wrote, without those that
// the facts name.
func written(d *domain.Draft, all []Facts) []Facts {
	if d.Kind != domain.KindToolCompleted || !bytes.Contains(d.Data, []byte(`"paths"`)) {
		return all
	}
	var p struct {
		Paths []domain.Path `json:"paths"`
	}
	if json.Unmarshal(d.Data, &p) != nil {
		return all
	}
	paths := slices.DeleteFunc(p.Paths, func(name domain.Path) bool {
		return slices.ContainsFunc(all, func(f Facts) bool { return slices.Contains(f.Other.Writes, name) })
	})
	if len(paths) == 0 {
		return all
	}
	return slices.Insert(all, 0, Facts{Other: domain.Observed{Writes: paths}})
}

// drafts drafts facts that the end of a call shows.
func (r *request) drafts(end *domain.Draft, all []Facts) (out []domain.Draft) {
	last, since := end.ID, sinceOf(all)
	for i, f := range all {
		d := domain.Draft{
			Version: 1, Stream: end.Stream, ObservedAt: end.ObservedAt, Emitter: end.Emitter, Epoch: end.Epoch,
			Seq: end.Seq, SeqKind: end.SeqKind, Causes: []domain.EventID{last}, Correlation: end.Correlation,
			Subject: end.Subject, Source: end.Source, Scope: end.Scope,
		}
		var payload domain.Payload = domain.WorkObserved{Observed: f.Other}
		revision := since
		if f.Test != nil {
			payload, revision = f.Test.payload(last), max(since, revisionOf(f.Test.Runner))
			d.Stream = domain.StreamID{Family: domain.FamilyLane, ULID: end.Session().Stream().ULID}
			if i == 0 && r.seqKind == end.SeqKind && r.emitter == end.Emitter && r.epoch == end.Epoch && r.seq > 0 {
				d.Seq = r.seq // what was written while the tests ran is written behind them
			}
		}
		d.Kind, d.Data = payload.Kind(), producers.Encode(payload)
		identify(&d, end, i, revision)
		out, last = append(out, d), d.ID
	}
	return out
}

// sinceOf is the revision of all facts of a call: a test that was not found before parts facts that were
// one, and moves those behind it.
func sinceOf(all []Facts) (revision int) {
	for _, f := range all {
		if f.Test != nil {
			revision = max(revision, f.Test.since)
		}
	}
	return revision
}

// Run is how the tests were run. of is an event about this run only: its id determines the scope
// where the text does not show which tests ran.
func (t *Test) Run(of domain.EventID) domain.TestRun {
	run := domain.TestRun{Runner: t.Runner, Folder: t.Folder, Scope: t.Scope}
	if t.Computed {
		sum := sha256.Sum256([]byte(of.String()))
		run.Scope = hex.EncodeToString(sum[:8])
	}
	return run
}

// payload is the event that states how the test came out, of a call that ended with an event. The
// names of failed tests stay in the output of the call, which can be erased.
func (t *Test) payload(end domain.EventID) domain.Payload {
	run := t.Run(end)
	switch t.Result {
	case summary.Passed:
		return domain.TestPassed{TestRun: run, Level: t.Level, Passed: t.Passed, Skipped: t.Skipped}
	case summary.Failed:
		return domain.TestFailed{TestRun: run, Level: t.Level, Passed: t.Passed, Failed: t.Failed, Skipped: t.Skipped}
	case summary.Hung:
	}
	return domain.TestHung{TestRun: run, Level: t.Level}
}
