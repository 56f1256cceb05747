package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy/shell"
)

// git adds what a git command shows.
func (r *reading) git(i int, args []string) {
	words := shell.GitCommand(r.steps[i].Words)
	if words == nil || args[0] != "git" {
		return
	}
	folder := r.gitFolder(i, args)
	verb := ""
	if len(words) > 1 && words[1].Known {
		verb = words[1].Text
	}
	options := texts(words[min(len(words), 2):])
	switch verb {
	case "add", "stage", "rm", "mv":
		r.stage(i, words[2:], options, folder)
	case "commit", "cherry-pick", "revert":
		r.commit(i, options, folder)
	case "push":
		r.push(i, options, folder)
	case "merge", "pull", "rebase":
		r.integrate(i, verb, folder)
	}
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

// gitFolder is where a git command works: the folder of the shell, then each -C; "" if that cannot be told.
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
	commitLine = line(`^\[(detached HEAD|[^\s\]]+)(?: \(root-commit\))? ([0-9a-f]{7,64})\] `)
	cleanLine  = line(`nothing to commit, working tree clean`)
)

// commit adds the commit of step i: the n-th that git printed for the n-th command that commits.
func (r *reading) commit(i int, options []string, folder domain.Path) {
	if slices.Contains(options, "--dry-run") || slices.Contains(options, "--abort") || slices.Contains(options, "--no-commit") || slices.Contains(options, "-n") && len(options) == 1 {
		return
	}
	r.hook(i, folder)
	succeeded, failed := r.decides(i)
	c := domain.ObservedCommit{Folder: folder, Amends: slices.Contains(options, "--amend"), All: slices.ContainsFunc(options, commitsAll)}
	if r.steps[i].Output != shell.OutputNone {
		var printed [][]string
		commitLine.each(r.lines, func(m []string) { printed = append(printed, m) })
		if n := r.before(i, "commit", "cherry-pick", "revert"); n < len(printed) {
			c.Commit = domain.CommitID(printed[n][2])
			if printed[n][1] != "detached HEAD" {
				c.Branch = domain.Branch(printed[n][1])
			}
		}
		c.Clean = c.Commit == "" && cleanLine.find(r.lines) != nil
	}
	if c.Clean || c.Commit != "" && !failed || succeeded {
		o := r.other(commits)
		o.Commits = append(o.Commits, c)
	}
}

// commitsAll reports whether an option of git commit is -a, alone or among other letters.
func commitsAll(option string) bool {
	return option == "--all" || len(option) > 1 && option[0] == '-' && option[1] != '-' && strings.ContainsRune(strings.SplitN(option, "m", 2)[0], 'a')
}

// hook adds the tests that a hook of the repository ran, where their summary stands in the output.
func (r *reading) hook(i int, folder domain.Path) {
	if r.steps[i].Output == shell.OutputNone || r.isForeign(i) {
		return
	}
	if sum := readAny(r.lines); sum.result != "" {
		r.tested(Test{Runner: "git hook", Result: sum.result, Level: targeted,
			Passed: sum.passed, Failed: sum.failed, Skipped: sum.skipped, Names: sum.names, Folder: folder})
	}
}

// stage adds what git add puts into the index.
func (r *reading) stage(i int, words []shell.Word, options []string, folder domain.Path) {
	if _, failed := r.decides(i); failed || slices.ContainsFunc(options, isOneOf([]string{"-n", "--dry-run", "-p", "--patch", "-i", "--interactive", "-e", "--cached"})) {
		return
	}
	var staged []domain.Path
	all := false
	for n, o := range options {
		if glob := words[n].Path; o == unknownWord && strings.ContainsAny(glob, "*?[") && !strings.Contains(glob, shell.UnknownText) {
			o = glob
		}
		switch {
		case o == "-A" || o == "--all" || o == "-u" || o == "--update" || o == ":/":
			all = true
		case o != unknownWord && !strings.HasPrefix(o, "-"):
			staged = append(staged, domain.Path(inside(folder, o)))
		}
	}
	if all && len(staged) == 0 {
		staged = append(staged, domain.Path(inside(folder, ".")))
	}
	if len(staged) > 0 {
		o := r.other(commits)
		o.Staged = append(o.Staged, staged...)
	}
}

// inside is a path that git is given in a folder, absolute where the folder is known.
func inside(folder domain.Path, name string) string {
	if folder == "" {
		return name
	}
	return shell.Place{CWD: string(folder)}.Absolute(name)
}

// before counts the steps before i that are git commands of some verbs.
func (r *reading) before(i int, verbs ...string) (n int) {
	for k := range i {
		words := shell.GitCommand(r.steps[k].Words)
		if len(words) > 1 && slices.Contains(verbs, words[1].Text) && r.steps[k].Output != shell.OutputNone {
			n++
		}
	}
	return n
}

var (
	pushTo   = line(`^To (\S+)$`)
	pushMove = line(`^ ([ +*\-!=]) (\S+|\[[^\]]+\])\s+(?:(\S+) -> )?(\S+)(?: \((.*)\))?$`)
	pushNone = line(`^Everything up-to-date$`)
)

// push adds the refs that a push moved, or that the remote refused.
func (r *reading) push(i int, options []string, folder domain.Path) {
	if slices.Contains(options, "--dry-run") || slices.Contains(options, "-n") || r.steps[i].Output == shell.OutputNone && r.call.Status != StatusZero {
		return
	}
	r.hook(i, folder)
	ref := domain.ObservedRef{Folder: folder}
	var named []string
	for _, o := range options {
		if !strings.HasPrefix(o, "-") && o != unknownWord {
			named = append(named, o)
		}
	}
	if len(named) > 0 {
		ref.Remote = named[0]
	}
	found := false
	for _, m := range r.moves() {
		moved := ref
		moved.Ref, moved.Old, moved.New, moved.Result = m.Ref, m.Old, m.New, m.Result
		found = true
		o := r.other(published)
		o.Refs = append(o.Refs, moved)
	}
	if found {
		return
	}
	succeeded, _ := r.decides(i)
	switch {
	case pushNone.find(r.lines) != nil && r.steps[i].Output != shell.OutputNone:
		ref.Result = domain.ObservedUpToDate
	case succeeded:
		ref.Result = domain.ObservedUpdated // --quiet
	default:
		return
	}
	for _, name := range named[min(1, len(named)):] {
		_, to, both := strings.Cut(strings.TrimPrefix(name, "+"), ":")
		if ref.Ref = name; both {
			ref.Ref = to
		}
	}
	o := r.other(published)
	o.Refs = append(o.Refs, ref)
}

// moves reads the lines that git push prints for each ref (git-push(1), OUTPUT): those behind a
// line that names the remote, or all where no fetch can have printed them.
func (r *reading) moves() (out []domain.ObservedRef) {
	pushing := !slices.ContainsFunc(r.steps, func(s shell.Step) bool {
		words := shell.GitCommand(s.Words)
		return len(words) > 1 && slices.Contains([]string{"fetch", "pull", "remote"}, words[1].Text)
	})
	for _, l := range r.lines {
		if pushTo().MatchString(l) {
			pushing = true
		} else if strings.HasPrefix(l, "From ") {
			pushing = false
		}
		m := pushMove().FindStringSubmatch(l)
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
	mergeMade   = line(`^Merge made by the '\S+' strategy`)
	fastForward = line(`^Updating ([0-9a-f]+)\.\.([0-9a-f]+)$`)
	rebased     = line(`^Successfully rebased and updated (\S+?)\.?$`)
)

// integrate adds what a merge, a pull or a rebase did to the local branch.
func (r *reading) integrate(i int, verb string, folder domain.Path) {
	if r.steps[i].Output == shell.OutputNone {
		return
	}
	ref := domain.ObservedRef{Folder: folder}
	if m := rebased.find(r.lines); m != nil && verb != "merge" {
		ref.Ref, ref.Result = strings.TrimPrefix(m[1], "refs/heads/"), domain.ObservedRebased
	} else if m := fastForward.find(r.lines); m != nil {
		ref.Old, ref.New, ref.Result = domain.CommitID(m[1]), domain.CommitID(m[2]), domain.ObservedFastForward
	} else if mergeMade.find(r.lines) != nil {
		ref.Result = domain.ObservedMerged
	}
	if ref.Result != "" {
		o := r.other(published)
		o.Refs = append(o.Refs, ref)
	}
}
