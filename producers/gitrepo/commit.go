package gitrepo

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// maxParents is the most parents that a commit of the log has.
const maxParents = 1000

var (
	errNoTree  = errors.New("no commit: it has no tree")
	errParents = errors.New("a commit of more than 1000 parents")
	errNoName  = errors.New("a parent that is no object name")
)

// commit is a commit as its object describes it.
type commit struct {
	id        domain.CommitID
	tree      string
	parents   []domain.CommitID
	author    domain.Signed
	committer domain.Signed
	message   message
}

// parseCommit reads the object of a commit:
//
//	tree <id>
//	parent <id>          for each
//	author <name> <<email>> <seconds> <zone>
//	committer …
//	encoding <name>      unless the texts are UTF-8
//	…                    others; a line that begins with a space continues the one above
//
//	<message>
func parseCommit(id domain.CommitID, text []byte) (*commit, error) {
	header, said, _ := bytes.Cut(text, []byte("\n\n"))
	c := &commit{id: id}
	encoding := encodingOf(header)
	for line := range strings.Lines(string(header)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch key {
		case "tree":
			c.tree = firstOf(c.tree, objectName(value))
		case "parent":
			c.parents = append(c.parents, domain.CommitID(objectName(value)))
		case "author":
			c.author = signature(encoding.text(value))
		case "committer":
			c.committer = signature(encoding.text(value))
		}
	}
	switch {
	case c.tree == "":
		return nil, errNoTree
	case len(c.parents) > maxParents:
		return nil, errParents
	case slices.Contains(c.parents, ""):
		return nil, errNoName
	}
	c.message = parseMessage(encoding.text(string(said)))
	return c, nil
}

// objectName returns an object name, "" for a text that is none.
func objectName(s string) string {
	if len(s) != 40 && len(s) != 64 || strings.Trim(s, "0123456789abcdef") != "" {
		return ""
	}
	return s
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// signature reads "Name <email> seconds zone".
func signature(s string) domain.Signed {
	open, shut := strings.LastIndexByte(s, '<'), strings.LastIndexByte(s, '>')
	if open < 0 || shut < open {
		return domain.Signed{Person: domain.Person{Name: producers.Short(strings.TrimSpace(s))}, At: domain.UnknownInstant(domain.UnknownUnparsable)}
	}
	return domain.Signed{Person: person(s[:open], s[open+1:shut]), At: instant(s[shut+1:])}
}

func person(name, email string) domain.Person {
	return domain.Person{Name: producers.Short(strings.TrimSpace(name)), Email: producers.Short(strings.TrimSpace(email))}
}

// instant reads "seconds zone"; the seconds are of UTC whatever the zone.
func instant(s string) domain.Instant {
	seconds, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || n < -1<<40 || n > 1<<40 {
		return domain.UnknownInstant(domain.UnknownUnparsable)
	}
	return domain.At(time.Unix(n, 0))
}

// encoding is the character encoding of the texts of a commit.
type encoding string

func encodingOf(header []byte) encoding {
	for line := range bytes.Lines(header) {
		if name, ok := bytes.CutPrefix(line, []byte("encoding ")); ok {
			return encoding(strings.ToLower(strings.TrimSpace(string(name))))
		}
	}
	return ""
}

// text is a text in UTF-8 without NUL. One that is valid is taken as it is; of the
// encodings that a commit may name, those that write a character as its own number are
// read, and what no rule reads becomes U+FFFD.
func (e encoding) text(s string) string {
	switch e {
	case "iso-8859-1", "iso8859-1", "latin1", "latin-1":
		if !utf8.ValidString(s) {
			s = latin(s)
		}
	}
	return cleaned(s)
}

func latin(s string) string {
	out := make([]rune, len(s))
	for i := range len(s) {
		out[i] = rune(s[i])
	}
	return string(out)
}
