package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy/shell"
	"github.com/clawable/claw/producers/witness/pattern"
	"github.com/clawable/claw/producers/witness/summary"
)

// gitCall is a git command that is being read.
type gitCall struct {
	*reading
	at      int // its step
	options []string
	folder  domain.Path // in which git works; "" if that cannot be determined
}

// git adds what a git command shows.
func (r *reading) git(i int, args []string) {
	verb, words := gitVerb(r.steps[i].Words)
	if verb == "" {
		return
	}
	g := gitCall{reading: r, at: i, options: texts(words), folder: r.gitFolder(i, args)}
	switch verb {
	case "add", "stage", "rm", "mv":
		g.stage(words)
	case "reset", "restore", "stash", "branch", "checkout", "switch", "update-ref":
		g.unstage(verb)
	case "commit", "cherry-pick", "revert":
		if !commitsNothing(g.options) {
			g.commit()
		}
	case "status":
		g.status()
	case "check-ignore":
		g.ignored()
	case "push":
		g.push()
	case "merge", "pull", "rebase":
		g.integrate(verb)
	}
}

// asksToCommit reports whether a command commits, if all of it runs.
func asksToCommit(command string) bool {
	if !mayCommit(command) {
		return false
	}
	r := reading{call: Call{Command: command}}
	for i := range r.stepsKnown() {
		switch verb, words := gitVerb(r.steps[i].Words); verb {
		case "commit", "cherry-pick", "revert":
			if !commitsNothing(texts(words)) {
				return true
			}
		}
	}
	return false
}

// mayCommit reports whether a command may have a verb that commits: most do not have the letters of one, and need
// not be read.
func mayCommit(command string) bool {
	if strings.Contains(command, "$'") { // letters by their numbers
		return true
	}
	letters := strings.ReplaceAll(command, "\\\n", "")
	for _, quote := range []string{`"`, "'", "\\"} {
		letters = strings.ReplaceAll(letters, quote, "")
	}
	return strings.Contains(letters, "commit") || strings.Contains(letters, "cherry-pick") || strings.Contains(letters, "revert")
}

// gitVerb returns the verb of a git command and the words behind it, "" for another command.
func gitVerb(command []shell.Word) (string, []shell.Word) {
	words := shell.GitCommand(command)
	if len(words) < 2 || !words[1].Known || command[0].Program() != "git" {
		return "", nil
	}
	return words[1].Text, words[2:]
}

// texts returns the texts of words; that of one which is not known is "\x00".
func texts(words []shell.Word) []string {
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = unknownWord; w.Known {
			out[i] = w.Text
		}
	}
	return out
}

// gitFolder is where a git command works: the folder of the shell, then each -C; "" if that cannot be
// determined.
func (r *reading) gitFolder(i int, args []string) domain.Path {
	place := shell.Place{CWD: r.folder(i)}
	if place.CWD == "" {
		return ""
	}
	for n := 1; n+1 < len(args) && strings.HasPrefix(args[n], "-"); n++ {
		if args[n] == "-C" {
			n++
			if args[n] == unknownWord {
				return ""
			}
			place.CWD = place.Absolute(args[n])
		}
	}
	return domain.Path(place.CWD)
}

var (
	commitLine = &pattern.Line{Expr: `^\[(detached HEAD|[^\s\]]+)(?: \(root-commit\))? ([0-9a-f]{7,64})\] `}
	cleanLine  = &pattern.Line{Expr: `nothing to commit, working tree clean`}
)

// commit adds the commit of the command: the n-th that git printed for the n-th command that commits.
func (g gitCall) commit() {
	g.hook()
	succeeded, failed := g.decides(g.at)
	certain := succeeded || failed || !g.isToldByOthers()
	c := domain.ObservedCommit{Folder: g.folder, Amends: slices.Contains(g.options, "--amend"), All: slices.ContainsFunc(g.options, commitsAll)}
	if g.steps[g.at].Output != shell.OutputNone && certain {
		var printed [][]string
		commitLine.Each(g.lines, func(m []string) { printed = append(printed, m) })
		if n := g.before("commit", "cherry-pick", "revert"); n < len(printed) {
			c.Commit = domain.CommitID(printed[n][2])
			if printed[n][1] != "detached HEAD" {
				c.Branch = domain.Branch(printed[n][1])
			}
		}
		c.Clean = c.Commit == "" && cleanLine.Find(g.lines) != nil
	}
	if c.Clean || c.Commit != "" && !failed || succeeded {
		g.only()
		o := g.other(commits)
		o.Commits = append(o.Commits, c)
	}
}

// commitsNothing reports whether options of a command that commits keep it from that.
func commitsNothing(options []string) bool {
	return slices.ContainsFunc(options, isOneOf([]string{"--dry-run", "--abort", "--no-commit"})) || slices.Equal(options, []string{"-n"})
}

// commitsAll reports whether an option of git commit is -a, alone or among other letters.
func commitsAll(option string) bool {
	return option == "--all" || len(option) > 1 && option[0] == '-' && option[1] != '-' && strings.ContainsRune(strings.SplitN(option, "m", 2)[0], 'a')
}

// hook adds the tests that a hook of the repository ran, where their summary is in the output.
func (g gitCall) hook() {
	if g.steps[g.at].Output == shell.OutputNone || g.isForeign(g.at) {
		return
	}
	if sum := summary.ReadAny(g.lines); sum.Result != "" {
		g.tested(Test{Runner: "git hook", Result: sum.Result, Level: targeted,
			Passed: sum.Passed, Failed: sum.Failed, Skipped: sum.Skipped, Names: sum.Names, Folder: g.folder})
	}
}

// inside is a path that git is given in a folder, absolute where the folder is known.
func inside(folder domain.Path, name string) string {
	if folder == "" {
		return name
	}
	return shell.Place{CWD: string(folder)}.Absolute(name)
}

// before counts the steps before it that are git commands of some verbs.
func (g gitCall) before(verbs ...string) (n int) {
	for k := range g.at {
		words := shell.GitCommand(g.steps[k].Words)
		if len(words) > 1 && slices.Contains(verbs, words[1].Text) && g.steps[k].Output != shell.OutputNone {
			n++
		}
	}
	return n
}

var (
	pushTo   = &pattern.Line{Expr: `^To (\S+)$`}
	pushMove = &pattern.Line{Expr: `^ ([ +*\-!=]) (\S+|\[[^\]]+\])\s+(?:(\S+) -> )?(\S+)(?: \((.*)\))?$`}
	pushNone = &pattern.Line{Expr: `^Everything up-to-date$`}
)

// push adds the refs that a push moved, or that the remote refused.
func (g gitCall) push() {
	if slices.Contains(g.options, "--dry-run") || slices.Contains(g.options, "-n") || g.steps[g.at].Output == shell.OutputNone && g.call.Status != StatusZero {
		return
	}
	g.hook()
	ref := domain.ObservedRef{Folder: g.folder}
	var named []string
	for _, o := range g.options {
		if !strings.HasPrefix(o, "-") && o != unknownWord {
			named = append(named, o)
		}
	}
	if len(named) > 0 {
		ref.Remote = named[0]
	}
	succeeded, failed := g.decides(g.at)
	certain := succeeded || failed || !g.isToldByOthers()
	found := false
	for _, m := range g.moves() {
		if !certain && m.Result != domain.ObservedRejected {
			continue
		}
		moved := ref
		moved.Ref, moved.Old, moved.New, moved.Result = m.Ref, m.Old, m.New, m.Result
		found = true
		o := g.other(published)
		o.Refs = append(o.Refs, moved)
	}
	if found {
		return
	}
	switch {
	case pushNone.Find(g.lines) != nil && g.steps[g.at].Output != shell.OutputNone && certain:
		ref.Result = domain.ObservedUpToDate
	case succeeded:
		ref.Result = domain.ObservedUpdated // --quiet
	default:
		return
	}
	for _, name := range named[min(1, len(named)):] {
		from, to, both := strings.Cut(strings.TrimPrefix(name, "+"), ":")
		if ref.Ref = name; both {
			ref.Ref = to
		}
		if both && from == "" || slices.ContainsFunc(g.options, isOneOf([]string{"-d", "--delete"})) {
			ref.Result = domain.ObservedDeleted
		}
	}
	o := g.other(published)
	o.Refs = append(o.Refs, ref)
}

// moves reads the lines that git push prints for each ref (git-push(1), OUTPUT): those behind a
// line that names the remote, or all where no fetch can have printed them.
func (g gitCall) moves() (out []domain.ObservedRef) {
	pushing := !slices.ContainsFunc(g.steps, func(s shell.Step) bool {
		words := shell.GitCommand(s.Words)
		return len(words) > 1 && slices.Contains([]string{"fetch", "pull", "remote"}, words[1].Text)
	})
	for _, l := range g.lines {
		if pushTo.Regexp().MatchString(l) {
			pushing = true
		} else if strings.HasPrefix(l, "From ") {
			pushing = false
		}
		m := pushMove.Regexp().FindStringSubmatch(l)
		if m == nil || !pushing {
			continue
		}
		ref := domain.ObservedRef{Ref: m[4]}
		switch m[1] {
		case " ":
			ref.Result = domain.ObservedUpdated
		case "+":
			ref.Result = domain.ObservedForced
		case "*":
			ref.Result = domain.ObservedCreated
		case "-":
			ref.Result = domain.ObservedDeleted
		case "!":
			ref.Result = domain.ObservedRejected
		case "=":
			ref.Result = domain.ObservedUpToDate
		}
		if from, to, ok := strings.Cut(m[2], ".."); ok {
			ref.Old, ref.New = domain.CommitID(from), domain.CommitID(strings.TrimPrefix(to, "."))
		} else if !strings.HasPrefix(m[2], "[") {
			continue
		}
		out = append(out, ref)
	}
	return out
}

var (
	mergeMade   = &pattern.Line{Expr: `^Merge made by the '\S+' strategy`}
	fastForward = &pattern.Line{Expr: `^Updating ([0-9a-f]+)\.\.([0-9a-f]+)$`}
	rebased     = &pattern.Line{Expr: `^Successfully rebased and updated (\S+?)\.?$`}
)

// integrate adds what a merge, a pull or a rebase did to the local branch.
func (g gitCall) integrate(verb string) {
	if g.steps[g.at].Output == shell.OutputNone {
		return
	}
	ref := domain.ObservedRef{Folder: g.folder}
	if m := rebased.Find(g.lines); m != nil && verb != "merge" {
		ref.Ref, ref.Result = strings.TrimPrefix(m[1], "refs/heads/"), domain.ObservedRebased
	} else if m := fastForward.Find(g.lines); m != nil {
		ref.Old, ref.New, ref.Result = domain.CommitID(m[1]), domain.CommitID(m[2]), domain.ObservedFastForward
	} else if mergeMade.Find(g.lines) != nil {
		ref.Result = domain.ObservedMerged
	}
	if ref.Result != "" {
		o := g.other(published)
		o.Refs = append(o.Refs, ref)
	}
}
