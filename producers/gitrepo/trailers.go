package gitrepo

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// maxTrailers is the most trailers that are kept of a message.
const maxTrailers = 200

// trailers returns the trailers of a message as git finds them: the last paragraph, not
// the first, of "Key: value" lines and their continuations. Where a line of the paragraph
// is one that git itself writes, up to three quarters of it may be other text. Comments
// and a list of conflicts behind it are no part of the message.
func trailers(message string) []domain.Trailer {
	lines := lastParagraph(strings.Split(withoutNotes(message), "\n"))
	if !areTrailers(lines) {
		return nil
	}
	var out []domain.Trailer
	open := false
	for _, line := range lines {
		key, value, ok := trailer(line)
		switch {
		case ok && len(out) < maxTrailers:
			out = append(out, domain.Trailer{Key: producers.Short(key), Value: producers.Short(value)})
			open = true
		case open && isSpace(line[0]):
			last := &out[len(out)-1]
			last.Value = producers.Short(strings.TrimSpace(last.Value + " " + strings.TrimSpace(line)))
		default:
			open = false
		}
	}
	return out
}

// withoutNotes cuts off the comments, blank lines and old lists of conflicts that end a message.
func withoutNotes(message string) string {
	end, from, conflicts := 0, -1, false
	for line := range strings.Lines(message) {
		switch {
		case line[0] == '#' || line[0] == '\n':
			if from < 0 {
				from = end
			}
		case line == "Conflicts:\n":
			conflicts = true
			if from < 0 {
				from = end
			}
		case conflicts && line[0] == '\t':
		default:
			from, conflicts = -1, false
		}
		end += len(line)
	}
	if from < 0 {
		return message
	}
	return message[:from]
}

// lastParagraph returns the lines of the last paragraph without comments, none when it
// is the first.
func lastParagraph(lines []string) []string {
	first := 0
	for first < len(lines) && !isBlank(lines[first]) {
		first++
	}
	end := len(lines)
	for end > first && isBlank(lines[end-1]) {
		end--
	}
	from := end
	for from > first && !isBlank(lines[from-1]) {
		from--
	}
	var out []string
	for _, line := range lines[from:end] {
		if line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

// areTrailers weighs the lines of a paragraph, from the last to the first.
func areTrailers(lines []string) bool {
	trailing, other, continued, gits := 0, 0, 0, false
	for i := len(lines) - 1; i >= 0; i-- {
		line := lines[i]
		_, _, is := trailer(line)
		switch {
		case strings.HasPrefix(line, "Signed-off-by: "), strings.HasPrefix(line, "(cherry picked from commit "):
			gits = true
			trailing++
			continued = 0
		case is:
			trailing++
			continued = 0
		case isSpace(line[0]):
			continued++
		default:
			other += 1 + continued
			continued = 0
		}
	}
	other += continued
	return gits && trailing*3 >= other || trailing > 0 && other == 0
}

// trailer reads "Key: value": a key is of letters, digits and hyphens, and spaces may
// follow it.
func trailer(line string) (key, value string, ok bool) {
	at := strings.IndexByte(line, ':')
	if at < 1 {
		return "", "", false
	}
	key = strings.TrimRight(line[:at], " \t")
	if key == "" || strings.ContainsFunc(key, notOfKey) {
		return "", "", false
	}
	return key, strings.TrimSpace(line[at+1:]), true
}

func notOfKey(r rune) bool {
	return r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }
