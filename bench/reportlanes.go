package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// lanesOf is what was observed with n lanes: each stands as one of those that there are, and no two have the same
// names, texts, times and events.
func lanesOf(o *reports.Observed, n int) *reports.Observed {
	there := slices.Sorted(maps.Keys(o.Lanes.Items))
	other := *o
	other.Lanes.Items = make(map[string]reports.Lane, n)
	for i := range n {
		other.Lanes.Items[derived(i, "lane").String()] = varied(o.Lanes.Items[there[i%len(there)]], i)
	}
	return &other
}

// varied is a lane with the names, texts, times and events of lane i.
func varied(l reports.Lane, i int) reports.Lane {
	if l.ObservedAt.Known() {
		l.ObservedAt = domain.AtUnixNano(l.ObservedAt.UnixNano() + int64(i)*1e9)
	}
	l.Branch, l.Errors = fmt.Sprintf("work/%d", i), l.Errors+i%17
	l.Title = domain.Known(domain.ShortLabel(fmt.Sprintf("Mend door %d of the shop & its <hinges>", i)))
	l.Workspace = domain.Known(domain.Path(fmt.Sprintf("/srv/shop-%d", i)))
	l.Opening = fmt.Sprintf("fix door %d of the shop", i)
	l.Sessions = slices.Clone(l.Sessions)
	for k := range l.Sessions {
		l.Sessions[k] = domain.SessionID("claude-code/" + derived(i, "session", strconv.Itoa(k)).String())
	}
	evidence := make(map[string][]domain.EventID, len(l.Evidence))
	for member, ids := range l.Evidence {
		for k := range ids {
			evidence[member] = append(evidence[member], domain.EventID(derived(i, "event", strconv.Itoa(k))))
		}
	}
	l.Evidence = evidence
	return l
}

// derived is an id of lane i.
func derived(i int, parts ...string) ulid.ULID {
	return domain.Derive(time.Time{}, append([]string{"bench report", strconv.Itoa(i)}, parts...)...)
}
