package hooks

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// wrapper is what a logger puts around a payload, or adds to it.
type wrapper struct {
	Raw      jsontext.Value `json:"raw"`
	Payload  jsontext.Value `json:"payload"`
	Input    jsontext.Value `json:"input"`
	Hook     jsontext.Value `json:"hook_input"`
	Data     jsontext.Value `json:"data"`
	Stdin    jsontext.Value `json:"stdin"`
	Stamp    jsontext.Value `json:"timestamp"`
	LoggedAt lenient.Word   `json:"logged_at"`
	Received lenient.Whole  `json:"received_at_ms"`
}

// unwrap finds the payload in a recorded value, and when it was recorded.
func unwrap(value []byte) (raw []byte, p *Payload, at domain.Instant) {
	w, _ := lenient.Read[wrapper](value)
	at = w.at()
	if p, ok := Parse(value); ok {
		return value, p, at
	}
	for _, inner := range []jsontext.Value{w.Raw, w.Payload, w.Input, w.Hook, w.Data, w.Stdin} {
		if text := lenient.Text(inner); text != "" {
			inner = jsontext.Value(text) // the payload as a string
		}
		if p, ok := Parse(inner); ok {
			return inner, p, at
		}
	}
	return value, nil, at
}

// at is the time that the logger wrote, or why there is none.
func (w *wrapper) at() domain.Instant {
	if w.Received > 0 {
		return producers.Millis(w.Received)
	}
	if len(w.Stamp) > 0 && w.Stamp.Kind() == '0' {
		var ms lenient.Whole
		if err := ms.UnmarshalJSONFrom(jsontext.NewDecoder(bytes.NewBuffer(w.Stamp))); err == nil {
			return producers.Millis(ms)
		}
	}
	if stamp := lenient.Text(w.Stamp); stamp != "" {
		return producers.Instant(stamp)
	}
	return producers.Instant(w.LoggedAt)
}

func whole(payload []byte) bool { return jsontext.Value(payload).IsValid(lenient.Options) }
