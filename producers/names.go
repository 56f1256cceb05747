package producers

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
)

// placeholder is what the exporters of recordings write over what looks secret, ids too.
const placeholder = "REDACTED"

// maxID is the most bytes of a foreign id that is kept as one.
const maxID = 512

// ID returns a foreign id when it names one thing, "" for none, a placeholder and
// what no id can hold.
func ID[T ~string](id T) string {
	s := string(id)
	if len(s) > maxID || strings.Contains(s, placeholder) || strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s) {
		return ""
	}
	return s
}

// Instant reads a time that a source wrote in RFC 3339, or states why there is none.
func Instant[T ~string](stamp T) domain.Instant {
	s := string(stamp)
	switch {
	case s == "":
		return domain.UnknownInstant(domain.UnknownNotRecorded)
	case strings.Contains(s, placeholder):
		return domain.UnknownInstant(domain.UnknownRedacted)
	}
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return domain.At(t)
	}
	if _, err := time.Parse("2006-01-02T15:04:05", s); err == nil {
		return domain.UnknownInstant(domain.UnknownNoZone)
	}
	return domain.UnknownInstant(domain.UnknownUnparsable)
}

// maxShort is the most bytes of a plain string of a payload, such as a command of a hook.
const maxShort = 4 << 10

// Short cuts a plain string of a payload, which has no form for what is cut.
func Short[T ~string](text T) string {
	return Within(string(text), maxShort)
}

// Within cuts a plain string to at most so many bytes and a mark of the cut, between
// words, so that no token is halved, which a scrubber could not know any more. Of one
// word that is longer only the mark is left.
func Within(s string, most int) string {
	if len(s) <= most {
		return s
	}
	end := seamBefore(s, most)
	if end > 0 && !isSeam(s[end-1]) {
		end = 0
	}
	return s[:end] + "…"
}
