package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy/shell"
	"github.com/clawable/claw/producers/witness/pattern"
)

// stage adds what git add puts into the index.
func (g gitCall) stage(words []shell.Word) {
	has := func(names ...string) bool { return slices.ContainsFunc(g.options, isOneOf(names)) }
	if _, failed := g.decides(g.at); failed || has("-n", "--dry-run") {
		return
	}
	if has("--cached") {
		g.index().MayUnstage = true
		return
	}
	if has("-p", "--patch", "-i", "--interactive", "-e", "--edit", "--pathspec-from-file") {
		g.index().MayStage = true
		return
	}
	var staged []domain.Path
	everything, unknown := false, false
	for n, o := range g.options {
		if glob := words[n].Path; o == unknownWord && strings.ContainsAny(glob, "*?[") && !strings.Contains(glob, shell.UnknownText) {
			o = glob
		}
		switch {
		case o == "-A" || o == "--all" || o == "-u" || o == "--update" || o == ":/":
			everything = true
		case o == unknownWord || strings.HasPrefix(o, ":"): // a pathspec with magic chooses, or leaves out
			unknown = true
		case !strings.HasPrefix(o, "-"):
			staged = append(staged, domain.Path(inside(g.folder, o)))
		}
	}
	switch {
	case unknown:
		g.index().MayStage = true
	case everything && len(staged) == 0:
		staged = append(staged, domain.Path(inside(g.folder, ".")))
	}
	if len(staged) > 0 {
		o := g.other(commits)
		o.Staged = append(o.Staged, staged...)
	}
}

// shortHeader matches the first line of git status in its short form, with the option for the branch.
var shortHeader = &pattern.Line{Expr: `^## (No commits yet on )?\S+( \[.*\])?$`}

// status adds that nothing is left to commit, where git status was run on a whole worktree and reports
// that: in words, or in the short form by a header without a line after it.
func (g gitCall) status() {
	known := []string{"-s", "-b", "-sb", "-bs", "--short", "--branch", "--porcelain", "--long"}
	if slices.ContainsFunc(g.options, func(o string) bool { return !slices.Contains(known, o) }) {
		return
	}
	last := len(g.lines) - 1
	for last > 0 && g.lines[last] == "" {
		last--
	}
	for n := g.at + 1; n < len(g.steps); n++ {
		if g.steps[n].Output != shell.OutputNone {
			return
		}
	}
	short := slices.ContainsFunc(g.options, isOneOf([]string{"-s", "-sb", "-bs", "--short", "--porcelain"}))
	clean := cleanLine.Regexp().MatchString(g.lines[last])
	if short {
		clean = shortHeader.Regexp().MatchString(g.lines[last])
	}
	if !clean || g.steps[g.at].Output != shell.OutputWhole || g.call.Status != StatusZero || g.isToldByOthers() {
		return
	}
	g.part = 0 // it follows the facts that were added before
	o := g.other(commits)
	o.Commits = append(o.Commits, domain.ObservedCommit{Folder: g.folder, Clean: true, Viewed: true})
	g.part = 0
}

// ignored adds the files of which git said that it ignores them: it prints the names that it was given,
// with -v behind a tab.
func (g gitCall) ignored() {
	if _, failed := g.decides(g.at); failed || g.steps[g.at].Output == shell.OutputNone {
		return
	}
	for _, o := range g.options {
		if isOption(o) || o == unknownWord || g.folder == "" {
			continue
		}
		said := slices.ContainsFunc(g.lines, func(l string) bool { return l == o || strings.HasSuffix(l, "\t"+o) && !strings.Contains(l, ":!") })
		if said {
			at := g.other(commits)
			at.Ignored = addNew(at.Ignored, []domain.Path{domain.Path(inside(g.folder, o))})
		}
	}
}

// commitValued are the options of git commit that take the next word.
var commitValued = []string{
	"-m", "--message", "-F", "--file", "-C", "--reuse-message", "-c", "--reedit-message", "-t", "--template",
	"--author", "--date", "--fixup", "--squash", "--trailer", "--cleanup",
}

// only adds the files that git commit is given: of the index it takes those and no others.
func (g gitCall) only() {
	var named []domain.Path
	unknown := false
	for n := 0; n < len(g.options); n++ {
		o := g.options[n]
		switch {
		case o == "--":
		case strings.HasPrefix(o, "-"):
			letters := len(o) > 2 && o[1] != '-' && strings.ContainsAny(o[len(o)-1:], "mFCct")
			if slices.Contains(commitValued, o) || letters {
				n++
			}
			unknown = unknown || slices.ContainsFunc([]string{o}, isOneOf([]string{"-p", "--patch", "--pathspec-from-file"}))
		case o == unknownWord || strings.HasPrefix(o, ":"):
			unknown = true
		default:
			named = append(named, domain.Path(inside(g.folder, o)))
		}
	}
	if !unknown && len(named) == 0 {
		return
	}
	o := g.index()
	o.MayUnstage, o.MayStage = true, unknown
	o.Staged = append(o.Staged, named...)
}

var (
	// revision is how a commit is named that is not the one the branch is at.
	revision = &pattern.Line{Expr: `[~^]|@\{|^(origin|upstream|refs)/|^[0-9a-f]{7,64}$`}
	resets   = []string{"--soft", "--mixed", "--hard", "--merge", "--keep"}
)

// unstage adds what takes files out of the index, and what takes commits off the branch.
func (g gitCall) unstage(verb string) {
	if _, failed := g.decides(g.at); failed {
		return
	}
	has := func(names ...string) bool { return slices.ContainsFunc(g.options, isOneOf(names)) }
	switch verb {
	case "reset":
		elsewhere := slices.ContainsFunc(g.options, func(o string) bool {
			return o != "HEAD" && !strings.HasPrefix(o, "-") && (has(resets...) || o == unknownWord || revision.Regexp().MatchString(o))
		})
		o := g.index()
		o.MayUnstage, o.MayUndo = true, elsewhere
	case "restore":
		staged := has("-S", "--staged")
		if staged {
			g.index().MayUnstage = true
		}
		if !staged || has("-W", "--worktree") {
			g.restore()
		}
	case "stash":
		g.index().MayUnstage = true
	case "branch":
		if has("-f", "--force", "-D", "-M") {
			g.index().MayUndo = true
		}
	case "checkout", "switch":
		if has("-B", "-C", "--force-create") {
			g.index().MayUndo = true
		}
		if at := slices.Index(g.options, "--"); at >= 0 {
			g.takeFrom(slices.DeleteFunc(slices.Clone(g.options[:at]), isOption), g.options[at+1:])
		}
	case "update-ref":
		g.index().MayUndo = true
	}
}

func isOption(word string) bool { return strings.HasPrefix(word, "-") }

// restore adds the files that git restore gives what they held.
func (g gitCall) restore() {
	var source, named []string
	for n := 0; n < len(g.options); n++ {
		o := g.options[n]
		switch {
		case (o == "-s" || o == "--source") && n+1 < len(g.options):
			n++
			source = append(source, g.options[n])
		case strings.HasPrefix(o, "--source="):
			source = append(source, strings.TrimPrefix(o, "--source="))
		case o == "--pathspec-from-file" || strings.HasPrefix(o, "--pathspec-from-file=") || o == "-p" || o == "--patch":
			named = append(named, unknownWord)
		case !isOption(o):
			named = append(named, o)
		}
	}
	g.takeFrom(source, named)
}

// takeFrom adds the files that get the content which they have in a revision: of the index and of the
// last commit it is what they held. Where not all are named, the program may change others.
func (g gitCall) takeFrom(source, named []string) {
	var files []domain.Path
	for _, name := range named {
		if name == unknownWord || isFolder(name) || strings.ContainsAny(name, "*?[:") {
			return
		}
		files = append(files, domain.Path(inside(g.folder, name)))
	}
	if len(files) == 0 {
		return
	}
	o := g.other(changes)
	if len(source) == 0 || source[0] == "HEAD" {
		o.Reverts = addNew(o.Reverts, files)
	} else {
		o.Writes = addNew(o.Writes, files)
	}
	g.named = g.at + 1
}

// isToldByOthers reports whether a step beside the command may have printed what git prints: a program
// that shows texts of others.
func (g gitCall) isToldByOthers() bool {
	for n := range g.steps {
		o := &g.steps[n]
		if n == g.at || o.Output == shell.OutputNone || len(o.Words) == 0 || isQuiet(o) || showsOnly(g.steps, n, g.at) {
			continue
		}
		if !o.Words[0].Known || !slices.Contains([]string{"git", "gh", "glab"}, o.Words[0].Program()) {
			return true
		}
	}
	return false
}
