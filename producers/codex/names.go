package codex

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// The most bytes of an id that goes into an envelope and of a label in a payload.
const (
	maxName  = 256
	maxLabel = 1 << 10
)

// redacted is what share tools put in the place of a value that they took out.
const redacted = "REDACTED"

// name makes an id fit for an envelope: one that is too long or holds control
// characters is replaced by its hash.
func name(id string) string {
	if len(id) <= maxName && strings.IndexFunc(id, unicode.IsControl) < 0 {
		return id
	}
	return "sha256:" + shortHash(id)
}

// label bounds a short text of a payload.
func label(s string) string {
	return producers.Within(s, maxLabel)
}

// typeLabel bounds a type's name for a reason, which is counted and shown as it is.
func typeLabel(s string) string {
	if s == "" {
		return "without a type"
	}
	return "unknown type " + producers.Plain(s)
}

// sessionID names a session by its own id.
func sessionID(own string) domain.SessionID { return domain.MakeSessionID(Source, name(own)) }

// itemID makes the subject of an id of the source: absent without one.
func itemID(id string) domain.Maybe[domain.ItemID] {
	switch id {
	case "":
		return domain.Maybe[domain.ItemID]{}
	case redacted:
		return domain.NotKnown[domain.ItemID](domain.UnknownRedacted)
	}
	return domain.Known(domain.ItemID(name(id)))
}

// recorded is a value that the source has a place for.
func recorded[T ~string](value string) domain.Maybe[T] {
	switch value {
	case "":
		return domain.NotKnown[T](domain.UnknownNotRecorded)
	case redacted:
		return domain.NotKnown[T](domain.UnknownRedacted)
	}
	return domain.Known(T(label(value)))
}

// repoID is a remote's URL without scheme, user and ".git"; "" when it names no more than a
// folder.
func repoID(url string) domain.RepoID {
	rest, hasScheme := url, false
	if _, after, ok := strings.Cut(url, "://"); ok {
		rest, hasScheme = after, true
	}
	host, path, ok := strings.Cut(rest, "/")
	if !hasScheme { // host:path of ssh
		host, path, ok = strings.Cut(rest, ":")
	}
	if !ok || host == "" || strings.ContainsAny(host, "/\\") || url == redacted {
		return ""
	}
	host = host[strings.LastIndexByte(host, '@')+1:]
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if host == "" || path == "" {
		return ""
	}
	return domain.RepoID(name(host + "/" + path))
}

// withoutUser takes user and password out of a URL.
func withoutUser(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		return label(url)
	}
	host, path, hasPath := strings.Cut(rest, "/")
	url = scheme + "://" + host[strings.LastIndexByte(host, '@')+1:]
	if hasPath {
		url += "/" + path
	}
	return label(url)
}

// shortHash is 12 hex digits of the SHA-256 of s.
func shortHash[T string | []byte](s T) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:6])
}
