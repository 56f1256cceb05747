package cli

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

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
