package shell

import (
	"slices"
	"strings"
)

// gitTexts returns what git is instructed to run: by its configuration, for this call (git -c NAME=VALUE) or
// permanently (git config NAME VALUE), and by its verbs, as by git rebase --exec.
func gitTexts(words []Word) (all []Word) {
	for i := 1; i < len(words); i++ {
		w := words[i]
		switch {
		case w.Text == "-c" && i+1 < len(words):
			i++
			name, value, _ := strings.Cut(words[i].Text, "=")
			all = append(all, configured(name, Word{Text: value, Known: words[i].Known})...)
		case strings.HasPrefix(w.Text, "--config-env"):
			all = append(all, Word{})
		case slices.Contains(gitValued, w.Text):
			i++
		case !w.Known:
			return all
		case !strings.HasPrefix(w.Text, "-"):
			return append(all, verbTexts(w.Text, words[i+1:])...)
		}
	}
	return all
}

// runningOptions are options of git's verbs whose values are commands.
var runningOptions = Table[OptionNames]{
	{"rebase", OptionNames{"x", []string{"exec"}}}, {"difftool", OptionNames{"x", []string{"extcmd"}}}, {"grep", OptionNames{"O", []string{"open-files-in-pager"}}},
	{"fetch", OptionNames{"", []string{"upload-pack"}}}, {"pull", OptionNames{"", []string{"upload-pack"}}}, {"clone", OptionNames{"u", []string{"upload-pack"}}},
	{"ls-remote", OptionNames{"", []string{"upload-pack", "exec"}}}, {"fetch-pack", OptionNames{"", []string{"upload-pack", "exec"}}}, {"archive", OptionNames{"", []string{"exec"}}},
	{"push", OptionNames{"", []string{"receive-pack", "exec"}}}, {"send-pack", OptionNames{"", []string{"receive-pack", "exec"}}},
	{"send-email", OptionNames{"", []string{"sendmail-cmd", "to-cmd", "cc-cmd", "header-cmd"}}},
	{"filter-branch", OptionNames{"", []string{"setup", "env-filter", "tree-filter", "index-filter", "parent-filter", "msg-filter", "commit-filter", "tag-name-filter"}}},
}

// verbTexts returns what a verb of git's runs.
func verbTexts(verb string, args []Word) (all []Word) {
	switch verb {
	case "config":
		return configTexts(args)
	case "clone", "init":
		for i, w := range args[:max(len(args)-1, 0)] {
			if w.Text == "-c" || w.Text == "--config" {
				name, value, _ := strings.Cut(args[i+1].Text, "=")
				all = append(all, configured(name, Word{Text: value, Known: args[i+1].Known})...)
			}
		}
	case "submodule": // foreach passes a single word to a shell
		return scripts(args)
	case "for-each-repo":
		return []Word{joined(append([]Word{{Text: "git", Known: true}}, operands(args)...))}
	}
	of, _ := runningOptions.Of(verb)
	return append(all, of.Texts(args)...)
}

// operands are words without the options before them.
func operands(words []Word) []Word {
	for i, w := range words {
		if !strings.HasPrefix(w.Text, "-") {
			return words[i:]
		}
	}
	return nil
}

// configTexts returns what git config sets that is run. The words beside NAME and VALUE are
// options, which may take one of them, so that each pair is read.
func configTexts(args []Word) (all []Word) {
	for i := range max(len(args)-1, 0) {
		all = append(all, configured(args[i].Text, args[i+1])...)
	}
	return all
}

// runSettings are the settings of git whose values are commands; "*" matches what is between.
var runSettings = []string{"core.sshcommand", "core.pager", "core.editor", "core.fsmonitor", "core.askpass", "core.gitproxy", "core.alternaterefscommand",
	"sequence.editor", "diff.external", "diff.*.command", "diff.*.textconv", "filter.*.clean", "filter.*.smudge", "filter.*.process", "merge.*.driver",
	"difftool.*.cmd", "mergetool.*.cmd", "pager.*", "browser.*.cmd", "man.*.cmd", "credential.helper", "credential.*.helper", "gpg.program", "gpg.*.program",
	"remote.*.uploadpack", "remote.*.receivepack", "uploadpack.packobjectshook", "interactive.difffilter", "sendemail.*cmd", "trailer.*.command", "trailer.*.cmd"}

// configured returns the script that a setting of git's becomes.
func configured(name string, value Word) []Word {
	name = strings.ToLower(name)
	alias := strings.HasPrefix(name, "alias.")
	update := strings.HasPrefix(name, "submodule.") && strings.HasSuffix(name, ".update")
	script, shell := strings.CutPrefix(value.Text, "!")
	switch {
	case !alias && !update && !slices.ContainsFunc(runSettings, func(glob string) bool { return StarMatch(glob, name) }):
		return nil
	case !value.Known:
		return []Word{{}}
	case strings.TrimSpace(value.Text) == "", update && !shell:
		return nil
	case !alias || shell:
		return []Word{continued(Word{Text: script, Known: true})}
	}
	return []Word{continued(Word{Text: "git " + value.Text, Known: true})}
}

// ofGit returns what a git command runs by its configuration and its verbs.
func ofGit(c *Simple) []Word {
	all := gitTexts(c.Words)
	for _, w := range c.Words[1:] {
		if text, external := strings.CutPrefix(w.Text, "ext::"); external && w.Known { // a transport that is a command
			all = append(all, continued(Word{Text: strings.ReplaceAll(text, "% ", `\ `), Known: true}))
		}
	}
	return all
}

// parameters returns what GIT_CONFIG_PARAMETERS sets that is run: 'NAME'='VALUE' or 'NAME=VALUE', quoted for a shell.
func parameters(value Word) (all []Word) {
	if !value.Known {
		return []Word{{}}
	}
	words, ok := PlainWords(": " + value.Text)
	if !ok {
		return []Word{{}}
	}
	for _, w := range words[1:] {
		name, text, _ := strings.Cut(w, "=")
		all = append(all, configured(name, Word{Text: text, Known: true})...)
	}
	return all
}
