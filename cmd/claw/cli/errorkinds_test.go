package cli_test

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// wrong is a situation in which a verb fails, and the verbs that it is tested with (nil: all but some).
type wrong struct {
	says  string
	kind  string
	make  func(w *clitest.World, verb string)
	args  func(verb string) []string // nil: the good ones
	verbs []string
	but   []string
}

// deciding are the verbs that decide for a lane at the revision they read.
var deciding = []string{"claw lane bind", "claw lane settle", "claw lane close", "claw lane start", "claw lane restart", "claw lane expect", "claw lane finish", "claw lane accept", "claw lane reopen", "claw test"}

// editing are the verbs about an agent's settings.
var editing = []string{"claw hooks install", "claw hooks uninstall", "claw hooks status"}

// writing are the verbs that append.
var writing = append([]string{"claw import", "claw log append", "claw log import"}, deciding...)

// hooking are the verbs about a repository's hooks.
var hooking = []string{"claw ship hooks install", "claw ship hooks uninstall", "claw ship hooks status"}

// logless are the verbs that look for no log.
var logless = append([]string{"claw fixtures list", "claw fixtures write", "claw fixtures verify", "claw man", "claw policy init", "claw state read", "claw redact explain", "claw redact lint", "claw audit verify", "claw schema diff"}, slices.Concat(hooking, pricing)...)

// pricing are the verbs about the table of prices.
var pricing = []string{"claw prices list", "claw prices show", "claw prices update"}

// judging are the verbs that decide about a request, signed those that a person signs.
var (
	judging = []string{"claw approval consume", "claw approval grant", "claw approval import", "claw approval deny", "claw approval revoke", "claw approval delegate"}
	signed  = []string{"claw approval grant", "claw signers add", "claw signers remove"}
)

// situations provoke every error kind that a verb can give, in every verb.
var situations = []wrong{
	{says: "a flag that there is not", kind: "usage", args: func(verb string) []string { return commandLine(verb, "--nope") }},
	{says: "a file of settings that is no TOML", kind: "parse", but: slices.Concat(logless, editing),
		make: func(w *clitest.World, _ string) {
			w.File(".claw/config.toml", "log = \n")
			w.File("theirs/.claw/config.toml", "log = \n")
		}},
	{says: "a project that names a log outside of it", kind: "policy", but: slices.Concat(hooking, editing),
		make: func(w *clitest.World, _ string) { w.File(".claw/config.toml", "log = \"../theirs.db\"\n") }},
	{says: "no log, no project, and nothing recorded", kind: "not_found", but: logless, make: func(w *clitest.World, _ string) { w.NothingRecorded() }},
	{says: "a log, and settings, in a folder that is a file", kind: "filesystem", but: slices.Concat(logless, editing),
		make: func(w *clitest.World, _ string) {
			w.File("notes", "x\n")
			w.Env["CLAW_LOG"], w.Env["XDG_CONFIG_HOME"] = w.Path("notes/log.db"), w.Path("notes")
		}},
	{says: "a log that is a text file", kind: "corrupt", but: []string{"claw audit verify"},
		make: func(w *clitest.World, _ string) {
			w.File("notes", strings.Repeat("all work and no play\n", 100))
			w.Env["CLAW_LOG"] = w.Path("notes")
		}},
	{says: "a folder whose trust was not given", kind: "not_found", verbs: []string{"claw trust"},
		args: func(verb string) []string { return commandLine(verb, "--remove") }},
	{says: "a file in the place of the backup", kind: "conflict", verbs: []string{"claw log backup"},
		make: func(w *clitest.World, _ string) { w.File("backup.db", "mine\n") }},
	{says: "a file in the place of the policy", kind: "conflict", verbs: []string{"claw policy init"},
		make: func(w *clitest.World, _ string) { w.File("guard.toml", "version = 1\n") }},
	{says: "a file in the place of the policy's folder", kind: "filesystem", verbs: []string{"claw policy init"},
		make: func(w *clitest.World, _ string) { w.File("notes", "x\n") },
		args: func(verb string) []string { return append(strings.Fields(verb)[1:], "notes/guard.toml") }},
	{says: "a log with events in the place of the one to make", kind: "conflict", verbs: []string{"claw log restore"}},
	{says: "a log with events in the place of the copy", kind: "conflict", verbs: []string{"claw log copy"},
		args: func(string) []string {
			return []string{"log", "copy", "home/.local/share/claw/log.db"}
		}},
	{says: "interrupted", kind: "runtime", make: interrupt, but: editing},
	{says: "a log that another process holds", kind: "unavailable", but: hooking, make: func(w *clitest.World, _ string) { w.Hold() }},
	{says: "a log of a newer version", kind: "unavailable", verbs: writing, make: func(w *clitest.World, _ string) { w.MarkNewer() }},
	{says: "settings of the agent that are no JSON", kind: "parse", verbs: editing,
		make: func(w *clitest.World, _ string) { w.File("home/.claude/settings.json", "{\n") }},
	{says: "settings of the agent that are a folder", kind: "filesystem", verbs: editing,
		make: func(w *clitest.World, _ string) { w.Folder("home/.claude/settings.json") }},
	{says: "settings of the agent that are a link to nowhere", kind: "policy", verbs: editing,
		make: func(w *clitest.World, _ string) {
			w.Folder("home/.claude")
			w.Symlink("../gone/settings.json", "home/.claude/settings.json")
		}},
	{says: "a plugin that is not claw's", kind: "conflict", verbs: []string{"claw hooks install"},
		make: func(w *clitest.World, _ string) {
			w.File("home/.config/opencode/plugins/claw.js", "export const Mine = async () => ({})\n")
		},
		args: func(verb string) []string { return commandLine(verb, "--agent", "opencode") }},
	{says: "interrupted before the log was made", kind: "runtime", verbs: []string{"claw hooks install"},
		make: func(w *clitest.World, _ string) { w.Env["CLAW_LOG"] = w.Path("new.db"); interrupt(w, "") }},
	{says: "nobody to ask about what is written", kind: "usage", verbs: []string{"claw hooks install"},
		args: func(string) []string { return []string{"hooks", "install"} }},
	{says: "a lane that others write to without pause", kind: "conflict", make: busyLane, verbs: deciding, but: []string{"claw lane start"}},
	{says: "a request that others write to without pause", kind: "conflict", make: busyApprovals, verbs: judging},
	{says: "a log whose signers others change without pause", kind: "conflict", make: busySigners, verbs: []string{"claw signers add", "claw signers remove"}},
	{says: "a log ahead of the clock whose signers others change without pause", kind: "conflict", verbs: []string{"claw log clock reset"},
		make: func(w *clitest.World, verb string) { tenYearsAhead(w); busySigners(w, verb) }},
	{says: "a log whose tokens others change without pause", kind: "conflict", make: busySigners, verbs: []string{"claw token create", "claw token revoke"}},
	{says: "an agent's session", kind: "policy", verbs: []string{"claw token create", "claw expect adopt"}, make: func(w *clitest.World, _ string) { w.Env["CLAUDECODE"] = "1" }},
	{says: "a log ahead of the clock, and nobody at a terminal", kind: "auth", verbs: []string{"claw log clock reset"},
		make: func(w *clitest.World, _ string) { tenYearsAhead(w); w.Person.Away = true }},
	{says: "a log whose profiles others adopt without pause", kind: "conflict", verbs: []string{"claw expect adopt"}, make: busyProfiles},
	{says: "a file that is no profile", kind: "parse", verbs: []string{"claw expect adopt"},
		make: func(w *clitest.World, _ string) {
			w.File("profile.toml", "version = 1\nname = \"team\"\nwrites = true\n")
		},
		args: func(string) []string { return []string{"expect", "adopt", "profile.toml", "--reason", "ours"} }},
	{says: "a profile that is not there", kind: "filesystem", verbs: []string{"claw expect adopt"},
		args: func(string) []string { return []string{"expect", "adopt", "nowhere.toml", "--reason", "ours"} }},
	{says: "nobody at a terminal to sign a decision", kind: "auth", verbs: append([]string{"claw expect adopt"}, deciding...),
		args: func(verb string) []string { return commandLine(verb, "--key", "alice.key") },
		make: func(w *clitest.World, _ string) { w.Person.Away = true }},
	{says: "a lane that was started before", kind: "conflict", verbs: []string{"claw lane start"},
		args: func(verb string) []string { return []string{"lane", "start", clitest.SettledLane} }},
	{says: "nobody at a terminal", kind: "auth", verbs: signed, make: func(w *clitest.World, _ string) { w.Person.Away = true }},
	{says: "nobody at a terminal to sign a statement", kind: "auth", verbs: []string{"claw audit ship"}, make: func(w *clitest.World, _ string) { w.Person.Away = true },
		args: func(verb string) []string { return commandLine(verb, "--format", "in-toto", "--key", "alice.key") }},
	{says: "nobody decides", kind: "timeout", verbs: []string{"claw approval wait"},
		args: func(string) []string { return []string{"approval", "wait", clitest.Pending, "--timeout", "1ms"} }},
	{says: "a ship that others write to without pause", kind: "conflict", make: busyShips, verbs: shipping},
	{says: "a remote that knows nobody here", kind: "auth", make: strange, verbs: shipping},
	{says: "a stream that is there already", kind: "conflict", verbs: []string{"claw log append"},
		make: func(w *clitest.World, _ string) { w.Must("log", "append", "drafts.jsonl") },
		args: func(verb string) []string { return commandLine(verb, "--expect", "none") }},
	{says: "a folder that is there already", kind: "conflict", verbs: []string{"claw fixtures write"},
		make: func(w *clitest.World, _ string) { w.Folder("fixtures/wrong-workspace") }},
	{says: "a folder that is a file", kind: "filesystem", verbs: []string{"claw fixtures write"},
		make: func(w *clitest.World, _ string) { w.File("fixtures", "") }},
	{says: "a schema that is a folder", kind: "filesystem", verbs: []string{"claw schema diff"},
		args: func(string) []string { return []string{"schema", "diff", "home", "home"} }},
	{says: "a file that is no schema", kind: "parse", verbs: []string{"claw schema diff"},
		args: func(string) []string { return []string{"schema", "diff", "ops-bot.toml", "report.json"} }},
	{says: "a folder that is a file", kind: "filesystem", verbs: []string{"claw man"},
		make: func(w *clitest.World, _ string) { w.File("man1", "") }},
	{says: "a folder that is not there", kind: "filesystem", verbs: []string{"claw fixtures verify"},
		args: func(string) []string { return []string{"fixtures", "verify", "nowhere"} }},
	{says: "a folder without a run", kind: "not_found", verbs: []string{"claw fixtures verify"},
		args: func(string) []string { return []string{"fixtures", "verify", "home"} }},
	{says: "a folder that is not there", kind: "not_found", verbs: []string{"claw git status"},
		args: func(string) []string { return []string{"git", "status", "nowhere"} }},
	{says: "a repository that git cannot read", kind: "unavailable", verbs: []string{"claw git status"},
		make: func(w *clitest.World, _ string) { w.File("repo.git/config", "[") }},
	{says: "a folder that is not there", kind: "not_found", verbs: hooking,
		args: func(verb string) []string { return append(strings.Fields(verb)[1:], "nowhere") }},
	{says: "a repository that git cannot read", kind: "unavailable", verbs: hooking,
		make: func(w *clitest.World, _ string) { w.File("yard/config", "[") }},
	{says: "a hook that is a folder", kind: "filesystem", verbs: hooking,
		make: func(w *clitest.World, _ string) { w.Folder("yard/hooks/pre-push") }},
	{says: "another hook in the place of claw's", kind: "conflict", verbs: []string{"claw ship hooks install"},
		make: func(w *clitest.World, _ string) {
			w.File("yard/hooks/pre-push", "#!/bin/sh\n")
			w.File("yard/hooks/pre-push.before-claw", "#!/bin/sh\n")
		}},
	{says: "hooks that are not the repository's alone", kind: "policy", verbs: []string{"claw ship hooks install"},
		make: func(w *clitest.World, _ string) {
			w.File("yard/config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n\thooksPath = ../all\n")
		}},
	{says: "no state file", kind: "not_found", verbs: []string{"claw state read"},
		args: func(string) []string { return []string{"state", "read"} }},
	{says: "a state file that contradicts itself", kind: "parse", verbs: []string{"claw state read"},
		make: func(w *clitest.World, _ string) {
			w.File("state.json", `{"worker_id":"","status":"asleep","is_ready":true,"updated_at":1,"last_event":{"kind":"running","status":"running","timestamp":2}}`)
		}},
	{says: "a state file that is a folder", kind: "filesystem", verbs: []string{"claw state read"},
		args: func(string) []string { return []string{"state", "read", "home"} }},
	{says: "a report that was edited by hand", kind: "corrupt", verbs: reporting,
		make: func(w *clitest.World, _ string) { rewrite(w, "in-progress/1", "never/1") }},
	{says: "a report of a later schema", kind: "unavailable", verbs: reporting,
		make: func(w *clitest.World, _ string) {
			rewrite(w, `"schema_version": "1.0"`, `"schema_version": "2.0"`, `"content_hash": "`, `"was": "`)
		}},
	{says: "a file that is no report", kind: "parse", verbs: reporting, make: func(w *clitest.World, _ string) { w.File("later.json", "{}") }},
	{says: "an observed fact that cites no event", kind: "parse", verbs: []string{"claw report new"}, make: claims(`{"kind":"observed_fact","text":"it is so"}`), args: stating},
	{says: "a claim that cites an event which is not there", kind: "not_found", verbs: []string{"claw report new"},
		make: claims(`{"kind":"observed_fact","text":"it is so","evidence":["01KT1GQ20000000000000000AA"]}`), args: stating},
	{says: "a claim that is promoted from nothing", kind: "not_found", verbs: []string{"claw report new"},
		make: claims(`{"kind":"observed_fact","text":"it is so","evidence":["` + clitest.ContestedEnd + `"],"promoted_from":{"claim":"a","report_hash":"` + strings.Repeat("ab", 32) + `"}}`), args: stating},
	{says: "a statement that is none", kind: "parse", verbs: []string{"claw report new"}, make: func(w *clitest.World, _ string) { w.File("said.json", `{"mood":"good"}`) }, args: stating},
	{says: "a report that is not filed", kind: "not_found", verbs: []string{"claw report show", "claw report verify", "claw report diff"},
		args: func(verb string) []string {
			return slices.Concat(strings.Fields(verb)[1:], slices.Repeat([]string{"01KT1ZZZ"}, len(good[verb])))
		}},
	{says: "a version that is not the last", kind: "conflict", verbs: []string{"claw report amend"},
		args: func(verb string) []string { return commandLine(verb, "--replaces", strings.Repeat("ab", 32)) }},
	{says: "what it says already", kind: "conflict", verbs: []string{"claw report amend"}, args: func(string) []string { return []string{"report", "amend", clitest.Filed, "report.json"} }},
	{says: "what was said before", kind: "conflict", verbs: []string{"claw pinpoint link", "claw pinpoint rank", "claw pinpoint move", "claw pinpoint handoff"},
		make: func(w *clitest.World, verb string) { w.Must(commandLine(verb)...) }},
	{says: "a pinpoint that is not filed", kind: "not_found", verbs: []string{"claw pinpoint show", "claw pinpoint follow"},
		args: func(verb string) []string { return append(strings.Fields(verb)[1:], "#404") }},
	{says: "a nudge that was not delivered", kind: "not_found", verbs: []string{"claw nudge ack"}, args: func(string) []string { return []string{"nudge", "ack", "weekly"} }},
	{says: "a field that no report has", kind: "not_found", verbs: []string{"claw redact explain"}, args: func(string) []string { return []string{"redact", "explain", "/weather"} }},
	{says: "a release audit that was edited", kind: "corrupt", verbs: []string{"claw audit verify"}, make: func(w *clitest.World, _ string) { w.Edit("release.json", "\"derived\"", "\"recorded\"") }},
	{says: "a file that is no release audit", kind: "parse", verbs: []string{"claw audit verify"}, args: func(string) []string { return []string{"audit", "verify", "p.diff"} }},
	{says: "a release audit that is a folder", kind: "filesystem", verbs: []string{"claw audit verify"}, args: func(string) []string { return []string{"audit", "verify", "home"} }},
	{says: "a redaction policy that is none", kind: "parse", verbs: []string{"claw redact lint"},
		make: func(w *clitest.World, _ string) {
			w.File("views.toml", "id = \"a\"\nversion = 0\n[[rule]]\nid = \"r\"\nclass = \"all\"\nfields = [\"title\"]\n")
		},
		args: func(string) []string { return []string{"redact", "lint", "views.toml"} }},
	{says: "a redaction policy that is none", kind: "parse", verbs: []string{"claw redact explain"},
		make: func(w *clitest.World, _ string) { w.File("views.toml", "mood = \"good\"\n") },
		args: func(verb string) []string { return commandLine(verb, "--policy", "views.toml") }},
	{says: "a redaction policy that is a folder", kind: "filesystem", verbs: []string{"claw redact lint"}, args: func(string) []string { return []string{"redact", "lint", "home"} }},
	{says: "a redaction policy that is a folder", kind: "filesystem", verbs: []string{"claw redact explain"},
		args: func(verb string) []string { return commandLine(verb, "--policy", "home") }},
	{says: "a report that is not filed", kind: "not_found", verbs: []string{"claw report view"}, args: func(string) []string { return []string{"report", "view", "01KT1ZZZ"} }},
	{says: "a report that is not filed", kind: "not_found", verbs: []string{"claw report ack"}, args: func(string) []string { return []string{"report", "ack", "01KT1ZZZ", "--channel", "ops"} }},
	{says: "a redaction key that others may read", kind: "policy", verbs: []string{"claw report view"},
		make: func(w *clitest.World, _ string) { keyed(w, strings.Repeat("ab", 32), 0o644) }},
	{says: "a redaction key that is none", kind: "corrupt", verbs: []string{"claw report view"}, make: func(w *clitest.World, _ string) { keyed(w, "abc", 0o600) }},
	{says: "a table of prices that is none", kind: "parse", verbs: []string{"claw prices list", "claw prices show", "claw usage"},
		make: func(w *clitest.World, _ string) { w.File("home/.local/share/claw/prices.json", "{") }},
	{says: "a table of prices that is a folder", kind: "filesystem", verbs: []string{"claw prices list", "claw prices show", "claw usage"},
		make: func(w *clitest.World, _ string) { w.Folder("home/.local/share/claw/prices.json") }},
	{says: "a table of prices that is none", kind: "parse", verbs: []string{"claw prices update"},
		make: func(w *clitest.World, _ string) { w.File("prices.json", "{") }},
	{says: "a table of prices that is not there", kind: "filesystem", verbs: []string{"claw prices update"},
		args: func(string) []string { return []string{"prices", "update", "nowhere.json"} }},
	{says: "a wanted document that is no JSON", kind: "parse", verbs: []string{"claw fixtures verify"},
		make: func(w *clitest.World, _ string) { w.File("mine/want/lanes.json", "{") }},
}

// reporting are the verbs that are given later.json, here in the place of what they are good with.
var reporting = []string{"claw report amend", "claw report diff"}

// rewrite replaces texts of the report in later.json, each of which has to be there.
func rewrite(w *clitest.World, pairs ...string) {
	w.T.Helper()
	text := clitest.Read(w.T, w.Path("later.json"))
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			w.T.Fatalf("%s is not in\n%s", pairs[i], text)
		}
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	w.File("later.json", text)
}

// claims writes a statement with one claim; stating is the command line that reads it.
func claims(claim string) func(*clitest.World, string) {
	return func(w *clitest.World, _ string) { w.File("said.json", `{"claims":{"a":`+claim+`}}`) }
}

// keyed writes the redaction key of a world, and gives its file a mode.
func keyed(w *clitest.World, key string, mode os.FileMode) {
	w.T.Helper()
	w.File("home/.local/state/claw/redaction.key", key+"\n")
	if err := os.Chmod(w.Path("home/.local/state/claw/redaction.key"), mode); err != nil {
		w.T.Fatal(err)
	}
}

func stating(verb string) []string { return commandLine(verb, "--statement", "said.json") }

func interrupt(w *clitest.World, _ string) {
	ctx, cancel := context.WithCancel(w.Ctx)
	cancel()
	w.Ctx = ctx
}

// TestEachVerbGivesTheErrorsItLists provokes every situation in every verb: what
// comes is in the verb's list, and each kind of the list comes.
func TestEachVerbGivesTheErrorsItLists(t *testing.T) {
	for verb := range good {
		t.Run(verb, func(t *testing.T) {
			t.Parallel()
			listed := listedErrors(t, verb)
			got, came := map[string]any{}, map[string]bool{}
			for _, s := range situations {
				if s.verbs != nil && !slices.Contains(s.verbs, verb) || slices.Contains(s.but, verb) {
					continue
				}
				t.Run(s.says, func(t *testing.T) {
					if e := provoke(t, s, verb, slices.Contains(listed, s.kind)); e != nil {
						got[s.says], came[s.kind] = e, true
					}
				})
			}
			for _, kind := range listed {
				if !came[kind] {
					t.Errorf("nothing provokes %s", kind)
				}
			}
			b, err := json.MarshalIndent(got, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			clitest.Golden(t, filepath.Join(clitest.InRepository("fixtures"), "errors/verbs", strings.ReplaceAll(verb, " ", "-")+".json"), string(b)+"\n")
		})
	}
}

func listedErrors(t *testing.T, verb string) []string {
	help := clitest.Documents(t, clitest.Empty(t).Must(append([]string{"help", "--json"}, strings.Fields(verb)[1:]...)...).Out)[0]
	var kinds []string
	for _, k := range help["errors"].([]any) {
		kinds = append(kinds, k.(string))
	}
	return kinds
}

// provoke runs verb in a situation, in both formats, and returns the error document
// with its exit code; nil when the verb does not fail.
func provoke(t *testing.T, s wrong, verb string, expected bool) map[string]any {
	args := commandLine(verb)
	if verb == "claw log restore" {
		args = []string{"log", "restore", "whole.jsonl"} // in the place that is looked up
	}
	if s.args != nil {
		args = s.args(verb)
	}
	situated := func() *clitest.World {
		w := worldFor(t, verb)
		if s.make != nil {
			s.make(w, verb)
		}
		return w
	}
	w := situated()
	a := w.Run(append([]string{"--json"}, args...)...)
	all := clitest.Documents(t, a.Out)
	if len(all) != 1 && !slices.Contains(lines, verb) {
		t.Fatalf("%s: %d documents\n%s%s", s.says, len(all), a.Out, a.Err)
	}
	last := all[len(all)-1:]
	if len(last) == 0 || last[0]["type"] != "error" {
		if expected {
			t.Errorf("%s: %s is listed and does not come: exit %d\n%s", s.says, s.kind, a.Code, a.Out)
		}
		return nil
	}
	e := last[0]["error"].(map[string]any)
	if kind := e["kind"]; kind != s.kind || !expected {
		t.Errorf("%s: %s, want %s, listed: %v\n%s", s.says, kind, s.kind, expected, a.Out)
	}
	if a.Err != "" {
		t.Errorf("%s: under JSON the error stream holds %q", s.says, a.Err)
	}
	if e["hint"] == nil {
		t.Errorf("%s: no hint\n%s", s.says, a.Out)
	}
	other := situated()
	text := other.Run(args...)
	told := strings.ReplaceAll(text.Err, filepath.Dir(other.Dir), filepath.Dir(w.Dir))
	if text.Code != a.Code || strings.Contains(told, "for usage") && s.kind != "usage" {
		t.Errorf("%s: in text exit %d, %q", s.says, text.Code, text.Err)
	}
	for _, line := range tells(e) {
		if !strings.Contains("\n"+madeNow.ReplaceAllString(told, "$$ID"), "\n"+madeNow.ReplaceAllString(line, "$$ID")+"\n") {
			t.Errorf("%s: the text\n%s\ndoes not say\n%s", s.says, told, line)
		}
	}
	return map[string]any{"exit": a.Code, "document": normal(t, w, last[0])}
}

// tells are the lines that report an error to a person: every field of §4.44.
func tells(e map[string]any) []string {
	about, kind, retry := e["operation"].(string), e["kind"].(string), ", not retryable"
	if target, ok := e["target"].(string); ok {
		about += " " + target
	}
	if errno, ok := e["errno"].(string); ok {
		kind += " (" + errno + ")"
	}
	if e["retryable"] == true {
		retry = ", retryable"
	}
	return []string{"error: " + about + ": " + e["message"].(string), "  kind: " + kind + retry, "  hint: " + e["hint"].(string)}
}

// madeNow matches what differs from run to run: ids that a run made, the hashes of reports, which
// name such ids, and the names of files that are made of the name of a folder.
var madeNow = regexp.MustCompile(`01KT1G(?:W6G|TBX|RHA|PPQ)[0-9A-Z]{17}|\b[0-9a-f]{64}\b|[0-9a-f]{32}\.json`)

// normal is a document without what differs from run to run.
func normal(t *testing.T, w *clitest.World, document map[string]any) (plain map[string]any) {
	b, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(b), w.Dir, "$WORK")
	text = strings.ReplaceAll(text, filepath.Dir(w.Dir), "$WORK/..")
	if err := json.Unmarshal([]byte(madeNow.ReplaceAllString(text, "$$ID")), &plain); err != nil {
		t.Fatal(err)
	}
	return plain
}

// TestEveryErrorKindThatAVerbListsIsProvoked holds the situations to the lists.
func TestEveryErrorKindThatAVerbListsIsProvoked(t *testing.T) {
	provoked := map[string]bool{}
	for _, s := range situations {
		provoked[s.kind] = true
	}
	for verb := range good {
		for _, kind := range listedErrors(t, verb) {
			if !provoked[kind] {
				t.Errorf("%s lists %s, which nothing provokes (%q)", verb, kind, slices.Sorted(maps.Keys(provoked)))
			}
		}
	}
}

// strange lets the yard ship to a machine that takes no key of it.
func strange(w *clitest.World, _ string) {
	w.InYard("", "config", "remote.origin.url", "ssh://git@example.org/demo.git")
	w.InYard("", "config", "core.sshCommand", "echo 'git@example.org: Permission denied (publickey).' >&2; exit 255; :")
}

// shipping are the verbs that ship.
var shipping = []string{"claw ship prepare", "claw ship push"}

// tenYearsAhead appends to the log of a world with a clock that is ten years ahead.
func tenYearsAhead(w *clitest.World) {
	clock := w.Now
	w.Now = func() time.Time { return clock().AddDate(10, 0, 0) }
	w.Must("approval", "request", "--", "make")
	w.Now = clock
}
