package reporting

import (
	"context"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/reports/declare"
)

// Consumer is what the log records about a program that reads reports.
type Consumer struct {
	Name         string
	Advertised   *domain.ReportConsumerAdvertised // the last word; nil: it advertised nothing
	AdvertisedAt domain.Instant
	Checks       []Check // the oldest first
}

// Check is one run of a suite against a consumer.
type Check struct {
	Event domain.EventID
	At    domain.Instant
	By    domain.EmitterID
	domain.ReportConformanceChecked
}

// Passed reports whether the consumer parsed and understood every case.
func (c *Check) Passed() bool { return c.Cases > 0 && c.Parsed == c.Cases && c.Understood == c.Cases }

// LastPassed is the last check of a version of the consumer that it passed; "" is any version. It is nil
// where it passed none.
func (c *Consumer) LastPassed(version string) (last *Check) {
	for i := range c.Checks {
		if k := &c.Checks[i]; k.Passed() && (version == "" || k.Version == version) {
			last = k
		}
	}
	return last
}

// consumerStream returns the stream of events about a consumer.
func consumerStream(name string) domain.StreamID {
	return domain.StreamID{Family: domain.FamilyReport, ULID: domain.Derive(time.Time{}, "consumer", name)}
}

// Advertise records what a consumer can take.
//
// Errors: kind usage for a name that has not the form of one; those of the log.
func (r *Reports) Advertise(ctx context.Context, p domain.ReportConsumerAdvertised) (record.Decided, error) {
	return r.sayOf(ctx, p.Consumer, p)
}

// RecordCheck records which cases of a suite a consumer passed.
//
// Errors: those of [Reports.Advertise].
func (r *Reports) RecordCheck(ctx context.Context, p domain.ReportConformanceChecked) (record.Decided, error) {
	return r.sayOf(ctx, p.Consumer, p)
}

func (r *Reports) sayOf(ctx context.Context, name string, p domain.Payload) (record.Decided, error) {
	if !declare.IsConsumerName(name) {
		return record.Decided{}, domain.Usage("name consumer", name, "at most 64 letters, digits, dashes and underscores, a letter or digit first")
	}
	return r.Op.Decide(ctx, consumerStream(name), domain.Subject{}, func([]domain.Event) (domain.Payload, []domain.EventID, error) { return p, nil, nil })
}

// Consumers lists the consumers that the log mentions, in the order of the first mention. Events with
// low trust do not count.
//
// Errors: those of the log.
func (r *Reports) Consumers(ctx context.Context) ([]Consumer, error) {
	events, err := record.EventsOf(ctx, r.Log, func(k domain.Kind) bool {
		return k == domain.KindReportConsumerAdvertised || k == domain.KindReportConformanceChecked
	})
	var all []Consumer
	at := map[domain.StreamID]int{}
	for i := range events {
		e := &events[i]
		var c Consumer
		c.read(e)
		if c.Name == "" || e.Stream != consumerStream(c.Name) {
			continue
		}
		n, known := at[e.Stream]
		if !known {
			n = len(all)
			at[e.Stream], all = n, append(all, Consumer{Name: c.Name})
		}
		if c.Advertised != nil {
			all[n].Advertised, all[n].AdvertisedAt = c.Advertised, c.AdvertisedAt
		}
		all[n].Checks = append(all[n].Checks, c.Checks...)
	}
	return all, err
}

// read reads one event; the name stays empty where it does not count.
func (c *Consumer) read(e *domain.Event) {
	if e.Erased || e.Source.Trust.Rank() < domain.TrustMedium.Rank() {
		return
	}
	advertised, checked := new(domain.ReportConsumerAdvertised), Check{Event: e.ID, At: e.ObservedAt, By: e.Emitter}
	switch {
	case e.Kind == domain.KindReportConsumerAdvertised && eventlog.Decode(e.Data, advertised) == nil:
		c.Name, c.Advertised, c.AdvertisedAt = advertised.Consumer, advertised, e.ObservedAt
	case e.Kind == domain.KindReportConformanceChecked && eventlog.Decode(e.Data, &checked.ReportConformanceChecked) == nil:
		c.Name, c.Checks = checked.Consumer, []Check{checked}
	}
}

// Advertisement finds what a consumer advertised last.
//
// Errors: kind not_found for a consumer that advertised nothing; those of the log.
func (r *Reports) Advertisement(ctx context.Context, name string) (*domain.ReportConsumerAdvertised, error) {
	all, err := r.Consumers(ctx)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Name == name && all[i].Advertised != nil {
			return all[i].Advertised, nil
		}
	}
	return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "find consumer", Target: name, Message: "advertised nothing in this log",
		Hint: "record what it can take, or name the file that says so"}
}
