package projections

import (
	"cmp"

	"github.com/clawable/claw/domain"
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
// least time at which anybody recorded it.
type Response struct {
	First    Time           `json:"first,omitzero"`
	ID       domain.EventID `json:"id"` // of the record that counts
	Model    Pick           `json:"model,omitzero"`
	Sessions Sightings      `json:"sessions"`
	Together bool           `json:"together,omitzero"` // with responses before it
	Tokens   Tokens         `json:"tokens"`
}

func usageKey(e *domain.Event) string {
	if e.Kind != domain.KindUsageRecorded {
		return ""
	}
	return itemKey(e)
}

type usageData struct {
	tokens   Tokens
	together bool
	model    string
}

func readUsage(e *domain.Event) (usageData, error) {
	var p usageData
	d := membersOf(e.Data)
	for name, v, ok := d.next(); ok; name, v, ok = d.next() {
		switch string(name) {
		case "model":
			p.model = d.text(v)
		case "together":
			p.together = string(v) == "true"
		case "input_tokens":
			p.tokens.Input = d.number(v)
		case "cache_read_tokens":
			p.tokens.CacheRead = d.number(v)
		case "cache_creation_tokens":
			p.tokens.CacheCreation = d.number(v)
		case "output_tokens":
			p.tokens.Output = d.number(v)
		case "reasoning_tokens":
			p.tokens.Reasoning = d.number(v)
		}
	}
	return p, d.err()
}

func applyUsage(r *Response, e *domain.Event, p usageData) {
	earliest(&r.First, timeOf(e))
	r.Sessions.seeIn(e)
	r.Model.offer(e.ID, p.model)
	if r.ID.IsZero() || cmp.Or(p.compareTo(r), r.ID.Compare(e.ID)) > 0 {
		r.Tokens, r.Together, r.ID = p.tokens, p.together, e.ID
	}
}

// compareTo says which of two records of a response tells more of it.
func (p *usageData) compareTo(r *Response) int {
	switch {
	case p.together == r.Together:
		return p.tokens.compare(r.Tokens)
	case p.together:
		return -1
	}
	return 1
}
