package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

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
		if reach = next; !slices.Contains(reach, true) {
			return false
		}
	}
	return reach[len(name)]
}

// pathMatches compares a file with a rule's glob: /abs, ~/home, otherwise relative to the working directory; a
// folder includes what is in it. fold ignores case, as some disks do.
func pathMatches(p shell.Place, glob, file string, fold bool) bool {
	glob, file = p.Absolute(glob), p.Absolute(file)
	if fold {
		glob, file = strings.ToLower(glob), strings.ToLower(file)
	}
	return globMatches(glob, file) || globMatches(glob+"/**", file)
}

// goal is what a rule's path names, in parts.
type goal struct{ parts, below []string }

func goalOf(p shell.Place, glob string) goal {
	name := strings.ToLower(p.Absolute(glob))
	return goal{parts: strings.Split(name, "/"), below: strings.Split(name+"/**", "/")}
}

// meets reports whether a file, absolute and in parts, or what a glob in a command may name, is what the rule names.
func (g *goal) meets(names []string) bool {
	if partsMatch(g.parts, names) || partsMatch(g.below, names) {
		return true
	}
	glob := slices.ContainsFunc(names, func(part string) bool { return strings.ContainsAny(part, "*?[") })
	return glob && (partsMeet(names, g.parts) || partsMeet(names, g.below))
}

// holds reports whether a folder, absolute and in parts, holds what the rule names.
func (g *goal) holds(names []string) bool {
	if len(strings.Join(names, "")) == 0 {
		return true
	}
	for k := len(g.parts) - 1; k > 1; k-- {
		if strings.Trim(g.parts[k-1], "*?") == "" {
			continue
		}
		if partsMatch(g.parts[:k], names) || strings.ContainsAny(strings.Join(names, ""), "*?[") && partsMeet(names, g.parts[:k]) {
			return true
		}
	}
	return false
}

// anywhere reports whether the rule names something in any folder: /**/.claw.
func (g *goal) anywhere() bool { return len(g.parts) > 1 && g.parts[1] == "**" }

// relative is what a name says behind the working folder, "" when it does not depend on that.
func relative(name string) string {
	if _, rest, process := strings.Cut(name, "/cwd/"); process && strings.HasPrefix(name, "/proc/") {
		return rest
	}
	if shell.IsAbsolute(name) || strings.HasPrefix(name, "~") || strings.ContainsAny(name, "*?[") {
		return ""
	}
	return strings.TrimPrefix(name, shell.OldFolder+"/")
}

// named are the parts of what the rule names, up to the last one that is more than a pattern for any name.
func (g *goal) named() []string {
	parts := g.parts
	for len(parts) > 0 && strings.Trim(parts[len(parts)-1], "*?") == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// isFound reports whether a search whose finds a glob names, absolute and in parts, may find what the rule names, by
// its own name.
func (g *goal) isFound(glob []string) bool {
	named := g.named()
	return len(named) > 0 && partsMeet(glob, named)
}

// endsAs reports whether a name in a folder that cannot be determined may be what the rule names: it ends with,
// or continues after, the last part of the rule that is no pattern.
func (g *goal) endsAs(name string) bool {
	rules := g.named()
	name = path.Clean(strings.ToLower(name))
	for strings.HasPrefix(name, "../") {
		name = name[len("../"):]
	}
	names := strings.Split(name, "/")
	for i := range names {
		if i < len(rules) && len(rules) > 1 && partsMatch(rules[len(rules)-1-i:], names[:i+1]) {
			return true
		}
	}
	return false
}

// partsMeet reports whether two globs may name one file. reach[k] says that the parts of one so
// far and the first k of the other may be the same.
func partsMeet(one, other []string) bool {
	reach := make([]bool, len(other)+1)
	reach[0] = true
	for k, o := range other { // "**" of the other may be nothing
		reach[k+1] = reach[k] && o == "**"
	}
	for _, part := range one {
		next := make([]bool, len(reach))
		for k := range reach {
			switch {
			case part == "**":
				next[k] = reach[k] || k > 0 && next[k-1]
			case k > 0 && other[k-1] == "**":
				next[k] = reach[k] || reach[k-1] || next[k-1]
			case k > 0:
				next[k] = reach[k-1] && partMeets(part, other[k-1])
			}
		}
		reach = next
	}
	return reach[len(other)]
}

// partMeets compares two globs of one part. Of two that both contain more than letters, the text before and
// after the wildcards must fit.
func partMeets(one, other string) bool {
	a, b := strings.IndexAny(one, "*?["), strings.IndexAny(other, "*?[")
	switch {
	case a < 0 && b < 0:
		return one == other
	case a < 0:
		ok, err := path.Match(other, one)
		return ok && err == nil
	case b < 0:
		ok, err := path.Match(one, other)
		return ok && err == nil
	}
	n := min(a, b)
	return one[:n] == other[:n]
}

// mentioned lists the files that the words of a command may name, globs with them. It is no
// sandbox: a name that is computed as a whole is not seen.
func mentioned(c *shell.Simple) []string {
	var out []string
	for i, w := range slices.Concat(c.Words, c.Writes, c.Reads) {
		if i == 0 && len(c.Words) > 0 && !strings.Contains(w.Path, "/") {
			continue // a program, found by its name
		}
		out = append(out, shell.NamesIn(w.Path)...)
	}
	_, landed := moved(c)
	return append(append(out, landed...), patched(c)...)
}

// moved lists the words of a command that name files or folders which it takes away or gives another name, with all
// that is in them; landed the files that it puts into a folder.
func moved(c *shell.Simple) (all []shell.Word, landed []string) {
	if len(c.Words) < 2 || !c.Words[0].Known {
		return nil, nil
	}
	if swept := sweptBy(c.Words); len(swept) > 0 {
		return swept, nil
	}
	name := c.Words[0].Program()
	var operands []shell.Word
	recursive := name != "rm"
	var into *shell.Word
	for i := 1; i < len(c.Words); i++ {
		w := c.Words[i]
		folder, joined := strings.CutPrefix(w.Text, "--target-directory=")
		switch {
		case joined:
			into = &shell.Word{Path: folder}
		case w.Text == "-t" && name != "rm" && i+1 < len(c.Words):
			i++
			into = &c.Words[i]
		case strings.HasPrefix(w.Text, "-"):
			recursive = recursive || strings.HasPrefix(w.Text, "--r") || !strings.HasPrefix(w.Text, "--") && strings.ContainsAny(w.Text, "rR")
		default:
			operands = append(operands, w)
		}
	}
	switch {
	case name == "rm" && recursive:
		return operands, nil
	case name != "mv" && name != "ln" && name != "cp" && name != "install":
		return nil, nil
	case into == nil && len(operands) > 1:
		into = &operands[len(operands)-1]
		operands = operands[:len(operands)-1]
	}
	for _, w := range operands {
		if into != nil && into.Path != "" && w.Path != "" && path.Base(w.Path) != "." {
			landed = append(landed, strings.TrimSuffix(into.Path, "/")+"/"+path.Base(w.Path))
		}
	}
	if name == "cp" || name == "install" {
		operands = nil
	}
	return operands, landed
}

// patched lists the files of a patch that a shell hands to apply_patch.
func patched(c *shell.Simple) (names []string) {
	if len(c.Words) == 0 || !strings.HasPrefix(canonicalTool(c.Words[0].Program()), "applypatch") {
		return nil
	}
	for _, text := range slices.Concat(c.Words[1:], c.Given) {
		for line := range strings.Lines(text.Text) {
			for _, mark := range []string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "} {
				if name, named := strings.CutPrefix(strings.TrimSpace(line), mark); named {
					names = append(names, name)
				}
			}
		}
	}
	return names
}
