package record

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// RescanReport lists the events of a log that hold secrets by the present rules. It never holds a
// secret.
type RescanReport struct {
	Read  int           `json:"events_read"`
	Found []SecretEvent `json:"found"`
	// Kept are the found events that cannot be erased: their kinds are not erasable.
	Kept   int `json:"kept"`
	Erased int `json:"erased"` // events whose data this run erased, or would erase

	// ErasedBefore means that an earlier run erased data, and may have ended before the files of
	// the log were scoured.
	ErasedBefore bool `json:"-"`
}

// SecretEvent is an event that holds secrets.
type SecretEvent struct {
	Event    domain.EventID `json:"event"`
	Kind     domain.Kind    `json:"event_kind"`
	Position uint64         `json:"position"`
	Stream   string         `json:"stream"`
	Erasable bool           `json:"erasable"`
	Secrets  []FoundSecret  `json:"secrets"`

	digest domain.Digest
}

// FoundSecret is one secret of an event: the rule that finds it and its place, as an RFC 6901
// pointer into the event's data; names of branches and repositories are in the envelope.
type FoundSecret struct {
	Rule    string `json:"rule"`
	Bytes   int    `json:"bytes"`
	Pointer string `json:"pointer"`
	In      string `json:"in"` // data or envelope
}

// Rescan reads the whole log and looks for secrets by the present rules. It writes nothing. tell,
// if not nil, is called with the number of events read.
//
// Errors: those of the log.
func (o *Operator) Rescan(ctx context.Context, tell func(read int)) (*RescanReport, error) {
	report := &RescanReport{Found: []SecretEvent{}}
	for e, err := range o.Log.Read(ctx, eventlog.Query{}) {
		if err != nil {
			return nil, err
		}
		report.Read++
		if e.Erased {
			report.ErasedBefore = true
		}
		if tell != nil && report.Read%4096 == 0 {
			tell(report.Read)
		}
		secrets, err := o.secretsIn(&e)
		if err != nil {
			return nil, err
		}
		if len(secrets) > 0 {
			report.add(&e, secrets)
		}
	}
	return report, nil
}

// secretsIn examines what the scrubber examines at recording: the data, and the names that people
// give to branches and remotes.
func (o *Operator) secretsIn(e *domain.Event) ([]FoundSecret, error) {
	var secrets []FoundSecret
	if !e.Erased {
		_, hits, err := o.Scrub.Data(e.Data)
		if err != nil {
			return nil, fmt.Errorf("look at %s: %w", e.ID, err)
		}
		for _, h := range hits {
			secrets = append(secrets, FoundSecret{h.Rule, h.Bytes, h.Pointer, "data"})
		}
	}
	for pointer, name := range map[string]string{"/subject/branch": string(e.Subject.Branch.Value), "/subject/repo": string(e.Subject.Repo.Value)} {
		_, hits := o.Scrub.Text(name)
		for _, h := range hits {
			secrets = append(secrets, FoundSecret{h.Rule, h.Bytes, pointer, "envelope"})
		}
	}
	return secrets, nil
}

func (r *RescanReport) add(e *domain.Event, secrets []FoundSecret) {
	info, _ := domain.LookupKind(e.Kind)
	inData := slices.ContainsFunc(secrets, func(s FoundSecret) bool { return s.In == "data" })
	found := SecretEvent{Event: e.ID, Kind: domain.Kind(strings.Clone(string(e.Kind))), Position: e.Position.Number(), Stream: e.Stream.String(),
		Erasable: info.Erasable && inData, Secrets: secrets, digest: e.DataDigest}
	r.Found = append(r.Found, found)
	if found.Erasable {
		r.Erased++
	} else {
		r.Kept++
	}
}

// EraseFound erases the data of the events in which [Operator.Rescan] found secrets, whole, as far
// as their kinds are erasable, and records each erasure with who decided it and why. The envelopes
// stay, and so does every proof. tell, if not nil, is called with the number of erased events.
//
// A crash leaves each event erased and recorded, or neither: run both again.
//
// Errors: kind unavailable when the log's engine cannot erase; those of the log.
func (o *Operator) EraseFound(ctx context.Context, report *RescanReport, reason string, tell func(done, of int)) error {
	var order []domain.EventID
	digests := map[domain.EventID]domain.Digest{}
	for _, f := range report.Found {
		if f.Erasable {
			order = append(order, f.Event)
			digests[f.Event] = f.digest
		}
	}
	return o.erase(ctx, erasing{"scrub", "scrub_rescan", reason}, order, digests, tell)
}
