package token

import (
	"context"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Channel begins the channel of what the holder of a token appends: the name of the token follows.
const Channel = "token:"

// Actor begins the names by which holders of tokens act: the name of the token follows.
const Actor = "token/"

// operator begins the emitter of what an operator decides.
const operator = "operator/"

// Did is what an event records about a token.
type Did string

// What events record about tokens.
const (
	DidCreate Did = "created"
	DidRevoke Did = "revoked"
	DidAppend Did = "appended" // the holder of the token appended the event
)

// Enum lists the values.
func (Did) Enum() []string { return []string{string(DidCreate), string(DidRevoke), string(DidAppend)} }

// Act is an event by which a token was created or revoked, or that its holder appended.
type Act struct {
	Did   Did
	Token domain.EventID // zero: the log had no token of the name
	Name  string
	Event domain.Event // an envelope, without data
}

// EachAct calls f with the acts of all tokens, in the order of the log, until f returns false.
//
// Events that the holder of a token appended are identified by the channel, [Channel], or by the emitter
// of its decisions. Each belongs to the token that was last created under the name before it. Events of
// another log do not show who appended them here, whatever channel they carry: their admission does.
//
// Errors: those of the log.
func (b *Book) EachAct(ctx context.Context, f func(Act) bool) error {
	all, err := b.List(ctx)
	if err != nil {
		return err
	}
	named := map[string]Token{} // the last one of a name
	foreign := map[domain.EventID]bool{}
	for e, err := range b.Log.Read(ctx, eventlog.Query{EnvelopeOnly: true}) {
		if err != nil {
			return err
		}
		if e.Kind == domain.KindLogAdmitted {
			if err := b.admits(ctx, e.ID, foreign); err != nil {
				return err
			}
		}
		if foreign[e.ID] {
			continue
		}
		act := actOf(&e, all, named)
		if act.Did == DidCreate {
			named[act.Name] = all[indexOf(all, act.Token)]
		}
		if act.Did != "" && !f(act) {
			return nil
		}
	}
	return nil
}

// admits marks the events of another log that an admission lets in.
//
// Errors: those of the log.
func (b *Book) admits(ctx context.Context, admission domain.EventID, foreign map[domain.EventID]bool) error {
	e, err := b.Log.Get(ctx, admission)
	if err != nil {
		return err
	}
	var p domain.LogAdmitted
	if eventlog.Decode(e.Data, &p) != nil {
		return nil // it admits nothing that can be read
	}
	for _, id := range e.Causes {
		foreign[id] = p.Via != domain.ViaDirect
	}
	return nil
}

// actOf returns what an event records about a token; the zero value for an event that records nothing.
// last are the tokens before the event by their names.
func actOf(e *domain.Event, all []Token, last map[string]Token) Act {
	switch e.Kind {
	case domain.KindTokenCreated:
		if i := indexOf(all, e.ID); i >= 0 {
			return Act{DidCreate, e.ID, all[i].Name, *e}
		}
		return Act{}
	case domain.KindTokenRevoked:
		if i := slices.IndexFunc(all, func(t Token) bool { return t.RevokedBy == e.ID }); i >= 0 {
			return Act{DidRevoke, all[i].ID, all[i].Name, *e}
		}
		return Act{}
	}
	if name, ok := holder(e); ok {
		return Act{DidAppend, last[name].ID, name, *e}
	}
	return Act{}
}

// holder is the name of the token whose holder appended an event.
func holder(e *domain.Event) (string, bool) {
	if name, ok := strings.CutPrefix(e.Source.Channel, Channel); ok {
		return name, true
	}
	return strings.CutPrefix(string(e.Emitter), operator+Actor)
}

func indexOf(all []Token, id domain.EventID) int {
	return slices.IndexFunc(all, func(t Token) bool { return t.ID == id })
}
