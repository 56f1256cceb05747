package lanetest

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// summary writes of o the words that want contains, in want's order, and those
// that must never go without saying: doubts.
func summary(o lane.Outcome, want string) []string {
	out := []string{string(o.Outcome), string(o.State)}
	asked := strings.Fields(want)
	sawDoubts := false
	for _, w := range asked[min(2, len(asked)):] {
		name, _, _ := strings.Cut(w, "=")
		if w[0] == '#' {
			name = "#"
		}
		sawDoubts = sawDoubts || name == "doubts"
		out = append(out, word(o, name))
	}
	if len(o.Doubts) > 0 && !sawDoubts {
		out = append(out, word(o, "doubts"))
	}
	return out
}

func word(o lane.Outcome, name string) string {
	if what, at, ok := strings.Cut(name, "@"); ok {
		return reading(o, what, at)
	}
	switch name {
	case "#":
		return fmt.Sprintf("#%d", o.Attempt)
	case "rule":
		return "rule=" + string(o.Because["outcome"].Rule)
	case "class":
		return "class=" + string(o.FailureClass)
	case "subphase":
		return "subphase=" + string(o.Subphase)
	case "disposition":
		return "disposition=" + string(o.Disposition)
	case "doubts":
		var names []string
		for _, d := range o.Doubts {
			if len(names) == 0 || names[len(names)-1] != string(d.Doubt) {
				names = append(names, string(d.Doubt))
			}
		}
		return "doubts=" + strings.Join(names, ",")
	case "history":
		var names []string
		for _, p := range o.History {
			names = append(names, string(p.Outcome))
		}
		return "history=" + strings.Join(names, ",")
	case "watcher":
		return "watcher=" + string(o.Scope.Watcher)
	case "stated":
		s := o.Stated
		return strings.ReplaceAll(fmt.Sprintf("stated=%s#%d:%s", s.Purpose, s.PRNumber, s.Expects), " ", ",")
	case "last":
		if o.LastKnown == nil {
			return "last="
		}
		return "last=" + string(o.LastKnown.State)
	case "actionable":
		if o.Actionable {
			return "actionable=yes"
		}
		return "actionable=no"
	case "relations":
		var names []string
		for _, d := range o.Differs {
			names = append(names, string(d.Relation))
		}
		return "relations=" + strings.Join(names, ",")
	case "accepted":
		if o.Accepted == nil {
			return "accepted=no"
		}
		return "accepted=" + string(o.Accepted.Trust)
	case "replaces":
		if o.Replaces.IsZero() || o.Replaces == o.Fingerprint {
			return "replaces=no"
		}
		return "replaces=yes"
	case "basis":
		var names []string
		for _, a := range o.Evidence {
			names = append(names, string(a.Basis))
		}
		return "basis=" + strings.Join(names, ",")
	case "pushed":
		return fmt.Sprintf("pushed=%s:%s", o.Work.Pushed.State, o.Work.Pushed.Basis)
	case "pull":
		p := o.Work.PullRequest
		return fmt.Sprintf("pull=%s:%s#%d", p.State, p.Basis, p.Number)
	case "known":
		return "known=" + string(o.Basis)
	case "end":
		return "end=" + string(o.Ended)
	case "waits":
		return "waits=" + string(o.WaitsFor)
	case "data":
		return "data=" + string(o.Data)
	}
	return counted(o, name)
}

func counted(o lane.Outcome, name string) string {
	open := 0
	for _, x := range o.Outages {
		if x.Open {
			open++
		}
	}
	over := 0
	for _, x := range o.Sessions {
		if x.Over {
			over++
		}
	}
	n, ok := map[string]int{"differs": len(o.Differs), "dup": o.Duplicates, "contested": len(o.Contested),
		"missing": o.Missing, "conflicts": len(o.Conflicts), "outages": len(o.Outages), "open": open,
		"sessions": len(o.Sessions), "over": over, "events": o.Counts.Events}[name]
	if !ok {
		return "?" + name
	}
	return fmt.Sprintf("%s=%d", name, n)
}

// reading returns what depends on the time of reading, at seconds after the zero of
// the script, or without one.
func reading(o lane.Outcome, what, at string) string {
	var asOf domain.Instant
	if seconds, err := strconv.Atoi(at); err == nil {
		asOf = domain.At(epoch0.Add(time.Duration(seconds) * time.Second))
	}
	r := lane.Freshness(o, asOf)
	if what == "ahead" {
		return fmt.Sprintf("ahead@%s=%s", at, map[bool]string{true: "yes", false: "no"}[r.ClockAhead])
	}
	return fmt.Sprintf("fresh@%s=%s", at, r.Freshness)
}
