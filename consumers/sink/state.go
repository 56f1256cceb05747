package sink

import (
	"context"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/consumers/sink/status"
	"github.com/clawable/claw/domain"
)

// recovered records that the last try succeeded.
func (o *Outbox) recovered() {
	o.status.Trouble = nil
	o.tellProgress()
}

// tellProgress reports whether deliveries are under way, if that has changed.
func (o *Outbox) tellProgress() {
	switch {
	case o.status.Trouble != nil:
	case len(o.queue) == 0:
		o.tell(status.StateCurrent)
	case o.status.State != status.StateSending, o.Now().Sub(o.status.At) >= status.SignEvery:
		o.tell(status.StateSending)
	}
}

// await waits for what is new in the log, and gives signs of life meanwhile.
//
// Errors: those of the source; ctx's.
func (o *Outbox) await(ctx context.Context) error {
	for {
		awhile, cancel := context.WithTimeout(ctx, status.SignEvery)
		err := o.Source.Await(awhile)
		cancel()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		o.sign()
	}
}

// sign rewrites the status with the current time: a file that does not age shows that the process is
// running.
func (o *Outbox) sign() {
	o.status.At = o.Now().UTC()
	_ = o.status.Write(o.Status)
}

// retry reports a failure, and waits before the next try.
func (o *Outbox) retry(ctx context.Context, err error) {
	now := o.Now().UTC()
	t := o.status.Trouble
	if t == nil {
		t = &status.Trouble{Since: now}
	}
	t.Tries++
	wait := pause(t.Tries, err, o.Random())
	t.Error, t.Kind, t.Next = err.Error(), domain.KindOf(err), now.Add(wait)
	if t.Kind == "" {
		t.Kind = domain.ErrUnknown
	}
	var typed *domain.Error
	if errors.As(err, &typed) {
		t.Error = typed.Error()
	}
	o.status.Trouble = t
	o.tell(status.StateRetrying)
	if !o.Once {
		o.Pause(ctx, wait)
	}
}

// tell writes the status file, and calls Tell where the state changed or is a retry. A status that
// cannot be written does not stop the process: the cause is probably the failure that it would report.
func (o *Outbox) tell(s status.State) {
	position := o.cursor.Position()
	if s == o.status.State && s == status.StateCurrent && position == o.status.Position && o.status.Pending == 0 {
		return
	}
	isNews := s != o.status.State || s == status.StateRetrying
	o.status.State, o.status.At, o.status.Position, o.status.Pending = s, o.Now().UTC(), position, len(o.queue)
	_ = o.status.Write(o.Status)
	if isNews {
		told := o.status
		o.Tell(&told)
	}
}
