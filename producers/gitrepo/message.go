package gitrepo

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/table"
	"github.com/clawable/claw/producers"
)

// message is what is kept of a commit's message.
type message struct {
	trailers    []domain.Trailer
	coAuthors   []domain.Person
	session     domain.SessionID
	checkpoints []domain.CheckpointID
}

// sessionKeys are the trailers, in small letters, that name an agent's session, and of
// which source it is.
var sessionKeys = table.Table[string, string]{
	{"claude-session", "claude-code"}, {"claude-code-session", "claude-code"}, {"claude-session-id", "claude-code"},
	{"codex-session", "codex"}, {"codex-session-id", "codex"}, {"opencode-session", "opencode"}, {"gemini-session", "gemini-cli"},
	{"entire-session", "entire"},
}

const (
	checkpointKey = "entire-checkpoint"
	checkpointOf  = "entire"
	coAuthorKey   = "co-authored-by"
	// generatedKey names the line that agents end a message with, which has no colon.
	generatedKey = "Generated with"
)

// parseMessage reads a message. Trailers that tie the commit to an agent are looked for
// in every line: a squash puts whole messages into one, and theirs are then in its middle.
func parseMessage(text string) message {
	m := message{trailers: trailers(text)}
	for line := range strings.Lines(text) {
		if t, ok := tie(strings.TrimSpace(line)); ok && !slices.Contains(m.trailers, t) && len(m.trailers) < maxTrailers {
			m.trailers = append(m.trailers, t)
		}
	}
	for _, t := range m.trailers {
		m.read(t)
	}
	return m
}

// tie reads a line that ties a commit to an agent.
func tie(line string) (domain.Trailer, bool) {
	if key, value, ok := trailer(line); ok {
		name := strings.ToLower(key)
		_, session := sessionKeys.Of(name)
		return domain.Trailer{Key: key, Value: producers.Short(value)}, session || name == checkpointKey || name == coAuthorKey
	}
	text := strings.TrimLeftFunc(line, func(r rune) bool { return r > 0x7f || r == ' ' }) // an emoji may precede it
	if rest, ok := strings.CutPrefix(text, generatedKey+" "); ok {
		return domain.Trailer{Key: generatedKey, Value: producers.Short(strings.TrimSpace(rest))}, true
	}
	return domain.Trailer{}, false
}

// read records what a trailer ties the commit to. Of several sessions the first is the
// commit's.
func (m *message) read(t domain.Trailer) {
	key := strings.ToLower(t.Key)
	switch source, session := sessionKeys.Of(key); {
	case key == coAuthorKey:
		if p := coAuthor(t.Value); !slices.Contains(m.coAuthors, p) {
			m.coAuthors = append(m.coAuthors, p)
		}
	case key == checkpointKey:
		if own := producers.ID(t.Value); own != "" && !slices.Contains(m.checkpoints, domain.MakeCheckpointID(checkpointOf, own)) {
			m.checkpoints = append(m.checkpoints, domain.MakeCheckpointID(checkpointOf, own))
		}
	case session && m.session == "":
		if own := producers.ID(sessionName(t.Value)); own != "" {
			m.session = domain.MakeSessionID(source, own)
		}
	}
}

// coAuthor reads "Name <email>".
func coAuthor(s string) domain.Person {
	name, rest, ok := strings.Cut(s, "<")
	email, _, closed := strings.Cut(rest, ">")
	if !ok || !closed {
		return person(s, "")
	}
	return person(name, email)
}

// sessionName is the session's own id: the last part of an address, else the first word.
func sessionName(value string) string {
	word, _, _ := strings.Cut(value, " ")
	if u, err := url.Parse(word); err == nil && u.Host != "" {
		if word = path.Base(u.Path); word == "/" || word == "." {
			return ""
		}
	}
	return word
}
