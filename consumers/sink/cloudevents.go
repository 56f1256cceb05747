package sink

import (
	"context"
	"fmt"
	"net/http"

	"github.com/cloudevents/sdk-go/v2/binding"
	"github.com/cloudevents/sdk-go/v2/event"
	cehttp "github.com/cloudevents/sdk-go/v2/protocol/http"
	"github.com/cockroachdb/errors"
)

// The types of CloudEvents that go out.
const (
	TypeOutcome     = "com.clawable.claw.outcome.v1"
	TypeRuleChanged = "com.clawable.claw.rule_changed.v1"
	TypeTrial       = "com.clawable.claw.trial.v1"
)

// cloudEvents posts deliveries as CloudEvents 1.0: the id is the idempotency key, the source the log, the
// subject the lane, the extension sequence the number of the line.
type cloudEvents struct{ *poster }

// Send implements [Sender].
func (c *cloudEvents) Send(ctx context.Context, d *Delivery) error {
	e, err := cloudEvent(d)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.config.URL, nil)
	if err != nil {
		return c.config.delivery("the URL cannot be requested", true)
	}
	if c.config.Mode == ModeBinary {
		ctx = binding.WithForceBinary(ctx)
	} else {
		ctx = binding.WithForceStructured(ctx)
	}
	if err := cehttp.WriteRequest(ctx, binding.ToMessage(e), r); err != nil {
		return errors.Wrap(err, "write the CloudEvent")
	}
	return c.do(r)
}

// cloudEvent is a delivery as a CloudEvent.
func cloudEvent(d *Delivery) (*event.Event, error) {
	text, err := d.Text()
	if err != nil {
		return nil, err
	}
	e := event.New(event.CloudEventsVersionV1)
	e.SetID(d.Key)
	e.SetSource("urn:claw:log:" + d.Log)
	e.SetExtension("sequence", fmt.Sprintf("%020d", d.Seq()))
	switch {
	case d.Outcome != nil:
		e.SetType(TypeOutcome)
		e.SetSubject(string(d.Outcome.Lane))
	case d.Rule != nil:
		e.SetType(TypeRuleChanged)
	default:
		e.SetType(TypeTrial)
	}
	if err := e.SetData(event.ApplicationJSON, text); err != nil {
		return nil, errors.Wrap(err, "make the CloudEvent")
	}
	e.DataBase64 = false // the library takes bytes for what is no JSON
	return &e, errors.Wrap(e.Validate(), "make the CloudEvent")
}
