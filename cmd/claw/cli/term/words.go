package term

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/sessions"
)

// Count is a number in a table, "" for 0.
func Count(n int) string {
	if n == 0 {
		return "·"
	}
	return strconv.Itoa(n)
}

// Many is a number of things: "1 lane", "2 lanes".
func Many(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// Named is a thing with what is said of it in quotes, where anything is: Grep "tide".
func Named(thing, says string) string {
	if says == "" {
		return thing
	}
	return thing + ` "` + says + `"`
}

// Sum adds up counts.
func Sum[K comparable](counts map[K]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// ErrorStyle is the style of a number of errors.
func ErrorStyle(n int) Style {
	if n > 0 {
		return StyleRed
	}
	return StyleDim
}

// TurnsWord describes how turns ended, in the order of what a person asks
// first.
func TurnsWord(turns map[sessions.TurnStatus]int) string {
	var parts []string
	for _, s := range []sessions.TurnStatus{sessions.TurnCompleted, sessions.TurnFailed, sessions.TurnInterrupted,
		sessions.TurnEndNotRecorded, sessions.TurnOpen, sessions.TurnWithdrawn} {
		if n := turns[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.ReplaceAll(string(s), "_", " ")))
		}
	}
	return strings.Join(parts, ", ")
}

// CountsText lists counts by name: ": 3 completed, 1 failed".
func CountsText(counts map[string]int) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[k], k))
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

// TokensText is a number of tokens for people.
func TokensText(n int64) string {
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

// DurationText is a duration in milliseconds for people.
func DurationText(ms int64) string {
	if ms <= 0 {
		return ""
	}
	d := time.Duration(ms) * time.Millisecond
	if d < 10*time.Second {
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

// ShortName is a commit's name for people.
func ShortName(c domain.CommitID) string { return c.Short() }

// MaybeText is a value, or why it is not known.
func MaybeText[T ~string](m domain.Maybe[T]) string {
	if m.Unknown != "" {
		return "unknown (" + string(m.Unknown) + ")"
	}
	return string(m.Value)
}

// AsTexts are values as plain texts.
func AsTexts[T ~string](all []T) []string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = string(one)
	}
	return texts
}

// Joined lists values, with commas.
func Joined[T ~string](all []T) string {
	return strings.Join(AsTexts(all), ", ")
}
