package importing

import (
	"context"
	"errors"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/witness"
)

// revision brings what the log holds of calls to the present rules of package witness: earlier ones may have read
// in a call what is not there. It looks at calls that the log held before the import, of sessions whose beginning
// it held too: what is read of them is what was read before.
type revision struct {
	log    eventlog.Log
	record record.Func
	begun  map[domain.SessionID]bool // their beginning is held
	done   map[domain.EventID]bool   // ends of calls that the import recorded or looked at
}

func newRevision(log eventlog.Log, how record.Func) *revision {
	return &revision{log: log, record: how, begun: map[domain.SessionID]bool{}, done: map[domain.EventID]bool{}}
}

// part revises the calls of a part, and returns by record the results of what was recorded beside its drafts. Results
// of drafts that are recorded again, as the present revision, are replaced.
//
// Errors: those of the log.
func (r *revision) part(ctx context.Context, p *part, drafts []domain.Draft, results []record.Result) ([][]record.Result, error) {
	beside := make([][]record.Result, len(p.records))
	for i := range p.records {
		n := len(p.records[i].Drafts)
		for k := range drafts[:n] {
			if drafts[k].Kind == domain.KindSessionCreated && (results[k].Fate == record.AlreadyKnown || results[k].Fate == record.Corrected) {
				r.begun[drafts[k].Session()] = true
			}
		}
		for _, call := range p.calls[i] {
			more, err := r.call(ctx, call, drafts[:n], results[:n])
			if err != nil {
				return nil, err
			}
			beside[i] = append(beside[i], more...)
		}
		drafts, results = drafts[n:], results[n:]
	}
	return beside, nil
}

// call revises a call among the drafts of a record.
func (r *revision) call(ctx context.Context, c witness.ReadCall, drafts []domain.Draft, results []record.Result) ([]record.Result, error) {
	if r.done[c.End] {
		return nil, nil
	}
	r.done[c.End] = true
	at := 0
	for drafts[at].ID != c.End {
		at++
	}
	end := &drafts[at]
	if results[at].Fate != record.AlreadyKnown || !r.begun[end.Session()] {
		return nil, nil
	}
	var revised []domain.Draft
	var replaced []*record.Result
	for place := range c.Facts {
		if result := &results[at+1+place]; result.Fate == record.Changed {
			revised, replaced = append(revised, witness.Revised(drafts[at+1+place], end, place)), append(replaced, result)
		}
	}
	for place := c.Facts; ; place++ {
		held, err := r.holdsOne(ctx, witness.FactIDs(end, place))
		if err != nil {
			return nil, err
		}
		if !held {
			break
		}
		revised = append(revised, witness.Withdrawn(end, place))
	}
	if len(revised) == 0 {
		return nil, nil
	}
	all, err := r.record(ctx, [][]domain.Draft{revised})
	if err != nil {
		return nil, err
	}
	for i := range all[0] {
		if all[0][i].Fate == record.Imported { // the first edition need not be held
			all[0][i].Fate = record.Corrected
		}
	}
	for i, result := range replaced {
		*result = all[0][i]
	}
	return all[0][len(replaced):], nil
}

// holdsOne reports whether the log holds an event with one of some ids.
func (r *revision) holdsOne(ctx context.Context, ids []domain.EventID) (bool, error) {
	for _, id := range ids {
		if _, err := r.log.Get(ctx, id); err == nil || !errors.Is(err, eventlog.ErrNotFound) {
			return err == nil, err
		}
	}
	return false, nil
}
