package producers

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// ofTorn is why a member is skipped whose lead may have been torn off.
const ofTorn = "torn before what leads it"

// leads keeps the order in which the members of one object are shown, see [Visitor.Lead].
type leads struct {
	*walk
	path   string
	object int            // where it begins
	shown  map[string]int // where the values of shown members begin
	broken bool           // the object has no end
}

// missing is the place of a lead that the object does not have.
const missing = -1

// shows shows the lead of the next member, and reports whether the member itself is to be
// shown: not when it was as a lead, and not when its own may have been torn off.
func (l *leads) shows(name string) bool {
	if l.shown == nil {
		l.shown = map[string]int{}
	}
	at := l.begin()
	if before, there := l.shown[name]; there && before == at {
		return false
	}
	if lead := l.v.Lead(l.path, name); lead != "" {
		if _, there := l.shown[lead]; !there {
			l.showAhead(lead)
		}
		if l.shown[lead] == missing && l.broken {
			l.d.Skip(at, ofTorn)
			return false
		}
	}
	l.shown[name] = at
	return true
}

// showAhead shows a lead that comes after a member that waits for it.
func (l *leads) showAhead(lead string) {
	l.shown[lead] = missing
	in := jsontext.NewDecoder(bytes.NewBuffer(l.d.Text[l.object:]), lenient.Options)
	_, err := in.ReadToken()
	for err == nil && in.PeekKind() == '"' {
		var name jsontext.Token
		var value jsontext.Value
		if name, err = in.ReadToken(); err != nil {
			break
		}
		found := name.String() == lead
		if value, err = in.ReadValue(); err != nil || !found {
			continue
		}
		at := l.object + int(in.InputOffset()) - len(value)
		l.shown[lead] = at
		ahead := walk{d: l.d, v: l.v, base: at, json: jsontext.NewDecoder(bytes.NewBuffer(value.Clone()), lenient.Options)}
		_, _ = ahead.value(join(l.path, lead)) // it is whole
		return
	}
	l.broken = err != nil || in.PeekKind() != '}'
}

// passOver reads the next value without showing it.
func (w *walk) passOver() (at int, err error) {
	at = w.begin()
	_, err = w.json.ReadValue()
	return at, err
}
