package sink

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// clawhip posts the event of the lane in the view for clawhip, and beside it the event of a session: only
// those have a priority there. Ids of both are functions of the idempotency key.
type clawhip struct{ *poster }

// clawhipFields are the members of the event of a lane that its twin repeats.
type clawhipFields struct {
	Event       domain.Kind `json:"event"`
	AgentName   string      `json:"agent_name"`
	Session     string      `json:"session_id"`
	Project     string      `json:"project"`
	Branch      string      `json:"branch,omitzero"`
	Summary     string      `json:"summary"`
	Detail      string      `json:"detail,omitzero"`
	EmittedAt   string      `json:"emittedAt"`
	Correlation string      `json:"correlation_id"`
}

// Send implements [Sender].
func (c *clawhip) Send(ctx context.Context, d *Delivery) error {
	bodies, err := clawhipBodies(d)
	if err != nil {
		return err
	}
	for _, body := range bodies {
		text, err := json.Marshal(body, json.Deterministic(true))
		if err != nil {
			return err
		}
		if err := c.post(ctx, text, jsonHeaders()); err != nil {
			return err
		}
	}
	return nil
}

// sessionKinds are the twins of kinds of lanes.
var sessionKinds = map[domain.Kind]string{domain.KindLaneFailed: "failed", domain.KindLaneBlocked: "blocked", domain.KindLaneFinished: "finished", domain.KindLaneStarted: "started"}

// clawhipBodies are what a delivery is for clawhip.
func clawhipBodies(d *Delivery) ([]any, error) {
	if d.Outcome == nil {
		return []any{map[string]any{"type": "custom", "payload": map[string]any{"message": d.Summary, "event_id": clawhipID(d.Key, "custom"), "idempotency_key": d.Key}}}, nil
	}
	var event clawhipFields
	whole := map[string]jsontext.Value{}
	if err := json.Unmarshal(d.event, &event); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(d.event, &whole); err != nil {
		return nil, err
	}
	whole["event_id"] = jsontext.Value(strconv.Quote(clawhipID(d.Key, "lane")))
	bodies := []any{whole}
	if status, twin := sessionKinds[event.Event]; twin {
		payload := map[string]any{"agent_name": event.AgentName, "status": status, "session_id": event.Session, "project": event.Project, "summary": event.Summary,
			"event_id": clawhipID(d.Key, "session"), "idempotency_key": d.Key + "-session", "correlation_id": event.Correlation, "event_timestamp": event.EmittedAt,
			"normalized_event": "session." + status}
		if event.Branch != "" {
			payload["branch"] = event.Branch
		}
		if event.Detail != "" && status != "finished" {
			payload["error_summary"] = event.Detail
		}
		bodies = append(bodies, map[string]any{"type": "session." + status, "payload": payload})
	}
	return bodies, nil
}

// clawhipID is a UUID of version 8, the same for the same key.
func clawhipID(key, of string) string {
	sum := sha256.Sum256([]byte("claw/clawhip/2\x00" + key + "\x00" + of))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[0:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
