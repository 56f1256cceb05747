package shell

import (
	"slices"
	"strings"
)

// gitValued are options before git's verb that take the next word.
var gitValued = []string{"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--super-prefix", "--config-env", "--attr-source"}

// GitCommand returns a git command without the options before its verb: git -C x push is git push, and so is
// git send-pack.
func GitCommand(words []Word) []Word {
	if words = gitWords(words); words == nil {
		return nil
	}
	i := 1
	for i < len(words) && words[i].Known && strings.HasPrefix(words[i].Text, "-") {
		if slices.Contains(gitValued, words[i].Text) {
			i++
		}
		i++
	}
	git := append([]Word{{Text: "git", Known: true}}, words[min(i, len(words)):]...)
	switch {
	case len(git) > 1 && slices.Contains(plumbing, git[1].Text):
		git[1].Text = "push"
	case len(git) > 2 && git[1].Known && git[1].Text == "subtree":
		return subtreePush(git)
	}
	return git
}

// GitSettings returns a git command once for each setting that it is given for this call, as git -c NAME=VALUE
// VERB: whatever other options precede the verb, and also where the option is --config-env, or one of git
// clone's.
func GitSettings(words []Word) (all [][]Word) {
	if words = gitWords(words); words == nil {
		return nil
	}
	verb := GitCommand(words)[1:]
	add := func(setting Word) {
		all = append(all, append([]Word{{Text: "git", Known: true}, {Text: "-c", Known: true}, setting}, verb...))
	}
	cloned := len(verb) > 0 && (verb[0].Text == "clone" || verb[0].Text == "init")
	for i, before := 1, len(words)-len(verb); i < len(words) && (i < before || cloned); i++ {
		value, joined := strings.CutPrefix(words[i].Text, "--config-env=")
		long, config := strings.CutPrefix(words[i].Text, "--config=")
		switch {
		case joined:
			add(Word{Text: value, Known: words[i].Known})
		case config && cloned:
			add(Word{Text: long, Known: words[i].Known})
		case i+1 < len(words) && (words[i].Text == "-c" || words[i].Text == "--config-env" || words[i].Text == "--config" && cloned):
			i++
			add(words[i])
		case slices.Contains(gitValued, words[i].Text):
			i++
		}
	}
	return all
}

// subtreePush makes a push of git subtree push --prefix DIR REMOTE REF, which pushes to REF.
func subtreePush(git []Word) []Word {
	push := []Word{git[0]}
	for i := 2; i < len(git); i++ {
		switch w := git[i]; {
		case w.Text == "-P" || w.Text == "--prefix" || w.Text == "-m" || w.Text == "--message" || w.Text == "-b" || w.Text == "--branch" || w.Text == "--onto" || w.Text == "--annotate":
			i++
		case len(push) > 1 && strings.HasPrefix(w.Text, "-"):
		case strings.HasPrefix(w.Text, "-") && w.Known: // options before push
		default:
			push = append(push, w)
		}
	}
	if len(push) < 2 || push[1].Known && push[1].Text != "push" {
		return git
	}
	return push
}

// gitWords are the words of a git command, of git-push those of git push; nil for another one.
func gitWords(words []Word) []Word {
	if len(words) == 0 || !words[0].Known {
		return nil
	}
	name, verb, dashed := strings.Cut(words[0].Program(), "-")
	switch {
	case name != "git":
		return nil
	case dashed:
		return append([]Word{{Text: "git", Known: true}, {Text: verb, Known: true}}, words[1:]...)
	}
	return words
}

// refs is what a command changes of refs, in a remote or here.
type refs struct {
	Names []string // full ref names
	// open reports that the text does not name all of them.
	Open bool
}

// plumbing are verbs of git that push, with the words of a push.
var plumbing = []string{"send-pack", "http-push"}

// pushOptions take the next word.
var pushOptions = []string{"-o", "--push-option", "--receive-pack", "--exec", "--repo"}

// RefsOf returns the refs that a git push names; ok is false for another command.
func RefsOf(words []Word, branch string) (r refs, ok bool) {
	if len(words) > 0 && !words[0].Known {
		return refs{Open: true}, true
	}
	git := GitCommand(words)
	if len(git) < 2 || git[1].Known && git[1].Text != "push" {
		return r, false
	}
	if !git[1].Known {
		return refs{Open: true}, true
	}
	plain := 0 // the remote comes first
	for i := 2; i < len(git); i++ {
		w := git[i]
		switch {
		case !w.Known:
			r.Open = true
		case slices.Contains(pushOptions, w.Text):
			i++
		case slices.Contains([]string{"--all", "--mirror", "--branches", "--tags", "--follow-tags"}, w.Text):
			r.Open = true
		case strings.HasPrefix(w.Text, "-"):
		default:
			if plain++; plain > 1 {
				r.refspec(w.Text, branch)
			}
		}
	}
	if plain < 2 && !r.Open { // git push: the branch that is checked out, by push.default
		r.current(branch)
	}
	return r, true
}

// refspec reads [+]src[:dst].
func (r *refs) refspec(spec, branch string) {
	src, dst, pair := strings.Cut(strings.TrimPrefix(spec, "+"), ":")
	if !pair {
		dst = src
	}
	switch {
	case dst == "" && pair && src == "", strings.Contains(dst, "*"):
		r.Open = true // all that match, or a pattern
	case dst == "HEAD" || dst == "@" || dst == "":
		r.current(branch)
	default:
		r.name(dst)
	}
}

func (r *refs) current(branch string) {
	if branch == "" {
		r.Open = true
		return
	}
	r.name(branch)
}

// name adds a ref: a short one is a branch here, and a tag there, so both.
func (r *refs) name(ref string) {
	if strings.HasPrefix(ref, "refs/") {
		r.Names = append(r.Names, ref)
		return
	}
	short := strings.TrimPrefix(strings.TrimPrefix(ref, "heads/"), "tags/")
	r.Names = append(r.Names, "refs/heads/"+short, "refs/tags/"+short)
}
