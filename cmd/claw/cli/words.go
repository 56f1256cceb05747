package cli

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

func count(n int) string {
	if n == 0 {
		return "·"
	}
	return strconv.Itoa(n)
}

// many is a number of things: "1 lane", "2 lanes".
func many(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

func sum[K comparable](counts map[K]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

func errorStyle(n int) style {
	if n > 0 {
		return styleRed
	}
	return styleDim
}

// turnsWord says how turns ended, in the order of what a person asks first.
func turnsWord(turns map[projections.TurnStatus]int) string {
	var parts []string
	for _, s := range []projections.TurnStatus{projections.TurnCompleted, projections.TurnFailed, projections.TurnInterrupted,
		projections.TurnEndNotRecorded, projections.TurnOpen, projections.TurnWithdrawn} {
		if n := turns[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.ReplaceAll(string(s), "_", " ")))
		}
	}
	return strings.Join(parts, ", ")
}

// countsText lists counts by name: ": 3 completed, 1 failed".
func countsText(counts map[string]int) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[k], k))
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

// tokensText is a number of tokens for people.
func tokensText(n int64) string {
	switch {
	case n == 0:
		return "·"
	case n < 10_000:
		return strconv.FormatInt(n, 10)
	case n < 1_000_000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1e6)
}

func durationText(ms int64) string {
	if ms <= 0 {
		return ""
	}
	d := time.Duration(ms) * time.Millisecond
	if d < 10*time.Second {
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

// shortName is a commit's name for people.
func shortName(c domain.CommitID) string { return string(c[:min(len(c), 12)]) }

// maybeText is a value, or why it is not known.
func maybeText[T ~string](m domain.Maybe[T]) string {
	if m.Unknown != "" {
		return "unknown (" + string(m.Unknown) + ")"
	}
	return string(m.Value)
}

func asTexts[T ~string](all []T) []string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = string(one)
	}
	return texts
}

func joined[T ~string](all []T) string {
	return strings.Join(asTexts(all), ", ")
}
