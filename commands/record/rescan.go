package record

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// RescanReport says which events of a log hold secrets by the rules of now: those that older
// rules let in. It never says what a secret is.
type RescanReport struct {
	Read  int           `json:"events_read"`
	Found []SecretEvent `json:"found"`
	// Kept are the found events that cannot be erased: their kinds are not erasable.
	Kept   int `json:"kept"`
	Erased int `json:"erased"` // events whose data this run erased, or would erase

	// ErasedBefore says that an earlier run erased data, which may have ended before they stood
	// nowhere any more.
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

// FoundSecret is one secret of an event: the rule that finds it and where it stands, as an
// RFC 6901 pointer into the event's data; names of branches and repositories stand in the
// envelope.
type FoundSecret struct {
	Rule    string `json:"rule"`
	Bytes   int    `json:"bytes"`
	Pointer string `json:"pointer"`
	In      string `json:"in"` // data or envelope
}

// Rescan reads the whole log and looks for what the rules of now take for a secret. It writes
// nothing. tell, if not nil, hears how many events are read.
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

// secretsIn looks at what passes the scrubber when it is recorded: the data, and the names that
// people give to branches and remotes.
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

// EraseFound erases the data of the events in which [Operator.Rescan] found secrets, whole, as
// far as their kinds are erasable, and records each erasure with who decided it and why. The
// envelopes stay, and so does every proof. tell, if not nil, hears how many are done.
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
