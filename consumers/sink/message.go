package sink

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/consumers/watch"
)

// Delivery is the document that goes out.
type Delivery struct {
	Kind    string `json:"kind"` // [DeliveryKind]
	Version int    `json:"schema_version"`
	// Key is the idempotency key: the same for every try, and for a replay. A receiver that handled a key
	// ignores what comes under it again.
	Key  string `json:"idempotency_key"`
	Sink string `json:"sink"`
	Log  string `json:"log"` // its id
	// Outcome is the line of claw watch; absent where Rule is present, and in a trial.
	Outcome *watch.Line        `json:"outcome,omitzero"`
	Rule    *watch.RuleChanged `json:"rule_changed,omitzero"`
	Summary string             `json:"summary"` // one line for people, of what the audience may see
	// View is the lane as a view for the audience; beside Outcome only.
	View  jsontext.Value `json:"view,omitzero"`
	event jsontext.Value // the lane as clawhip takes it
}

// DeliveryKind is the kind of a [Delivery].
const DeliveryKind = "delivery"

// Description is a lane in views.
type Description struct {
	View    jsontext.Value // for the audience of the sink
	Clawhip jsontext.Value // the event of the lane, for clawhip
	Summary string
}

// Text is the document in JSON.
func (d *Delivery) Text() ([]byte, error) { return json.Marshal(d, json.Deterministic(true)) }

// Seq is the number of the line.
func (d *Delivery) Seq() uint64 {
	switch {
	case d.Rule != nil:
		return d.Rule.Seq
	case d.Outcome != nil:
		return d.Outcome.Seq
	}
	return 0 // of a trial
}

// outcomeDelivery is the delivery of a line.
func outcomeDelivery(c *Config, log string, l *watch.Line, as *Description) *Delivery {
	return &Delivery{Kind: DeliveryKind, Version: 1, Key: "outcome-" + l.Fingerprint.String(), Sink: c.Name, Log: log, Outcome: l, Summary: as.Summary, View: as.View, event: as.Clawhip}
}

// ruleDelivery is the delivery of a change of rules.
func ruleDelivery(c *Config, log string, r *watch.RuleChanged) *Delivery {
	sum := sha256.Sum256(fmt.Appendf(nil, "claw/rule-changed/1\x00%s\x00%s\x00%d\x00%d", log, c.Name, r.Seq, r.To))
	return &Delivery{Kind: DeliveryKind, Version: 1, Key: "rules-" + hex.EncodeToString(sum[:]), Sink: c.Name, Log: log, Rule: r,
		Summary: fmt.Sprintf("other rules derive outcomes now: %d changed, no news", r.Lanes)}
}

// Trial returns a delivery about no lane. id makes its key unique.
func Trial(c *Config, log, id string) *Delivery {
	return &Delivery{Kind: DeliveryKind, Version: 1, Key: "trial-" + id, Sink: c.Name, Log: log, Summary: "a trial of sink " + c.Name + ": no lane did anything"}
}
