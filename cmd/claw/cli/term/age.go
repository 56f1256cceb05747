package term

import (
	"fmt"
	"time"
)

// Age describes how long ago a time was, for people.
func Age(now, at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	d := now.Sub(at)
	switch {
	case d < -time.Minute:
		return "future"
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%dm ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh ago", int(d.Hours()))
	case d < 365*24*time.Hour:
		return fmt.Sprintf("%dd ago", int(d.Hours()/24))
	}
	return at.Local().Format(time.DateOnly)
}

// Clock formats a time for people: to the second, in the local time zone, which it names; "" when it is
// not known. Documents have UTC and all digits.
func Clock(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Local().Format(time.RFC3339)
}
