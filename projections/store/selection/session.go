package selection

import (
	"strings"

	"zombiezen.com/go/sqlite"
)

// MostPattern is how long a text is that queries compare by a pattern, in bytes; nothing that is longer is
// found. SQLite refuses patterns of 50,000 bytes, and takes a text literally that is written in three times its length.
const MostPattern = 10_000

// FindSession resolves what a person typed for a session: its id, or the beginnings of the parts of its
// id between slashes, with or without the agent's name: claude-code/0f3c, 0f3c, or 0f3c/a7f for a session
// of a subagent. A session that fits stands for the sessions below it, whose ids begin with its id and a slash;
// one whose last part was typed whole comes before those that merely begin like it.
//
// Errors: kind not_found; kind usage with Detail["candidates"] when several fit.
func FindSession(s Reader, typed string) (string, error) {
	if len(typed) > MostPattern {
		return "", unknown(s, "sessions", "session", typed, true)
	}
	whole, err := keys(s, "sessions", "key = ?1", []any{typed})
	if err != nil {
		return "", err
	}
	if len(whole) > 0 {
		return typed, nil
	}
	var found, ending []string
	end := typed[strings.LastIndexByte(typed, '/')+1:]
	fitting := map[string]bool{}
	// Each part may be the beginning of a part of an id.
	pattern := strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]", "/", "*/").Replace(typed) + "*"
	err = s.Read("SELECT key FROM sessions WHERE key GLOB ?1 OR key GLOB '*/' || ?1 ORDER BY key", []any{pattern}, func(stmt *sqlite.Stmt) error {
		if key := stmt.ColumnText(0); fits(typed, key) {
			if !isBelow(key, fitting) {
				found = append(found, key)
				if strings.HasSuffix(key, "/"+end) {
					ending = append(ending, key)
				}
			}
			fitting[key] = true
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", unknown(s, "sessions", "session", typed, true)
	}
	if len(ending) == 1 {
		found = ending
	}
	return Pick("sessions", "session", typed, found, false)
}

// fits reports whether the parts of typed begin those of a session's id, or those behind its agent.
func fits(typed, key string) bool {
	parts, of := strings.Split(typed, "/"), strings.Split(key, "/")
	return len(parts) > 1 && parts[0] == of[0] && begin(parts[1:], of[1:]) || len(parts) == 1 && strings.HasPrefix(of[0], typed) || begin(parts, of[1:])
}

// begin reports whether each part begins the part at its place.
func begin(parts, of []string) bool {
	for i, part := range parts {
		if i >= len(of) || !strings.HasPrefix(of[i], part) {
			return false
		}
	}
	return true
}

// isBelow reports whether the id of a session begins with one of ids and a slash.
func isBelow(key string, ids map[string]bool) bool {
	for i := range key {
		if key[i] == '/' && ids[key[:i]] {
			return true
		}
	}
	return false
}
