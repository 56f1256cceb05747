package policy

// wrapper is a program that runs the command in its arguments.
type wrapper struct {
	options
	// harmless: the command does the same with it as without, so that what is allowed
	// alone is allowed behind it.
	harmless bool
	words    int    // words of its own before the command
	assigns  bool   // NAME=value before the command
	adds     bool   // the command gets words that are not in the text
	marks    string // letters of options that name the text which it replaces
	until    string // what begins a word that ends the command
	// shell: the words, joined, are a text for a shell.
	shell bool
	// anywhere: the command may begin at any of the words.
	anywhere bool
}

// launcher runs a command that nobody here finds among its own words.
var launcher = wrapper{shell: true, anywhere: true}

// wrappers is what is known of programs that run others.
var wrappers = table[wrapper]{
	{"timeout", wrapper{harmless: true, words: 1, options: options{valued: "ks", flags: "fpv",
		long: []string{"kill-after", "signal"}, bare: []string{"foreground", "preserve-status", "verbose"}}}},
	{"nohup", wrapper{harmless: true}},
	{"nice", wrapper{harmless: true, options: options{valued: "n", flags: "0123456789", long: []string{"adjustment"}}}},
	{"command", wrapper{harmless: true, options: options{flags: "pvV"}}},
	{"xargs", wrapper{harmless: true, adds: true, marks: "IJi", options: options{valued: "adEIJLnPRsS", joined: "eil", flags: "0oprtx",
		long: []string{"arg-file", "delimiter", "max-chars", "max-args", "max-procs", "process-slot-var"},
		bare: []string{"null", "eof", "replace", "max-lines", "open-tty", "interactive", "no-run-if-empty", "verbose", "exit", "show-limits"}}}},
	{"builtin", wrapper{}},
	{"exec", wrapper{options: options{valued: "a", flags: "cl"}}},
	{"time", wrapper{options: options{valued: "fo", flags: "apvqV", long: []string{"format", "output"}, bare: []string{"append", "portability", "verbose", "quiet"}}}},
	{"setsid", wrapper{options: options{flags: "cfw", bare: []string{"ctty", "fork", "wait"}}}},
	{"eval", wrapper{}},
	{"sudo", wrapper{assigns: true, options: options{valued: "CDRTUghprtu", flags: "ABbEeHiKklnNPSsVv",
		long: []string{"user", "group", "host", "prompt", "chdir", "chroot", "close-from", "command-timeout", "other-user", "role", "type"},
		bare: []string{"preserve-env", "set-home", "login", "shell", "non-interactive", "stdin", "background", "reset-timestamp", "askpass", "bell"}}}},
	{"doas", wrapper{assigns: true, options: options{valued: "uC", flags: "nsL"}}},
	{"env", wrapper{assigns: true, options: options{valued: "uCS", flags: "i0v", long: []string{"unset", "chdir", "split-string"},
		bare: []string{"ignore-environment", "null", "debug", "block-signal", "default-signal", "ignore-signal", "list-signal-handling"}}}},
	{"stdbuf", wrapper{options: options{valued: "ioe", long: []string{"input", "output", "error"}}}},
	{"ionice", wrapper{options: options{valued: "cnpPu", flags: "t", long: []string{"class", "classdata"}, bare: []string{"ignore"}}}},
	{"chroot", wrapper{words: 1}},
	{"flock", wrapper{words: 1, shell: true, options: options{valued: "wEc", flags: "sxneouFv", long: []string{"wait", "timeout", "conflict-exit-code", "command"}}}},
	{"strace", wrapper{options: options{valued: "abeEIoOpPsSuUX", flags: "cCdDfFhiknqrtTvVwxyYzZ"}}},
	{"watch", wrapper{shell: true, options: options{valued: "nq", flags: "bcdegprtvwx", long: []string{"interval", "equexit"}}}},
	{"parallel", wrapper{adds: true, shell: true, until: ":::", options: options{valued: "jaNnIsLC", flags: "0kqtuvXm", long: []string{"jobs", "arg-file", "colsep", "results", "joblog"}}}},
	{"busybox", wrapper{}}, {"toybox", wrapper{}}, {"unshare", wrapper{}}, {"nsenter", wrapper{options: options{valued: "tSG"}}},
	{"chrt", wrapper{words: 1}}, {"taskset", wrapper{words: 1, options: options{flags: "ap"}}}, {"caffeinate", wrapper{options: options{valued: "tw"}}},
	{"fakeroot", wrapper{}}, {"unbuffer", wrapper{}}, {"ltrace", wrapper{}}, {"proot", wrapper{}}, {"setarch", wrapper{words: 1}},
	{"arch", wrapper{}}, {"pkexec", wrapper{}}, {"gosu", wrapper{words: 1}}, {"su-exec", wrapper{words: 1}},

	{"su", launcher}, {"runuser", launcher}, {"ssh", launcher}, {"script", launcher}, {"tmux", launcher}, {"screen", launcher},
	{"docker", launcher}, {"podman", launcher}, {"kubectl", launcher}, {"perf", launcher}, {"gdb", launcher}, {"valgrind", launcher}, {"expect", launcher},
	{"prlimit", launcher}, {"systemd-run", launcher}, {"dbus-run-session", launcher}, {"xvfb-run", launcher}, {"firejail", launcher}, {"bwrap", launcher},
	{"npx", launcher}, {"bunx", launcher}, {"nix-shell", launcher}, {"nix", launcher}, {"direnv", launcher}, {"mise", launcher}, {"setpriv", launcher},
	{"ld.so", launcher}, {"ld-linux-x86-64.so.2", launcher}, {"ld-linux-aarch64.so.1", launcher}, {"ld-musl-x86_64.so.1", launcher},
}

// running are verbs of programs behind which a command begins.
var running = table[[]string]{
	{"npm", []string{"exec", "x"}}, {"pnpm", []string{"exec", "dlx"}}, {"yarn", []string{"exec", "dlx"}}, {"bun", []string{"x"}},
	{"uv", []string{"run"}}, {"poetry", []string{"run"}}, {"pipenv", []string{"run"}},
	{"bundle", []string{"exec"}}, {"rye", []string{"run"}}, {"pdm", []string{"run"}}, {"hatch", []string{"run"}},
}
