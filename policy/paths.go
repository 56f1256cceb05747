package policy

import (
	"path"
	"slices"
	"strings"
)

// place makes paths comparable: absolute, clean, with slashes.
type place struct{ cwd, home string }

func (p place) absolute(name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	switch {
	case name == "~" || strings.HasPrefix(name, "~/"):
		name = p.home + strings.TrimPrefix(name, "~")
	case !isAbsolute(name):
		name = p.cwd + "/" + name
	}
	return path.Clean(strings.ReplaceAll(name, `\`, "/"))
}

func isAbsolute(name string) bool {
	return strings.HasPrefix(name, "/") || len(name) > 2 && name[1] == ':' && name[2] == '/'
}

// globMatches compares slash-separated names: "*" within one part, "**" any parts.
func globMatches(glob, name string) bool {
	return partsMatch(strings.Split(glob, "/"), strings.Split(name, "/"))
}

func partsMatch(glob, name []string) bool {
	reach := make([]bool, len(name)+1)
	reach[0] = true
	for _, g := range glob {
		next := make([]bool, len(reach))
		for k, here := range reach {
			switch {
			case !here:
			case g == "**":
				for further := k; further < len(next); further++ {
					next[further] = true
				}
			case k < len(name):
				ok, err := path.Match(g, name[k])
				next[k+1] = next[k+1] || ok && err == nil
			}
		}
		reach = next
	}
	return reach[len(name)]
}

// pathMatches compares a file with a rule's glob: /abs, ~/home, else below the working
// directory; a folder stands for what is in it. fold ignores case, as some disks do.
func (p place) pathMatches(glob, file string, fold bool) bool {
	glob, file = p.absolute(glob), p.absolute(file)
	if fold {
		glob, file = strings.ToLower(glob), strings.ToLower(file)
	}
	return globMatches(glob, file) || globMatches(glob+"/**", file)
}

// globMeets reports whether a glob in a command may name what a rule's path names.
func (p place) globMeets(glob, rule string) bool {
	i := strings.IndexAny(glob, "*?[")
	if i < 0 {
		return false
	}
	folder := glob[:strings.LastIndexByte(glob[:i], '/')+1]
	return globMatches(strings.ToLower(p.absolute(glob)), strings.ToLower(p.absolute(rule))) ||
		folder != "" && p.pathMatches(rule, folder, true)
}

// mentioned lists the files that the words of a command may name. It is no sandbox: a
// name that a shell computes otherwise is not seen.
func mentioned(c *simple) []string {
	var out []string
	for _, w := range slices.Concat(c.writes, c.reads, c.words[min(1, len(c.words)):]) {
		name := w.path
		if strings.HasPrefix(name, "-") {
			_, name, _ = strings.Cut(name, "=")
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}
