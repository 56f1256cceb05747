package policy

import (
	"slices"
	"strings"
)

// gitValued are options before git's verb that take the next word.
var gitValued = []string{"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--super-prefix", "--config-env", "--attr-source"}

// gitCommand returns a git command without what stands before its verb: git -C x push
// is git push, and so is git send-pack.
func gitCommand(words []word) []word {
	if words = gitWords(words); words == nil {
		return nil
	}
	i := 1
	for i < len(words) && words[i].known && strings.HasPrefix(words[i].text, "-") {
		if slices.Contains(gitValued, words[i].text) {
			i++
		}
		i++
	}
	git := append([]word{{text: "git", known: true}}, words[min(i, len(words)):]...)
	switch {
	case len(git) > 1 && slices.Contains(plumbing, git[1].text):
		git[1].text = "push"
	case len(git) > 2 && git[1].known && git[1].text == "subtree":
		return subtreePush(git)
	}
	return git
}

// subtreePush makes a push of git subtree push --prefix DIR REMOTE REF, which pushes to REF.
func subtreePush(git []word) []word {
	push := []word{git[0]}
	for i := 2; i < len(git); i++ {
		switch w := git[i]; {
		case w.text == "-P" || w.text == "--prefix" || w.text == "-m" || w.text == "--message" || w.text == "-b" || w.text == "--branch" || w.text == "--onto" || w.text == "--annotate":
			i++
		case len(push) > 1 && strings.HasPrefix(w.text, "-"):
		case strings.HasPrefix(w.text, "-") && w.known: // options before push
		default:
			push = append(push, w)
		}
	}
	if len(push) < 2 || push[1].known && push[1].text != "push" {
		return git
	}
	return push
}

// gitWords are the words of a git command, of git-push those of git push; nil for another one.
func gitWords(words []word) []word {
	if len(words) == 0 || !words[0].known {
		return nil
	}
	name, verb, dashed := strings.Cut(words[0].program(), "-")
	switch {
	case name != "git":
		return nil
	case dashed:
		return append([]word{{text: "git", known: true}, {text: verb, known: true}}, words[1:]...)
	}
	return words
}

// refs is what a command changes of refs, in a remote or here.
type refs struct {
	names []string // full ref names
	// open says that the text does not name all of them.
	open bool
}

// plumbing are verbs of git that push, with the words of a push.
var plumbing = []string{"send-pack", "http-push"}

// pushOptions take the next word.
var pushOptions = []string{"-o", "--push-option", "--receive-pack", "--exec", "--repo"}

// refsOf returns the refs that a git push names; ok is false for another command.
func refsOf(words []word, branch string) (r refs, ok bool) {
	if len(words) > 0 && !words[0].known {
		return refs{open: true}, true
	}
	git := gitCommand(words)
	if len(git) < 2 || git[1].known && git[1].text != "push" {
		return r, false
	}
	if !git[1].known {
		return refs{open: true}, true
	}
	plain := 0 // the remote comes first
	for i := 2; i < len(git); i++ {
		w := git[i]
		switch {
		case !w.known:
			r.open = true
		case slices.Contains(pushOptions, w.text):
			i++
		case slices.Contains([]string{"--all", "--mirror", "--branches", "--tags", "--follow-tags"}, w.text):
			r.open = true
		case strings.HasPrefix(w.text, "-"):
		default:
			if plain++; plain > 1 {
				r.refspec(w.text, branch)
			}
		}
	}
	if plain < 2 && !r.open { // git push: the branch that is checked out, by push.default
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
		r.open = true // all that match, or a pattern
	case dst == "HEAD" || dst == "@" || dst == "":
		r.current(branch)
	default:
		r.name(dst)
	}
}

func (r *refs) current(branch string) {
	if branch == "" {
		r.open = true
		return
	}
	r.name(branch)
}

// name adds a ref: a short one is a branch here, and a tag there, so both.
func (r *refs) name(ref string) {
	if strings.HasPrefix(ref, "refs/") {
		r.names = append(r.names, ref)
		return
	}
	short := strings.TrimPrefix(strings.TrimPrefix(ref, "heads/"), "tags/")
	r.names = append(r.names, "refs/heads/"+short, "refs/tags/"+short)
}
