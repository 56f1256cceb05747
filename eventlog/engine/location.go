package engine

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// The schemes that this build can open.
const (
	Memory = "mem"    // mem: a new log that lives as long as the process
	SQLite = "sqlite" // sqlite:PATH one file, for many processes of one machine
)

// Location is where a log is.
type Location struct {
	Scheme string
	Path   string // of the file; "" in memory; what follows the scheme of a registered engine
}

// Parse reads the URL of a log: "mem:", "sqlite:PATH", a bare path, which means
// sqlite, or a URL of a scheme that the program registered. A word before the first colon is a scheme, unless it is one
// letter (a drive) or a slash comes before the colon.
//
// Errors: kind [domain.ErrUsage], with the schemes that this build has.
func Parse(url string) (Location, error) {
	scheme, rest, given := cutScheme(url)
	switch {
	case !given && url != "":
		return Location{SQLite, url}, nil
	case scheme == Memory && rest == "":
		return Location{Scheme: Memory}, nil
	case scheme == SQLite && strings.TrimPrefix(rest, "//") != "":
		return Location{SQLite, strings.TrimPrefix(rest, "//")}, nil
	case registered[scheme] != nil && rest != "":
		return Location{scheme, rest}, nil
	}
	return Location{}, refuse(url, scheme)
}

// String is the URL; [Parse] reads it back.
func (l Location) String() string { return l.Scheme + ":" + l.Path }

// elsewhere are the schemes of engines that only the program projector links.
var elsewhere = []string{"esdb", "esdb+discover", "https", "http"}

// Elsewhere reports whether url names a log that this program does not open and the program projector does.
func Elsewhere(url string) bool {
	scheme, _, given := cutScheme(url)
	return given && registered[scheme] == nil && slices.Contains(elsewhere, scheme)
}

func cutScheme(url string) (scheme, rest string, ok bool) {
	scheme, rest, ok = strings.Cut(url, ":")
	if !ok || len(scheme) == 1 || strings.ContainsAny(scheme, `/\`) {
		return "", url, false
	}
	return scheme, rest, true
}

func refuse(url, scheme string) error {
	e := domain.Usage("open log", url, "a log is at mem:, sqlite:PATH or PATH")
	switch scheme {
	case "":
		e.Message = "no log is named"
	case Memory:
		e.Message = "a log in memory has no path"
	case SQLite:
		e.Message = "the path of the file is missing"
	case "file":
		e.Message = "this build has no engine for " + scheme + ":, it has " + Memory + ": and " + SQLite + ":"
	case "esdb", "esdb+discover", "http", "https":
		e.Message = "this build has no engine for " + scheme + ":, it has " + Memory + ": and " + SQLite + ":"
		e.Hint = "the program projector has this engine: projector claw VERB"
	default:
		e.Message = scheme + ": is no scheme of a log, this build has " + Memory + ": and " + SQLite + ":"
		e.Hint = "a path that holds a colon is written sqlite:PATH"
	}
	return e
}
