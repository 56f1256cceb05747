package projections

import (
	"cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/money"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/payload"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/values"
)

// Tokens counts what a model read and wrote.
type Tokens struct {
	CacheCreation int64 `json:"cache_creation_tokens"` // beside Input
	CacheRead     int64 `json:"cache_read_tokens"`     // beside Input
	Input         int64 `json:"input_tokens"`          // not read from a cache
	Output        int64 `json:"output_tokens"`         // with reasoning
	Reasoning     int64 `json:"reasoning_tokens"`      // within Output
}

// Total is all that was read and written.
func (t Tokens) Total() int64 { return t.CacheCreation + t.CacheRead + t.Input + t.Output }

// Add sums two counts.
func (t Tokens) Add(u Tokens) Tokens {
	return Tokens{t.CacheCreation + u.CacheCreation, t.CacheRead + u.CacheRead, t.Input + u.Input,
		t.Output + u.Output, t.Reasoning + u.Reasoning}
}

func (t Tokens) compare(u Tokens) int {
	return cmp.Or(cmp.Compare(t.Total(), u.Total()), cmp.Compare(t.Output, u.Output), cmp.Compare(t.Input, u.Input),
		cmp.Compare(t.CacheRead, u.CacheRead), cmp.Compare(t.Reasoning, u.Reasoning))
}

// Response is the usage of one response. Of several records of it the greatest
// counts: (total, output, input, cache read, reasoning, least id); one that is of
// several responses together only where nothing else is known. Its day is that of the
// least time at which any source recorded it.
type Response struct {
	First    values.Time      `json:"first,omitzero"`
	ID       domain.EventID   `json:"id"`               // of the record that counts
	Kept1h   int64            `json:"kept_1h,omitzero"` // of the cache creation, what is kept for an hour
	Model    values.Pick      `json:"model,omitzero"`
	Sessions values.Sightings `json:"sessions"`
	Stated   money.NanoUSD    `json:"stated_nano_usd,omitzero"` // its cost, as its recording says it
	Together bool             `json:"together,omitzero"`        // with responses before it
	Tokens   Tokens           `json:"tokens"`
}

func usageKey(e *domain.Event) string {
	if e.Kind != domain.KindUsageRecorded {
		return ""
	}
	return entitykey.Of(e)
}

type usageData struct {
	tokens   Tokens
	kept1h   int64
	stated   money.NanoUSD
	together bool
	model    string
}

func readUsage(e *domain.Event) (usageData, error) {
	var p usageData
	d := payload.MembersOf(e.Data)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		switch string(name) {
		case "model":
			p.model = d.Text(v)
		case "together":
			p.together = string(v) == "true"
		case "input_tokens":
			p.tokens.Input = d.Number(v)
		case "cache_read_tokens":
			p.tokens.CacheRead = d.Number(v)
		case "cache_creation_tokens":
			p.tokens.CacheCreation = d.Number(v)
		case "cache_creation_1h_tokens":
			p.kept1h = d.Number(v)
		case "stated_cost_nano_usd":
			p.stated = money.NanoUSD(d.Number(v))
		case "output_tokens":
			p.tokens.Output = d.Number(v)
		case "reasoning_tokens":
			p.tokens.Reasoning = d.Number(v)
		}
	}
	return p, d.Err()
}

func applyUsage(r *Response, e *domain.Event, p usageData) {
	values.Earliest(&r.First, values.TimeOf(e))
	r.Sessions.SeeIn(e)
	r.Model.Offer(e.ID, p.model)
	if r.ID.IsZero() || cmp.Or(p.compareTo(r), r.ID.Compare(e.ID)) > 0 {
		r.Tokens, r.Kept1h, r.Stated, r.Together, r.ID = p.tokens, p.kept1h, p.stated, p.together, e.ID
	}
}

// compareTo compares two records of a response by how much they contain about it.
func (p *usageData) compareTo(r *Response) int {
	switch {
	case p.together == r.Together:
		return p.tokens.compare(r.Tokens)
	case p.together:
		return -1
	}
	return 1
}

// AppendState writes the RFC 8785 form.
func (r *Response) AppendState(w *statejson.Writer) {
	w.Open('{')
	r.First.AppendMember(w, "first")
	w.ID("id", r.ID)
	if r.Kept1h != 0 {
		w.Number("kept_1h", r.Kept1h)
	}
	r.Model.AppendMember(w, "model")
	r.Sessions.AppendMember(w, "sessions")
	if r.Stated != 0 {
		w.Number("stated_nano_usd", int64(r.Stated))
	}
	w.Flag("together", r.Together)
	w.Name("tokens")
	w.Open('{')
	w.Number("cache_creation_tokens", r.Tokens.CacheCreation)
	w.Number("cache_read_tokens", r.Tokens.CacheRead)
	w.Number("input_tokens", r.Tokens.Input)
	w.Number("output_tokens", r.Tokens.Output)
	w.Number("reasoning_tokens", r.Tokens.Reasoning)
	w.Close('}')
	w.Close('}')
}
