package sink

import (
	"context"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/consumers/sink/status"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
)

// Source is the read model of a log as an outbox reads it. It is used by one goroutine.
type Source interface {
	watch.Model
	// CatchUp brings the model to the head of the log.
	CatchUp(ctx context.Context) error
	// Await returns when the log may have more than the model.
	Await(ctx context.Context) error
	// Current returns the fingerprint of the current outcome of a lane, zero where nothing ended.
	Current(l domain.LaneID) (domain.Digest, error)
	// Describe renders a lane for an audience.
	Describe(l *watch.Line, audience string) (Description, error)
}

// Options are what an outbox works with.
type Options struct {
	Config *Config
	Cursor string // path of its file
	Status string // path of its status file
	Log    string // id of the log
	Rules  int    // version of the rules by which the source derives outcomes
	Source Source
	Sender func() (Sender, error) // called until it succeeds
	Now    func() time.Time
	Pause  func(context.Context, time.Duration)
	Random func() float64 // in [0, 1)
	// Tell is called at each change of state.
	Tell func(*status.Status)
	Once bool // end when all is delivered that is wanted, or at the first failure
}

// Outbox is the outbox of one sink. Not safe for concurrent use.
type Outbox struct {
	Options
	cursor *watch.Cursor
	feed   watch.Feed
	sender Sender
	queue  []entry
	status status.Status
}

// entry is one of what is to be delivered: a line, or a change of rules.
type entry struct {
	line *watch.Line
	rule *watch.RuleChanged
}

// of is the lane of an entry, "" for a change of rules.
func (e entry) of() domain.LaneID {
	if e.line == nil {
		return ""
	}
	return e.line.Lane
}

// New makes an outbox.
func New(o Options) *Outbox { return &Outbox{Options: o} }

// OpenCursor opens the file of what a sink delivered, which one process has at a time.
//
// Errors: kind unavailable where another process runs this sink; those of [watch.Open].
func OpenCursor(sink, path string) (*watch.Cursor, error) {
	cursor, err := watch.Open(path)
	if domain.KindOf(err) == domain.ErrUnavailable {
		err = (&domain.Error{Kind: domain.ErrUnavailable, Operation: "open sink", Target: sink, Message: "another process runs this sink",
			Hint: "end that one first: projector sink run, or projector serve --sinks", Retryable: true}).Because(err)
	}
	return cursor, err
}

// Run delivers until ctx ends, or once. It owns the cursor meanwhile.
//
// Errors: kind unavailable where another process runs this sink; those of the cursor; with Once, why a
// delivery failed.
func (o *Outbox) Run(ctx context.Context) (err error) {
	if o.cursor, err = OpenCursor(o.Config.Name, o.Cursor); err != nil {
		return errors.Wrapf(err, "run sink %s", o.Config.Name)
	}
	defer func() {
		o.tell(status.StateStopped)
		_ = CloseSender(o.sender) // what it accepted, it confirmed
		err = errors.CombineErrors(err, o.cursor.Close())
	}()
	o.feed = watch.Feed{Cursor: o.cursor, Model: o.Source, Wanted: o.Config.Wanted(), Rules: o.Rules}
	if parked, err := o.cursor.Parked(); err != nil {
		return errors.Wrapf(err, "run sink %s", o.Config.Name)
	} else {
		o.status.Parked = len(parked)
	}
	for started := false; ctx.Err() == nil; {
		err := o.round(ctx, &started)
		switch {
		case ctx.Err() != nil:
		case err == nil:
			o.recovered()
			if o.Once {
				return nil
			}
			err = o.await(ctx)
		}
		if err == nil || ctx.Err() != nil {
			continue
		}
		if o.retry(ctx, err); o.Once {
			return err
		}
	}
	return nil
}

// round takes what is new and delivers all that is pending.
func (o *Outbox) round(ctx context.Context, started *bool) error {
	if err := o.Source.CatchUp(ctx); err != nil {
		return err
	}
	if !*started {
		if err := o.start(); err != nil {
			return err
		}
		*started = true
	}
	if o.sender == nil {
		sender, err := o.Sender()
		if err != nil {
			return err
		}
		o.sender = sender
	}
	rule, err := o.feed.Start(ctx, o.Config.FromStart)
	if err != nil {
		return err
	}
	if rule != nil {
		o.queue = append(o.queue, entry{rule: rule})
	}
	if err := o.feed.New(o.take); err != nil {
		return err
	}
	for len(o.queue) > 0 && ctx.Err() == nil {
		if err := o.next(ctx); err != nil {
			return err
		}
	}
	return nil
}

// start loads what an earlier process left pending.
func (o *Outbox) start() error {
	o.queue = nil
	left, err := o.cursor.Pending()
	if err != nil {
		return err
	}
	rule, err := o.cursor.PendingRule()
	if err != nil {
		return err
	}
	if rule != nil {
		o.queue = append(o.queue, entry{rule: rule})
	}
	if err := o.take(left); err != nil {
		return err
	}
	return nil
}

// take queues lines. What is queued of a lane is overtaken by its new line.
func (o *Outbox) take(lines []watch.Line) error {
	newest := make(map[domain.LaneID]uint64, len(lines))
	for i := range lines {
		newest[lines[i].Lane] = lines[i].Seq
		o.queue = append(o.queue, entry{line: &lines[i]})
	}
	kept := make([]entry, 0, len(o.queue))
	for _, e := range o.queue {
		if seq, is := newest[e.of()]; e.line != nil && is && e.line.Seq < seq {
			if err := o.cursor.Drop(e.line); err != nil {
				return err
			}
			continue
		}
		kept = append(kept, e)
	}
	o.queue = kept
	if len(lines) > 0 {
		o.tellProgress()
	}
	return nil
}

// next delivers the first of the queue, or drops it when it was overtaken. What fails, to be rendered or to
// be sent, goes to the end of the queue, so that other lanes do not wait for a delivery that fails alone.
func (o *Outbox) next(ctx context.Context) error {
	e := o.queue[0]
	d, err := o.delivery(ctx, e)
	if err == nil && d != nil {
		err = o.sender.Send(ctx, d)
	}
	switch {
	case isRefused(err):
		err = o.park(e, err)
	case err != nil:
		o.queue = append(o.queue[1:], e)
		return err
	case d == nil:
		err = o.cursor.Drop(e.line)
	default:
		err = o.cursor.ToldOne(d.Seq())
	}
	if err == nil {
		o.queue = o.queue[1:]
		o.recovered()
	}
	return err
}

// delivery is what goes out of an entry, nil for a line that was overtaken.
func (o *Outbox) delivery(ctx context.Context, e entry) (*Delivery, error) {
	if e.rule != nil {
		return ruleDelivery(o.Config, o.Log, e.rule), nil
	}
	if err := o.Source.CatchUp(ctx); err != nil {
		return nil, err
	}
	now, err := o.Source.Current(e.line.Lane)
	if err != nil || now != e.line.Fingerprint {
		return nil, err
	}
	as, err := o.Source.Describe(e.line, o.Config.Audience)
	if err != nil {
		return nil, err
	}
	return outcomeDelivery(o.Config, o.Log, e.line, &as), nil
}

// park sets aside what the receiver refuses for good.
func (o *Outbox) park(e entry, why error) error {
	if e.line == nil {
		return o.cursor.ToldOne(e.rule.Seq)
	}
	o.status.Parked++
	return o.cursor.Park(&watch.Parked{Line: *e.line, Reason: why.Error(), At: o.Now().UTC()})
}
