package record

import (
	"context"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// lookSource names a look at a worktree, in emitters and channels.
const lookSource = "git-status"

// Look is a look at a worktree with git, and the lane that works there.
type Look struct {
	At       domain.Instant
	Lane     domain.LaneID    // "" when none was named: then no lane is affected
	After    []domain.EventID // what began the lane's try
	Worktree domain.Path
	Branch   domain.Branch // "" for none
	Repo     domain.Maybe[domain.RepoID]
	Run      domain.CorrelationID // that looked
}

// RecordLook appends what was found, one event for each payload, and returns the result of each: a
// state that the log holds for this try is not recorded again, regardless of its time.
//
// Errors: those of the log; that of a payload that cannot be recorded.
func (r *Recorder) RecordLook(ctx context.Context, l *Look, seen ...domain.Payload) (results []Result, err error) {
	drafts := make([]domain.Draft, len(seen))
	for i, p := range seen {
		if drafts[i], err = l.draft(p); err != nil {
			return nil, err
		}
	}
	results, err = r.Record(ctx, drafts)
	for i := range results {
		if results[i].Fate == Refused {
			return results[:i], results[i].Err
		}
	}
	return results, err
}

// draft has an id that derives from what was found, not from the time.
func (l *Look) draft(p domain.Payload) (domain.Draft, error) {
	data, err := eventlog.Encode(p)
	if err != nil {
		return domain.Draft{}, err
	}
	stream, own := l.stream(), domain.Derive(time.Time{}, lookSource, string(l.Worktree))
	parts := []string{lookSource, stream.String(), own.String(), string(p.Kind()), string(data)}
	for _, id := range l.After {
		parts = append(parts, id.String())
	}
	d := domain.Draft{ID: domain.EventID(domain.Derive(time.Time{}, parts...)), Kind: p.Kind(), Version: 1, Stream: stream, ObservedAt: l.At,
		Emitter: domain.EmitterID("import/" + lookSource + "/" + own.String()), Epoch: domain.Epoch(own),
		Causes: l.After, Correlation: l.Run, Subject: domain.Subject{Repo: l.Repo, Worktree: domain.Known(l.Worktree)},
		Source: domain.Source{Kind: domain.SourceLive, Channel: domain.ImportChannel + lookSource}, Data: data}
	if l.Branch != "" {
		d.Subject.Branch = domain.Known(l.Branch)
	}
	if l.Lane == "" {
		d.Source.Kind = domain.SourceHealthcheck
	} else {
		d.Subject.Lane = domain.Known(l.Lane)
	}
	return d, nil
}

// stream is the lane's, else one of the worktree's own.
func (l *Look) stream() domain.StreamID {
	if s, err := l.Lane.Stream(); err == nil {
		return s
	}
	return domain.StreamID{Family: domain.FamilyLane, ULID: domain.Derive(time.Time{}, lookSource, string(l.Worktree))}
}
