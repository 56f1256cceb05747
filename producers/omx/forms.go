package omx

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// file is what the records read so far say to the ones that follow.
type file struct {
	plan  string // the time of its making
	turns map[string]bool
	odd   producers.Strangers
}

// form is one shape of a record: how it is recognized by its members, and what it
// records.
type form struct {
	is   func(h *lenient.Head) bool
	tell func(f *file, record jsontext.Value) producers.Told
}

// forms are tried in this order.
var forms = []form{
	{isLedger, (*file).ledger},
	{isLog, (*file).log},
	{isRun, (*file).run},
	{isPast, (*file).past},
	{isPlan, (*file).goals},
	{isMode, (*file).mode},
	{isGate, (*file).gate},
	{isGoal, (*file).goal},
	{isPrompt, (*file).prompt},
}

// tell returns what a record contains, in whichever form it is.
func (f *file) tell(record jsontext.Value) producers.Told {
	h := lenient.HeadOf(record)
	for _, form := range forms {
		if form.is(&h) {
			return form.tell(f, record)
		}
	}
	return producers.Told{Skipped: f.odd.Reason("unknown record", h.Text("type")+h.Text("event"))}
}

// Sniff implements [producers.Reader]. One record of a form is enough; a log may
// begin with some that a later version brought.
func (Reader) Sniff(head []byte) bool {
	for line := range headLines(head) {
		h := lenient.HeadOf(line)
		for _, form := range forms {
			if h.Object() && form.is(&h) {
				return true
			}
		}
	}
	return false
}
