package reporting

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/reports"
)

// Reports are the reports of a log. Op appends; it is nil where nothing is to be appended. What was read
// is kept, and read again where events came to it. Not safe for concurrent use.
type Reports struct {
	Log eventlog.Log
	Op  *record.Operator

	until   domain.Position // of the last event that was looked at
	streams []domain.StreamID
	seen    map[ulid.ULID]bool           // of streams
	filed   map[ulid.ULID]reports.Filing // without those to which events came
}

// Load reads a report by its id.
//
// Errors: kind not_found for a report that the log does not hold; those of the log.
func (r *Reports) Load(ctx context.Context, stream domain.StreamID) (reports.Filing, error) {
	events, err := r.events(ctx, stream)
	if err != nil {
		return reports.Filing{}, err
	}
	f := fold(stream, events)
	if f.Last() == nil {
		return f, notFiled(stream.String())
	}
	return f, nil
}

func (r *Reports) events(ctx context.Context, stream domain.StreamID) (events []domain.Event, err error) {
	for e, err := range r.Log.Read(ctx, eventlog.Query{Stream: stream}) {
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, nil
}

func fold(stream domain.StreamID, events []domain.Event) reports.Filing {
	return reports.Fold(stream, events, decode)
}

// decode reads the payload of a report's event.
func decode(data []byte, into any) error {
	p, ok := into.(domain.Payload)
	if !ok {
		return errors.ErrUnsupported
	}
	return eventlog.Decode(data, p)
}

func notFiled(id string) error {
	return &domain.Error{Kind: domain.ErrNotFound, Operation: "find report", Target: id, Message: "no report of this id is filed here", Hint: "list the reports that are filed"}
}

// Streams lists the streams of reports, the oldest first.
//
// Errors: those of the log.
func (r *Reports) Streams(ctx context.Context) (streams []domain.StreamID, err error) {
	if r.seen == nil {
		r.seen, r.filed = map[ulid.ULID]bool{}, map[ulid.ULID]reports.Filing{}
	}
	for e, err := range eventlog.ReadPast(ctx, r.Log, eventlog.Query{After: r.until, EnvelopeOnly: true}) {
		if errors.Is(err, eventlog.ErrCorrupt) {
			continue
		}
		if err != nil {
			return nil, err
		}
		r.until = e.Position
		if e.Stream.Family == domain.FamilyReport {
			delete(r.filed, e.Stream.ULID)
		}
		if e.Kind == domain.KindReportFiled && !r.seen[e.Stream.ULID] {
			r.seen[e.Stream.ULID] = true
			r.streams = append(r.streams, e.Stream)
		}
	}
	return slices.Clone(r.streams), nil
}

// All lists the reports of the log, the oldest first. Streams that hold no report are left out.
//
// Errors: those of the log.
func (r *Reports) All(ctx context.Context) (all []reports.Filing, err error) {
	streams, err := r.Streams(ctx)
	for i := 0; err == nil && i < len(streams); i++ {
		f, kept := r.filed[streams[i].ULID]
		if !kept {
			var events []domain.Event
			if events, err = r.events(ctx, streams[i]); err != nil {
				return nil, err
			}
			f = fold(streams[i], events)
			r.filed[streams[i].ULID] = f
		}
		if f.Last() != nil {
			all = append(all, f)
		}
	}
	return all, err
}

// Find returns the report whose id begins as typed, with or without "report-".
//
// Errors: kind not_found; kind usage when several begin like this, with the candidates in Detail.
func (r *Reports) Find(ctx context.Context, typed string) (reports.Filing, error) {
	if stream, err := domain.ParseStreamID(withPrefix(typed)); err == nil {
		return r.Load(ctx, stream)
	}
	streams, err := r.Streams(ctx)
	if err != nil {
		return reports.Filing{}, err
	}
	var found []domain.StreamID
	for _, s := range streams {
		if typed != "" && strings.HasPrefix(s.String(), withPrefix(typed)) {
			found = append(found, s)
		}
	}
	switch len(found) {
	case 0:
		return reports.Filing{}, notFiled(typed)
	case 1:
		return r.Load(ctx, found[0])
	}
	names := make([]string, len(found))
	for i, s := range found {
		names[i] = s.String()
	}
	return reports.Filing{}, &domain.Error{Kind: domain.ErrUsage, Operation: "find report", Target: typed, Message: "several reports begin like this",
		Hint: "type more of it", Detail: map[string]any{"candidates": names}}
}

func withPrefix(typed string) string {
	prefix := domain.FamilyReport.Prefix()
	if strings.HasPrefix(typed, prefix) {
		return prefix + strings.ToUpper(typed[len(prefix):])
	}
	return prefix + strings.ToUpper(typed)
}

// InChannel returns the report that was filed last to a channel; false for none.
//
// Errors: those of the log.
func (r *Reports) InChannel(ctx context.Context, channel string) (f reports.Filing, found bool, err error) {
	all, err := r.All(ctx)
	for i := range all {
		if all[i].Channel == channel {
			f, found = all[i], true
		}
	}
	return f, found, err
}

// LastMeaningful refers to the newest version that said something new, among those for which of is true; the zero
// one for none.
//
// Errors: those of the log.
func LastMeaningful(ctx context.Context, r *Reports, of func(*reports.Filing, *reports.Version) bool) (domain.LastMeaningful, error) {
	all, err := r.All(ctx)
	for _, f := range slices.Backward(all) {
		for _, v := range slices.Backward(f.Versions) {
			if !of(&f, &v) {
				continue
			}
			if m, news := v.Meaningful(f.Report); news {
				return m, err
			}
		}
	}
	return domain.LastMeaningful{}, err
}

// WithHash returns the ids of other reports that say the same.
//
// Errors: those of the log.
func (r *Reports) WithHash(ctx context.Context, hash domain.Digest, but string) (ids []string, err error) {
	all, err := r.All(ctx)
	for i := range all {
		if all[i].Report != but && all[i].Last().Hash == hash {
			ids = append(ids, all[i].Report)
		}
	}
	return ids, err
}
