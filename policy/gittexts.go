package policy

import (
	"slices"
	"strings"
)

// gitTexts returns what git is told to run: by its configuration, for now (git -c NAME=VALUE) or
// for good (git config NAME VALUE), and by its verbs, as by git rebase --exec.
func gitTexts(words []word) (all []word) {
	for i := 1; i < len(words); i++ {
		w := words[i]
		switch {
		case w.text == "-c" && i+1 < len(words):
			i++
			name, value, _ := strings.Cut(words[i].text, "=")
			all = append(all, configured(name, word{text: value, known: words[i].known})...)
		case strings.HasPrefix(w.text, "--config-env"):
			all = append(all, word{})
		case slices.Contains(gitValued, w.text):
			i++
		case !w.known:
			return all
		case !strings.HasPrefix(w.text, "-"):
			return append(all, verbTexts(w.text, words[i+1:])...)
		}
	}
	return all
}

// runningOptions are options of git's verbs whose values are commands.
var runningOptions = table[optionNames]{
	{"rebase", optionNames{"x", []string{"exec"}}}, {"difftool", optionNames{"x", []string{"extcmd"}}}, {"grep", optionNames{"O", []string{"open-files-in-pager"}}},
	{"fetch", optionNames{"", []string{"upload-pack"}}}, {"pull", optionNames{"", []string{"upload-pack"}}}, {"clone", optionNames{"u", []string{"upload-pack"}}},
	{"ls-remote", optionNames{"", []string{"upload-pack", "exec"}}}, {"fetch-pack", optionNames{"", []string{"upload-pack", "exec"}}}, {"archive", optionNames{"", []string{"exec"}}},
	{"push", optionNames{"", []string{"receive-pack", "exec"}}}, {"send-pack", optionNames{"", []string{"receive-pack", "exec"}}},
	{"send-email", optionNames{"", []string{"sendmail-cmd", "to-cmd", "cc-cmd", "header-cmd"}}},
	{"filter-branch", optionNames{"", []string{"setup", "env-filter", "tree-filter", "index-filter", "parent-filter", "msg-filter", "commit-filter", "tag-name-filter"}}},
}

// verbTexts returns what a verb of git's runs.
func verbTexts(verb string, args []word) (all []word) {
	switch verb {
	case "config":
		return configTexts(args)
	case "clone", "init":
		for i, w := range args[:max(len(args)-1, 0)] {
			if w.text == "-c" || w.text == "--config" {
				name, value, _ := strings.Cut(args[i+1].text, "=")
				all = append(all, configured(name, word{text: value, known: args[i+1].known})...)
			}
		}
	case "submodule": // foreach gives a single word to a shell
		return scripts(args)
	case "for-each-repo":
		return []word{joined(append([]word{{text: "git", known: true}}, operands(args)...))}
	}
	of, _ := runningOptions.of(verb)
	return append(all, of.texts(args)...)
}

// operands are words without the options before them.
func operands(words []word) []word {
	for i, w := range words {
		if !strings.HasPrefix(w.text, "-") {
			return words[i:]
		}
	}
	return nil
}

// configTexts returns what git config sets that is run. The words beside NAME and VALUE are
// options, which may take one of them, so that each pair is read.
func configTexts(args []word) (all []word) {
	for i := range max(len(args)-1, 0) {
		all = append(all, configured(args[i].text, args[i+1])...)
	}
	return all
}

// runSettings are the settings of git whose values are commands; "*" stands for what is between.
var runSettings = []string{"core.sshcommand", "core.pager", "core.editor", "core.fsmonitor", "core.askpass", "core.gitproxy", "core.alternaterefscommand",
	"sequence.editor", "diff.external", "diff.*.command", "diff.*.textconv", "filter.*.clean", "filter.*.smudge", "filter.*.process", "merge.*.driver",
	"difftool.*.cmd", "mergetool.*.cmd", "pager.*", "browser.*.cmd", "man.*.cmd", "credential.helper", "credential.*.helper", "gpg.program", "gpg.*.program",
	"remote.*.uploadpack", "remote.*.receivepack", "uploadpack.packobjectshook", "interactive.difffilter", "sendemail.*cmd", "trailer.*.command", "trailer.*.cmd"}

// configured returns the script that a setting of git's becomes.
func configured(name string, value word) []word {
	name = strings.ToLower(name)
	alias := strings.HasPrefix(name, "alias.")
	update := strings.HasPrefix(name, "submodule.") && strings.HasSuffix(name, ".update")
	script, shell := strings.CutPrefix(value.text, "!")
	switch {
	case !alias && !update && !slices.ContainsFunc(runSettings, func(glob string) bool { return starMatch(glob, name) }):
		return nil
	case !value.known:
		return []word{{}}
	case strings.TrimSpace(value.text) == "", update && !shell:
		return nil
	case !alias || shell:
		return []word{continued(word{text: script, known: true})}
	}
	return []word{continued(word{text: "git " + value.text, known: true})}
}

// ofGit returns what a git command runs by its configuration and its verbs.
func ofGit(c *simple) []word {
	all := gitTexts(c.words)
	for _, w := range c.words[1:] {
		if text, external := strings.CutPrefix(w.text, "ext::"); external && w.known { // a transport that is a command
			all = append(all, continued(word{text: strings.ReplaceAll(text, "% ", `\ `), known: true}))
		}
	}
	return all
}

// parameters returns what GIT_CONFIG_PARAMETERS sets that is run: 'NAME'='VALUE' or 'NAME=VALUE', quoted for a shell.
func parameters(value word) (all []word) {
	if !value.known {
		return []word{{}}
	}
	words, ok := plainWords(": " + value.text)
	if !ok {
		return []word{{}}
	}
	for _, w := range words[1:] {
		name, text, _ := strings.Cut(w, "=")
		all = append(all, configured(name, word{text: text, known: true})...)
	}
	return all
}
