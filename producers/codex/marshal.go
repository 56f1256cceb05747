package codex

import (
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// marshalling holds the options that marshal returns, made when a recording is first read:
// other processes of claw do not wait for them.
var marshalling struct {
	once    sync.Once
	options json.Options
}

// marshal writes the two types that hold most bytes without a copy between. What it
// writes is what their own methods write.
func marshal(payload domain.Payload) ([]byte, error) {
	marshalling.once.Do(func() {
		marshalling.options = json.JoinOptions(
			jsontext.AllowDuplicateNames(true), // the log's canonical form checks
			json.WithMarshalers(json.JoinMarshalers(
				json.MarshalToFunc(func(enc *jsontext.Encoder, t domain.Text) error {
					if t.Cut != nil {
						cut, err := t.MarshalJSON()
						if err != nil {
							return err
						}
						return enc.WriteValue(cut)
					}
					return enc.WriteToken(jsontext.String(t.Whole))
				}),
				json.MarshalToFunc(func(enc *jsontext.Encoder, v domain.JSON) error {
					return enc.WriteValue(jsontext.Value(v))
				}),
			)))
	})
	return json.Marshal(payload, marshalling.options)
}
