package view

import (
	"errors"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/feed"
)

// Speakers finds the authority of events: their emitter and trust.
type Speakers struct {
	app *app.App
	log eventlog.Log
	by  *feed.Amendments
}

// SpeakersOf reads the amendments of a log, by which the trust of its events is decided.
func SpeakersOf(a *app.App, v *Views) (*Speakers, error) {
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	by, err := v.Amendments()
	return &Speakers{a, log, by}, err
}

// Of returns an event and its authority; false when the log cannot return it.
func (w *Speakers) Of(id domain.EventID) (e domain.Event, word projections.Authority, held bool, err error) {
	e, err = w.log.Get(w.app.Ctx, id)
	if errors.Is(err, eventlog.ErrNotFound) || errors.Is(err, eventlog.ErrCorrupt) {
		return e, word, false, nil
	}
	if err != nil {
		return e, word, false, err
	}
	amended := e
	w.by.Amend(&amended)
	return e, projections.AuthorityOf(&e, &amended), true, nil
}

// TrustText is a trust for people, with the channel of the event.
func TrustText(w *projections.Authority) string {
	switch {
	case w.RecordedTrust != "":
		return string(w.Trust) + " (" + string(w.Via) + ", recorded " + string(w.RecordedTrust) + ")"
	case w.Via != "":
		return string(w.Trust) + " (" + string(w.Via) + ")"
	}
	return string(w.Trust)
}

// DistinctWords lists the authorities of some events, each once, sorted by emitter.
func DistinctWords(some []projections.Authority) []projections.Authority {
	some = slices.Clone(some)
	slices.SortFunc(some, func(a, b projections.Authority) int {
		return strings.Compare(string(a.Emitter)+"\x00"+TrustText(&a), string(b.Emitter)+"\x00"+TrustText(&b))
	})
	return slices.Compact(some)
}
