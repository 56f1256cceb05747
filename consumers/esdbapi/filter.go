package esdbapi

import (
	"regexp"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/clawable/claw/domain"
)

// filter selects events by the names of their streams or by their kinds. The zero filter selects all.
type filter struct {
	byKind   bool
	prefixes []string
	pattern  *regexp.Regexp // nil: prefixes decide
	every    int            // a subscription has a checkpoint after so many events that were looked at; 0: none
}

const (
	mostPattern  = 1 << 10 // bytes of a regular expression
	mostPrefixes = 256
	defaultEvery = 32 // events, for a filter that bounds no window
	mostEvery    = 1 << 20
)

// filterOf reads the filter of a request.
//
// Errors: kind usage.
func filterOf(o *streams.ReadReq_Options_FilterOptions) (f filter, err error) {
	if o == nil {
		return f, nil
	}
	var x *streams.ReadReq_Options_FilterOptions_Expression
	switch by := o.GetFilter().(type) {
	case *streams.ReadReq_Options_FilterOptions_StreamIdentifier:
		x = by.StreamIdentifier
	case *streams.ReadReq_Options_FilterOptions_EventType:
		x, f.byKind = by.EventType, true
	}
	f.every = defaultEvery
	if _, bounded := o.GetWindow().(*streams.ReadReq_Options_FilterOptions_Max); bounded {
		f.every = int(o.GetMax())
	}
	f.every = int(min(uint64(f.every)*uint64(max(1, o.GetCheckpointIntervalMultiplier())), mostEvery))
	f.prefixes = x.GetPrefix()
	switch pattern := x.GetRegex(); {
	case pattern == "" && len(f.prefixes) == 0:
		return f, badFilter("", "it has neither a regular expression nor a prefix")
	case pattern != "" && len(f.prefixes) > 0:
		return f, badFilter("", "it has both a regular expression and prefixes")
	case len(pattern) > mostPattern || len(f.prefixes) > mostPrefixes:
		return f, badFilter("", "it is longer than 1 KiB, or has more than 256 prefixes")
	case f.every < 1:
		return f, badFilter("", "its window is empty")
	case pattern != "":
		if f.pattern, err = regexp.Compile(pattern); err != nil {
			return f, badFilter(pattern, "it is no regular expression of RE2: "+err.Error())
		}
	}
	return f, nil
}

func badFilter(target, message string) error {
	return usage("read the filter", target, message, "prefixes, or one regular expression, of streams or of event types")
}

// selects reports whether an event passes.
func (f *filter) selects(e *domain.Event) bool {
	if f.pattern == nil && len(f.prefixes) == 0 {
		return true
	}
	name := e.Stream.String()
	if f.byKind {
		name = string(e.Kind)
	}
	if f.pattern != nil {
		return f.pattern.MatchString(name)
	}
	for _, p := range f.prefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
