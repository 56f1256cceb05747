package cli_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// lines are the verbs that answer in JSON Lines.
var lines = []string{"claw log append", "claw log read", "claw log tail", "claw log export", "claw projector run", "claw watch"}

// scripts are the verbs whose answer is a program for a shell.
var scripts = []string{"claw completion bash", "claw completion fish", "claw completion powershell", "claw completion zsh"}

// protocols are the verbs that use an agent's own protocol, which separate tests cover.
var protocols = []string{"claw hook", "claw ship hook"}

// screens are the verbs that draw on a terminal, which separate tests cover.
var screens = []string{"claw top"}

// good is for each verb the arguments with which it succeeds in a new world.
var good = map[string][]string{
	"claw import":          {"--yes"},
	"claw board":           {},
	"claw init":            {},
	"claw status":          {},
	"claw doctor":          {},
	"claw lanes":           {},
	"claw lane show":       {clitest.ContestedLane},
	"claw lane outcome":    {clitest.ContestedLane},
	"claw timeline":        {clitest.ContestedLane},
	"claw lane explain":    {clitest.ContestedLane},
	"claw lane bind":       {clitest.SettledLane, clitest.BoundSession},
	"claw lane settle":     {clitest.ContestedLane, "--event", clitest.ContestedEnd, "--reason", "seen"},
	"claw lane close":      {clitest.ContestedLane, "--reason", "nobody wants it"},
	"claw lane start":      {"--expects", "writes,pushed", "--owner", "ana", "--purpose", "fix", "--pull-request", "7"},
	"claw lane restart":    {clitest.ContestedLane, "--reason", "again"},
	"claw lane expect":     {clitest.ContestedLane, "writes", "green:package"},
	"claw lane finish":     {clitest.ContestedLane, "--commit", "c0ffee1", "--result", "done"},
	"claw lane accept":     {clitest.SettledLane, "--reason", "good enough"},
	"claw lane reopen":     {clitest.SettledLane, "--reason", "not yet"},
	"claw sessions":        {},
	"claw tools":           {},
	"claw errors":          {},
	"claw usage":           {},
	"claw prices list":     {},
	"claw prices show":     {"claude-opus-4-6"},
	"claw prices update":   {"prices.json"},
	"claw search":          {"hello"},
	"claw log append":      {"drafts.jsonl"},
	"claw log read":        {},
	"claw log tail":        {},
	"claw log stat":        {},
	"claw log export":      {},
	"claw log import":      {"run.jsonl"},
	"claw log verify":      {},
	"claw man":             {"man1"},
	"claw schema list":     {},
	"claw schema show":     {"board"},
	"claw schema fields":   {"board"},
	"claw schema diff":     {"0.1.0"},
	"claw trust":           {"theirs"},
	"claw log backup":      {"backup.db"},
	"claw log compare":     {"home/.local/share/claw/log.db"},
	"claw log copy":        {"copy.db"},
	"claw log restore":     {"whole.jsonl", "--log", "new/log.db"},
	"claw log forget":      {clitest.BoundSession, "--yes"},
	"claw log clock reset": {"--key", "alice.key"},
	"claw log scrub":       {"--rescan", "--yes"},
	"claw policy init":     {"guard.toml"},
	"claw version":         {},
	"claw hooks install":   {"--yes"},
	"claw hooks uninstall": {},
	"claw hooks status":    {"--agent", "claude-code", "--scope", "user"},
	"claw policy check":    {"--command", "git status"},
	"claw policy explain":  {"--command", "git status"},
	"claw policy lint":     {},
	"claw policy show":     {},
	"claw policy adopt":    {"policy.toml", "--request"},
	"claw expect show":     {},
	"claw expect explain":  {clitest.ContestedLane},
	"claw expect adopt":    {"--built-in", "--reason", "as before"},
	"claw help":            {"lane"},
	"claw fixtures list":   {},
	"claw fixtures write":  {"wrong-workspace", "fixtures"},
	"claw fixtures verify": {"mine"},

	"claw audit who":         {"git push"},
	"claw audit approval":    {clitest.Granted},
	"claw audit session":     {clitest.BoundSession},
	"claw approval request":  {"--patch", "p.diff"},
	"claw approval wait":     {clitest.Granted},
	"claw approval consume":  {clitest.Granted, "--patch", "p.diff"},
	"claw approval grant":    {clitest.Pending, "--patch", "p.diff", "--key", "alice.key"},
	"claw approval deny":     {clitest.Pending},
	"claw approval revoke":   {clitest.Granted},
	"claw approval delegate": {clitest.Granted, "--to", "agent:codex/relay"},
	"claw approval list":     {},
	"claw approval show":     {clitest.Granted},
	"claw approval import":   {clitest.Pending, "grant.json"},
	"claw approval verify":   {clitest.Granted, "--allowed-signers", "alice.signers"},
	"claw approval export":   {clitest.Granted},
	"claw signers list":      {},
	"claw signers add":       {"bob.signers", "--key", "alice.key"},
	"claw signers remove":    {clitest.CarolsKey, "--key", "alice.key"},

	"claw token create": {"ci"},
	"claw token list":   {},
	"claw token revoke": {clitest.Token},

	"claw ship scan":     {"repo.git"},
	"claw audit ship":    {clitest.DemoShip},
	"claw audit lane":    {clitest.ContestedLane},
	"claw audit tokens":  {},
	"claw audit what":    {"refs/heads/main"},
	"claw audit gaps":    {"repo.git"},
	"claw audit release": {"main~1..main", "repo.git"},
	"claw audit verify":  {"release.json"},
	"claw ship list":     {},
	"claw ship show":     {clitest.DemoShip},
	"claw ship prepare":  {"yard"},
	"claw ship push":     {"yard"},

	"claw ship hooks install":   {"yard"},
	"claw ship hooks uninstall": {"yard"},
	"claw ship hooks status":    {"yard"},

	"claw report new":       {"--since", "7d"},
	"claw report file":      {"report.json", "--lane", clitest.ContestedLane},
	"claw conformance run":  nil, // TestMain names a program
	"claw conformance list": {},
	"claw report advertise": {"ops-bot.toml"},
	"claw report ack":       {clitest.Filed, "--channel", "ops"},
	"claw report amend":     {clitest.Filed, "later.json", "--reason", "an hour went by"},
	"claw report show":      {clitest.Filed},
	"claw report list":      {},
	"claw report diff":      {clitest.Filed, "later.json"},
	"claw report verify":    {clitest.Filed},
	"claw report view":      {clitest.Filed, "--audience", "delta_brief"},

	"claw report status post":   {"working", "--topic", "build"},
	"claw report status expire": {},
	"claw report status list":   {},

	"claw pinpoint file":    {"the push hangs", "--class", "infra", "--place", "git/push", "--signature", "timeout"},
	"claw pinpoint attach":  {"#1", "--role", "repro", "--path", "p.diff"},
	"claw pinpoint link":    {"#1", "supersedes", "#2"},
	"claw pinpoint rank":    {"#1", "--priority", "p0"},
	"claw pinpoint move":    {"#1", "acknowledged"},
	"claw pinpoint handoff": {"#1", "--lane", clitest.ContestedLane},
	"claw pinpoint follow":  {},
	"claw pinpoint list":    {},
	"claw pinpoint show":    {"#1"},
	"claw nudge send":       {"daily"},
	"claw nudge ack":        {"daily"},
	"claw nudge list":       {},

	"claw redact explain": {"/lanes"},
	"claw redact lint":    {},

	"claw test": {"--lane", clitest.ContestedLane, "--", "git", "check-ref-format", "refs/heads/main"},

	"claw git status": {"repo.git", "--lane", clitest.ContestedLane, "--record"},

	"claw projector run":     {"--once"},
	"claw projector rebuild": {},
	"claw projector status":  {},
	"claw projector verify":  {},
	"claw state write":       {"--worker", "worker-open"},
	"claw state read":        {"state.json"},
	"claw watch":             {"--once", "--from", "start"},
}

// commandLine is verb with its good arguments and more, which are before a command to run.
func commandLine(verb string, more ...string) []string {
	at := slices.Index(good[verb], "--")
	if at < 0 {
		at = len(good[verb])
	}
	return slices.Concat(strings.Fields(verb)[1:], good[verb][:at], more, good[verb][at:])
}

// worldFor is a new world, in which the verbs about pinpoints and nudges have some.
func worldFor(t *testing.T, verb string) *clitest.World {
	w := clitest.New(t)
	if strings.HasPrefix(verb, "claw pinpoint ") || strings.HasPrefix(verb, "claw nudge ") {
		clitest.Pinpoints(w)
	}
	return w
}

// leaves lists the verbs without verbs below them, from the help of the program itself.
func leaves(t *testing.T, w *clitest.World, verb string) []string {
	help := clitest.Documents(t, w.Must(append(strings.Fields(verb)[1:], "--help", "--json")...).Out)[0]
	below, _ := help["verbs"].([]any)
	if len(below) == 0 {
		return []string{verb}
	}
	var all []string
	for _, one := range below {
		all = append(all, leaves(t, w, one.(map[string]any)["verb"].(string))...)
	}
	return all
}

// TestTheTableOfVerbsIsWhole holds this file to the program.
func TestTheTableOfVerbsIsWhole(t *testing.T) {
	var known []string
	for verb := range good {
		known = append(known, verb)
	}
	known = append(append(known, scripts...), protocols...)
	known = append(known, screens...)
	slices.Sort(known)
	got := append(leaves(t, clitest.Empty(t), "claw"), "claw help")
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(known, got) {
		t.Errorf("verbs of the program %q, tested %q", got, known)
	}
}

// TestEachVerbSucceeds runs every verb in text and in JSON, flags before it and after it.
func TestEachVerbSucceeds(t *testing.T) {
	for verb := range good {
		t.Run(verb, func(t *testing.T) {
			t.Parallel()
			if text := worldFor(t, verb).Must(commandLine(verb)...); text.Out == "" {
				t.Error("no text")
			}
			after := worldFor(t, verb).Must(commandLine(verb, "--json")...)
			before := worldFor(t, verb).Must(append([]string{"--output-format", "json"}, commandLine(verb)...)...)
			for _, a := range []clitest.Answer{after, before} {
				if a.Err != "" {
					t.Errorf("under JSON the error stream holds %q", a.Err)
				}
				all := clitest.Documents(t, a.Out)
				if slices.Contains(lines, verb) {
					if len(all) != strings.Count(a.Out, "\n") || len(all) == 0 {
						t.Errorf("%d documents in %d lines", len(all), strings.Count(a.Out, "\n"))
					}
					continue
				}
				checkHead(t, all)
			}
		})
	}
}

// checkHead holds a document to what every document has.
func checkHead(t *testing.T, all []map[string]any) {
	t.Helper()
	if len(all) != 1 {
		t.Fatalf("%d documents, want 1", len(all))
	}
	kind, _ := all[0]["kind"].(string)
	_, warns := all[0]["warnings"].([]any)
	if kind == "" || all[0]["schema_version"] != 1.0 || !warns {
		t.Errorf("kind %v, schema_version %v, warnings %v", all[0]["kind"], all[0]["schema_version"], all[0]["warnings"])
	}
	if kind == "status" && all[0]["session_id"] == nil { // null says that no session is active
		delete(all[0], "session_id")
	}
	if kind != "git_status" { // there, what does not apply is null: it must not read as left out
		checkLists(t, "", all[0])
	}
}

// checkLists reports members that are null: an empty list is [].
func checkLists(t *testing.T, at string, value any) {
	t.Helper()
	switch v := value.(type) {
	case nil:
		t.Errorf("%s is null", at)
	case map[string]any:
		for name, member := range v {
			checkLists(t, at+"/"+name, member)
		}
	case []any:
		for _, element := range v {
			checkLists(t, at, element)
		}
	}
}

// TestEmptyListsAreLists runs every verb that reads on a log without lanes.
func TestEmptyListsAreLists(t *testing.T) {
	for _, verb := range []string{"board", "lanes", "sessions", "tools", "errors", "usage", "log stat", "log verify", "status", "doctor"} {
		w := clitest.Empty(t)
		w.Must("init", "--user")
		checkHead(t, clitest.Documents(t, w.Must(append(strings.Fields(verb), "--json")...).Out))
		if a := w.Must(strings.Fields(verb)...); a.Out == "" {
			t.Errorf("%s says nothing of an empty log", verb)
		}
	}
}

// TestUnknownFlagsAndArgumentsAreNamed tries each verb with a flag that none has.
func TestUnknownFlagsAndArgumentsAreNamed(t *testing.T) {
	w := clitest.Empty(t)
	for _, verb := range append(leaves(t, w, "claw"), "claw", "claw lane", "claw log", "claw fixtures", "claw schema") {
		if slices.Contains(protocols, verb) {
			continue
		}
		line := strings.Fields(verb)[1:]
		a := w.Run(append(line, "--outputformat=json", "--json")...)
		all := clitest.Documents(t, a.Out)
		if a.Code != 2 || len(all) != 1 || a.Err != "" {
			t.Errorf("%s: exit %d, %d documents, error stream %q", verb, a.Code, len(all), a.Err)
			continue
		}
		e := all[0]["error"].(map[string]any)
		if e["kind"] != "usage" || e["hint"] != "did you mean: --output-format" || !strings.HasPrefix(all[0]["usage"].(string), verb) {
			t.Errorf("%s: %v", verb, all[0])
		}
		a = w.Run(append(line, "--outputformat=json")...)
		if a.Code != 2 || !strings.Contains(a.Err, "hint: did you mean: --output-format") {
			t.Errorf("%s: exit %d, error stream %q", verb, a.Code, a.Err)
		}
		if a = w.Run(append(line, "--json", "one", "two", "three", "four")...); a.Code == 0 {
			t.Errorf("%s takes four arguments that are nothing", verb)
		}
	}
}

// TestHelpSpeaksOfEachVerb requests help in both forms.
func TestHelpSpeaksOfEachVerb(t *testing.T) {
	w := clitest.Empty(t)
	for _, verb := range append(leaves(t, w, "claw"), "claw", "claw lane", "claw log", "claw fixtures", "claw schema") {
		line := strings.Fields(verb)[1:]
		asked, flagged := w.Must(append([]string{"help"}, line...)...), w.Must(append(line, "--help")...)
		if asked != flagged || !strings.Contains(asked.Out, "Usage:\n  "+verb) {
			t.Errorf("%s: help\n%s\n--help\n%s", verb, asked.Out, flagged.Out)
		}
		checkHead(t, clitest.Documents(t, w.Must(append([]string{"help", "--json"}, line...)...).Out))
	}
	if a := w.Run("help", "bord"); a.Code != 2 || !strings.Contains(a.Err, "did you mean: claw board") {
		t.Errorf("help for no verb: %+v", a)
	}
}

// TestAProgramCanRunTwice holds that a run leaves nothing behind in the value.
func TestAProgramCanRunTwice(t *testing.T) {
	w := clitest.New(t)
	var kept *app.Program
	w.Tune = func(p *app.Program) {
		if kept == nil {
			kept = p
		}
	}
	w.Must("board")
	w.Tune = func(p *app.Program) { kept.Out, kept.Err = p.Out, p.Err; *p = *kept }
	if first, second := w.Must("board"), w.Must("board"); first != second {
		t.Errorf("first\n%s\nsecond\n%s", first.Out, second.Out)
	}
}
