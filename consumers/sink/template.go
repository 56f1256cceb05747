package sink

import (
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/internal/visible"
)

// mostDiscord is how many characters a message of Discord has.
const mostDiscord = 2000

// body is a delivery in the form of a template, with the headers that belong to it. Text of others is made
// visible, and cannot mention anyone by name.
func (t Template) body(d *Delivery) ([]byte, http.Header, error) {
	says := visible.Printable(d.Summary)
	switch t {
	case TemplateSlack:
		body, err := json.Marshal(map[string]string{"text": slackText.Replace(says)})
		return body, jsonHeaders(), err
	case TemplateDiscord:
		cut := []rune(says)
		body, err := json.Marshal(map[string]any{"content": string(cut[:min(len(cut), mostDiscord)]), "allowed_mentions": map[string]any{"parse": []string{}}}, json.Deterministic(true))
		return body, jsonHeaders(), err
	case TemplateNtfy:
		return []byte(says), http.Header{"Content-Type": {"text/plain; charset=utf-8"}, "X-Title": {title(d)}, "X-Tags": {tag(d)}}, nil
	}
	body, err := d.Text()
	return body, jsonHeaders(), err
}

// slackText escapes what Slack reads as markup.
var slackText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func title(d *Delivery) string {
	switch {
	case d.Rule != nil:
		return "claw: rules of outcomes changed"
	case d.Outcome != nil:
		return "claw: " + string(d.Outcome.Outcome)
	}
	return "claw: trial"
}

func tag(d *Delivery) string {
	switch {
	case d.Outcome == nil:
		return "information_source"
	case d.Outcome.Outcome == lane.ResultFinished:
		return "white_check_mark"
	case d.Outcome.Outcome == lane.ResultFailed, d.Outcome.Outcome == lane.ResultFailedVerify:
		return "x"
	}
	return "warning"
}
