package fact

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
)

// The phases of messages about leave for a call.
const (
	leaveAsked   = "permission_request"
	leaveDecided = "permission_decision"
)

var nameMember = []byte(`"name":"`)

// waitsOf returns what a requested call waits for from a person. Payloads are canonical: the name
// comes after the input, which may be large, and is searched for from the end.
func waitsOf(data []byte) calls.WaitsFor {
	i := bytes.LastIndex(data, nameMember)
	if i < 0 {
		return ""
	}
	name := data[i+len(nameMember):]
	end := bytes.IndexByte(name, '"')
	if end < 0 || calls.WaitsForWhat(string(name[:end])) == "" {
		return ""
	}
	var p struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(data, &p) != nil {
		return ""
	}
	return calls.WaitsForWhat(p.Name)
}

// isAboutLeave reports whether a message is about leave for a call.
func isAboutLeave(data []byte) bool {
	phase := phaseOf(data)
	return phase == leaveAsked || phase == leaveDecided
}

// phaseOf returns the phase of a message about leave for a call, "" of any other.
func phaseOf(data []byte) string {
	if !bytes.Contains(data, []byte(`"phase":"permission_`)) {
		return ""
	}
	var p struct {
		Phase string `json:"phase"`
	}
	if json.Unmarshal(data, &p) != nil {
		return ""
	}
	return p.Phase
}

// Waiting returns what open calls wait for from a person, and which facts show it. open are facts of
// calls that never returned; beside holds all facts about the calls of their sessions. Of several
// the one that is first in [calls.WaitsFor] counts.
func Waiting(open, beside []*Fact) (calls.WaitsFor, []*Fact) {
	by := map[calls.WaitsFor][]*Fact{}
	for _, f := range open {
		if f.Payload.Waits != "" {
			by[f.Payload.Waits] = append(by[f.Payload.Waits], f)
		}
	}
	decided, last := map[itemKey]bool{}, map[numbering]uint64{}
	for _, f := range beside {
		if f.Kind == domain.KindMessageRecorded && f.Payload.Waits == "" && calls.Unique(f.Item) {
			decided[itemKey{f.Session, f.Item}] = true
		}
		last[numberingOf(f)] = max(last[numberingOf(f)], f.Seq)
	}
	for _, asked := range beside {
		if asked.Payload.Waits != calls.WaitsForApproval || decided[itemKey{asked.Session, asked.Item}] {
			continue
		}
		if call := callOf(asked, open); call != nil && (calls.Unique(asked.Item) || last[numberingOf(asked)] == asked.Seq) {
			by[calls.WaitsForApproval] = append(by[calls.WaitsForApproval], asked, call)
		}
	}
	for _, name := range calls.WaitsFor("").Enum() {
		if some := by[calls.WaitsFor(name)]; len(some) > 0 {
			return calls.WaitsFor(name), some
		}
	}
	return "", nil
}

// callOf returns the open call for which leave was asked, nil for none. Where the asking names no
// call, or by an id that several have, it is one that its emitter saw begin before.
func callOf(asked *Fact, open []*Fact) *Fact {
	i := slices.IndexFunc(open, func(f *Fact) bool {
		switch {
		case f.Session != asked.Session:
			return false
		case !calls.Unique(asked.Item):
			return (asked.Item == "" || f.Item == asked.Item) && numberingOf(f) == numberingOf(asked) && f.Seq < asked.Seq
		}
		return f.Item == asked.Item
	})
	if i < 0 {
		return nil
	}
	return open[i]
}
