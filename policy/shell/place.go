package shell

import (
	"path"
	"strings"
)

// Place makes paths comparable: absolute, clean, with slashes.
type Place struct{ CWD, Home string }

// Absolute is the path that a name is, with that of the home for "~" and that of the folder before a relative one.
func (p Place) Absolute(name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	switch {
	case name == "~" || strings.HasPrefix(name, "~/"):
		name = p.Home + strings.TrimPrefix(name, "~")
	case !IsAbsolute(name):
		name = p.CWD + "/" + name
	}
	name = strings.ReplaceAll(name, `\`, "/")
	if IsProcess(name) {
		name = p.processed(name)
	}
	return path.Clean(name)
}

// IsProcess reports whether a name may be that of a process's own files.
func IsProcess(name string) bool {
	return strings.HasPrefix(name, "/") && (strings.Contains(name, "proc/") || strings.Contains(name, "/dev/fd/"))
}

// processed replaces what Linux shows of a process below /proc: cwd is the working folder, root is "/".
func (p Place) processed(name string) string {
	var at []string
	for _, part := range strings.Split(name, "/") {
		switch {
		case part == "" || part == ".":
			continue
		case part == "..":
			at = at[:max(0, len(at)-1)]
			continue
		}
		at = append(at, part)
		process := len(at) == 3 || len(at) == 5 && at[2] == "task"
		switch {
		case len(at) == 2 && at[0] == "dev" && part == "fd":
			at = []string{"proc", "self", "fd"}
		case process && at[0] == "proc" && part == "cwd":
			at = strings.FieldsFunc(p.CWD, func(r rune) bool { return r == '/' })
		case process && at[0] == "proc" && part == "root":
			at = nil
		}
	}
	return "/" + strings.Join(at, "/")
}

// IsAbsolute reports whether a name does not depend on a folder.
func IsAbsolute(name string) bool {
	return strings.HasPrefix(name, "/") || len(name) > 2 && name[1] == ':' && name[2] == '/'
}

// NamesIn lists what a word names: all of it, or a piece as in --file=NAME, -fNAME, @NAME, HEAD:NAME.
func NamesIn(text string) (names []string) {
	pieces := append(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("=@:,;<", r) }), text)
	if strings.HasPrefix(text, "-") && len(text) > 2 {
		pieces = append(pieces, text[2:])
		if slash := strings.IndexByte(text, '/'); slash > 2 && !strings.HasPrefix(text, "--") { // -abFOLDER/NAME
			pieces = append(pieces, text[3:], text[slash:])
		}
	}
	if scheme, rest, found := strings.Cut(text, "://"); found && (strings.HasSuffix(scheme, "file") || strings.HasSuffix(scheme, "fileb")) { // of no host, or of this one
		pieces = append(pieces, rest, strings.TrimPrefix(rest, "localhost"))
	}
	for _, name := range pieces {
		if strings.Trim(name, UnknownText) == "" {
			continue
		}
		if rest, computed := strings.CutPrefix(name, UnknownText+"/"); computed { // most often the folder here
			name = "./" + rest
		}
		names = append(names, strings.ReplaceAll(name, UnknownText, "*"))
	}
	return names
}
