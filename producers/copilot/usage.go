package copilot

import (
	"cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// metric is what a session has used of a model.
type metric struct {
	Usage lenient.Object[usage] `json:"usage"`
}

// usage counts tokens; those read from and written to a cache are part of the input.
type usage struct {
	Model      lenient.Word  `json:"model"`
	Input      lenient.Whole `json:"inputTokens"`
	Output     lenient.Whole `json:"outputTokens"`
	CacheRead  lenient.Whole `json:"cacheReadTokens"`
	CacheWrite lenient.Whole `json:"cacheWriteTokens"`
	APICall    lenient.Word  `json:"apiCallId"`
}

// usage writes what one response cost.
func (s *scribe) usage(u *usage) {
	p := u.recorded(producers.Short(u.Model))
	p.Output = int64(u.Output)
	s.say(cmp.Or(producers.ID(u.APICall), s.origin.Key), p)
}

// spending is the data of session.usage_record, which versions before 1.0.102 do not write.
type spending struct {
	Usage lenient.Object[usage] `json:"usage"`
}

// spend writes the output of one call of the provider: answers beside such records do not
// say it. The input is known when the session ends, as ever. An answer that does say it is
// the same response.
func (s *scribe) spend(u *usage) (skipped string) {
	if u.Output == 0 {
		return "empty usage"
	}
	item := producers.ID(u.APICall)
	if item == "" || s.spent[item] {
		item = s.origin.Key
	}
	s.spent[item] = true
	s.say(item, domain.UsageRecorded{Model: producers.Short(u.Model), Output: int64(u.Output)})
	return ""
}

// sumsSeveral is the revision of the rule by which totals say that they sum up several responses.
const sumsSeveral = 2

// total writes the input of a model that the session counts at its end: its answers
// say only their output.
func (s *scribe) total(i int, model string, u usage) {
	if u.Input == 0 {
		return
	}
	said := u.recorded(producers.Short(model))
	said.Together = true
	s.origin.Revision = sumsSeveral
	defer func() { s.origin.Revision = 0 }()
	s.sayNth(i, s.own+"/usage/"+producers.Short(model), said)
}

func (u *usage) recorded(model string) domain.UsageRecorded {
	return domain.UsageRecorded{Model: model, CacheRead: int64(u.CacheRead), CacheCreation: int64(u.CacheWrite),
		Input: max(0, int64(u.Input)-int64(u.CacheRead)-int64(u.CacheWrite))}
}
