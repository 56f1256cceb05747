package claw_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/clawable/claw"

// arrows is the import table of the house: what each package may import of the
// module. A package that is not listed, or an arrow that is not, is a defect; a
// new one is a line here, in the same commit.
var arrows = map[string][]string{
	".":                      {},
	"domain":                 {"domain/jcs"},
	"domain/jcs":             {},
	"domain/accounts":        {"domain"},
	"domain/calls":           {"domain"},
	"domain/lane":            {"domain", "domain/accounts", "domain/calls", "domain/causal", "domain/lane/evidence", "domain/lane/fact", "domain/lane/index", "domain/lane/membership", "domain/jcs"},
	"domain/approval":        {"domain"},
	"domain/ship":            {"domain"},
	"policy":                 {"domain", "policy/shell"},
	"policy/shell":           {},
	"proof":                  {"domain", "domain/approval"},
	"schemas":                {},
	"internal/apitest":       {},
	"internal/files":         {},
	"internal/filestate":     {"domain", "internal/files", "policy"},
	"internal/hometest":      {},
	"git/exec":               {"domain"},
	"git/push":               {"domain", "git/exec"},
	"git/state":              {"domain", "git/exec", "internal/files"},
	"git/hooks":              {"domain", "git/exec", "internal/files"},
	"fixtures/fixturetest":   {"domain", "domain/lane", "eventlog", "fixtures"},
	"fixtures":               {"domain", "domain/lane", "eventlog", "projections", "projections/store"},
	"domain/causal":          {"domain"},
	"domain/lane/fact":       {"domain", "domain/causal", "domain/jcs"},
	"domain/lane/lanetest":   {"domain", "domain/lane", "domain/lane/fact", "domain/lane/world"},
	"domain/lane/evidence":   {"domain", "domain/causal", "domain/lane/fact"},
	"domain/lane/membership": {"domain", "domain/lane/fact"},
	"domain/lane/world":      {"domain", "domain/lane", "domain/lane/fact", "domain/lane/index", "domain/jcs"},
	"domain/lane/index":      {"domain", "domain/lane/fact"},
	"schemas/generate":       {"domain", "schemas"},
	"schemas/schematest":     {"schemas"},

	"eventlog":             {"domain", "domain/jcs"},
	"eventlog/memlog":      {"domain", "eventlog"},
	"eventlog/sqlite":      {"domain", "eventlog", "eventlog/sqlite/wal", "internal/files"},
	"eventlog/sqlite/wal":  {},
	"eventlog/spool":       {"domain", "eventlog", "internal/files"},
	"eventlog/logtest":     {"domain", "eventlog", "eventlog/memlog", "domain/jcs"},
	"eventlog/engine":      {"domain", "eventlog", "eventlog/memlog", "eventlog/sqlite"},
	"producers":            {"domain", "producers/database", "producers/lenient"},
	"producers/database":   {"producers/unpack"},
	"producers/lenient":    {},
	"producers/gitrepo":    {"domain", "git/exec", "producers"},
	"producers/aider":      {"domain", "producers"},
	"producers/entire":     {"domain", "producers", "producers/lenient"},
	"producers/clawcode":   {"domain", "producers", "producers/lenient"},
	"producers/omx":        {"domain", "producers", "producers/lenient"},
	"producers/scrub":      {},
	"producers/unpack":     {},
	"producers/claudecode": {"domain", "producers", "producers/claudecode/verdict", "producers/lenient"},
	"producers/codex":      {"domain", "domain/calls", "producers"},
	"producers/codextui":   {"domain", "producers", "producers/lenient"},
	"producers/copilot":    {"domain", "domain/calls", "producers", "producers/lenient"},
	"producers/hooks":      {"domain", "policy", "producers", "producers/claudecode/verdict", "producers/gemini/call", "producers/lenient", "producers/opencode/ending"},
	"producers/opencode":   {"domain", "producers", "producers/database", "producers/lenient", "producers/opencode/ending"},
	"producers/gemini":     {"domain", "producers", "producers/gemini/call", "producers/lenient"},
	"producers/sweagent":   {"domain", "producers", "producers/lenient"},
	"producers/openhands":  {"domain", "producers", "producers/lenient"},
	"producers/readertest": {"domain", "eventlog", "producers", "producers/lenient"},
	"projections":          {"domain", "domain/accounts", "domain/calls", "domain/lane", "domain/lane/fact", "domain/lane/index", "domain/lane/world"},
	"reports":              {"domain", "domain/jcs", "domain/lane", "projections"},
	"projections/audit":    {"domain", "domain/approval", "projections"},
	"projections/store":    {"domain", "domain/lane", "domain/lane/fact", "domain/lane/index", "internal/files", "projections", "projections/store/generation"},
	"consumers/watch":      {"domain", "domain/lane"},
	"projections/follow":   {"domain", "projections/store"},
	"projections/slicelog": {"domain", "projections/store"},
	"commands":             {},
	"commands/record":      {"domain", "domain/lane", "domain/lane/fact", "domain/ship", "eventlog", "eventlog/spool", "producers", "producers/scrub"},
	"commands/import":      {"domain", "eventlog", "producers", "producers/scrub", "commands/record", "domain/jcs", "git/exec", "producers/database", "producers/gitrepo", "producers/unpack"},
	"commands/approve":     {"domain", "domain/approval", "policy", "eventlog", "commands/record"},
	"commands/ship":        {"domain", "domain/approval", "domain/ship", "policy", "eventlog", "git/push", "producers", "producers/gitrepo", "commands/approve", "commands/record"},
	"commands/guard":       {"domain", "domain/approval", "policy", "eventlog", "eventlog/spool", "producers", "producers/gitrepo", "producers/hooks", "producers/scrub", "git/exec", "git/hooks", "git/state", "internal/files", "commands/approve", "commands/record", "commands/ship"},
	"commands/commandtest": {"domain", "eventlog", "eventlog/memlog", "producers", "producers/scrub", "commands/record"},
	"bench": {"domain", "domain/approval", "domain/lane", "domain/lane/fact", "domain/lane/index", "domain/ship", "proof", "eventlog", "eventlog/engine", "eventlog/memlog", "eventlog/sqlite", "projections", "projections/store", "producers", "producers/claudecode", "producers/codex", "producers/gitrepo", "producers/scrub", "git/exec", "commands/approve", "commands/import", "commands/record", "commands/ship", "bench/gen",
		"producers/aider", "producers/clawcode", "producers/codexexec", "producers/codextui", "producers/copilot", "producers/entire", "producers/gemini", "producers/hooks", "producers/omx", "producers/opencode", "producers/openhands", "producers/sweagent", "domain/jcs"},
	"bench/gen":              {"domain"},
	"bench/onerow":           {},
	"cmd/claw":               {"cmd/claw/cli"},
	"cmd/projector":          {"cmd/claw/cli/projector"},
	"cmd/claw/cli":           {"cmd/claw/cli/app", "cmd/claw/cli/approve", "cmd/claw/cli/audit", "cmd/claw/cli/front", "cmd/claw/cli/guard", "cmd/claw/cli/hook", "cmd/claw/cli/log", "cmd/claw/cli/look", "cmd/claw/cli/policy", "cmd/claw/cli/projector", "cmd/claw/cli/setup", "cmd/claw/cli/ship", "cmd/claw/cli/term", "cmd/claw/cli/view", "cmd/claw/cli/workspace", "domain", "fixtures", "producers", "projections", "projections/store"},
	"cmd/claw/cli/app":       {"cmd/claw/cli/term", "commands/import", "commands/record", "domain", "eventlog", "eventlog/engine", "eventlog/spool", "internal/files", "producers", "producers/scrub", "projections"},
	"cmd/claw/cli/approval":  {"cmd/claw/cli/app", "cmd/claw/cli/term", "cmd/claw/cli/view", "cmd/claw/keyring", "commands/approve", "domain", "domain/approval", "eventlog", "internal/filestate", "policy", "proof"},
	"cmd/claw/cli/approve":   {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/ship", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/approve", "commands/record", "commands/ship", "domain", "domain/approval", "domain/lane", "domain/ship", "eventlog", "git/exec", "producers/gitrepo", "projections/store", "proof"},
	"cmd/claw/cli/audit":     {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/approve", "cmd/claw/cli/log", "cmd/claw/cli/ship", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/approve", "domain", "domain/approval", "domain/lane", "domain/lane/evidence", "domain/ship", "eventlog", "projections", "projections/audit", "projections/store", "proof"},
	"cmd/claw/cli/front":     {"cmd/claw/cli/app", "cmd/claw/cli/term"},
	"cmd/claw/cli/guard":     {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/term", "cmd/claw/cli/workspace", "commands/approve", "commands/guard", "commands/record", "domain", "eventlog", "eventlog/spool", "git/exec", "git/state", "policy", "producers", "producers/gitrepo", "producers/hooks", "producers/scrub", "proof"},
	"cmd/claw/cli/hook":      {"cmd/claw/cli/app", "cmd/claw/cli/guard", "cmd/claw/cli/term", "domain", "git/exec", "git/hooks", "internal/files", "producers/hooks/settings"},
	"cmd/claw/cli/log":       {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/guard", "cmd/claw/cli/look", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/approve", "commands/import", "commands/record", "domain", "domain/approval", "eventlog", "eventlog/engine", "git/exec", "producers", "producers/aider", "producers/claudecode", "producers/clawcode", "producers/codex", "producers/codexexec", "producers/codexserver", "producers/codextui", "producers/copilot", "producers/database", "producers/entire", "producers/gemini", "producers/gitrepo", "producers/hooks", "producers/omx", "producers/opencode", "producers/openhands", "producers/scrub", "producers/sweagent", "producers/unpack"},
	"cmd/claw/cli/look":      {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/record", "consumers/watch", "domain", "domain/approval", "domain/lane", "domain/ship", "eventlog", "projections", "projections/store"},
	"cmd/claw/cli/policy":    {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/guard", "cmd/claw/cli/hook", "cmd/claw/cli/term", "commands/approve", "commands/guard", "domain", "domain/approval", "eventlog", "policy", "proof"},
	"cmd/claw/cli/projector": {"cmd/claw/cli/app", "cmd/claw/cli/front", "cmd/claw/cli/term", "cmd/claw/cli/view", "domain", "eventlog", "projections/follow", "projections/store"},
	"cmd/claw/cli/setup":     {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/guard", "cmd/claw/cli/hook", "cmd/claw/cli/log", "cmd/claw/cli/look", "cmd/claw/cli/term", "cmd/claw/cli/view", "cmd/claw/keyring", "commands/approve", "commands/import", "commands/record", "domain", "domain/approval", "domain/lane", "eventlog", "eventlog/engine", "fixtures", "git/exec", "policy", "producers", "producers/scrub", "projections", "projections/store", "proof", "schemas"},
	"cmd/claw/cli/ship":      {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/guard", "cmd/claw/cli/hook", "cmd/claw/cli/log", "cmd/claw/cli/look", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/approve", "commands/import", "commands/ship", "domain", "domain/approval", "domain/ship", "eventlog", "git/exec", "git/push", "policy", "producers", "producers/gitrepo", "projections", "projections/audit", "projections/store"},
	"cmd/claw/cli/term":      {"domain", "projections"},
	"cmd/claw/cli/view":      {"cmd/claw/cli/app", "cmd/claw/cli/term", "domain", "domain/lane", "eventlog", "projections", "projections/store"},
	"cmd/claw/cli/workspace": {"cmd/claw/cli/app", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/record", "domain", "eventlog", "git/exec", "git/state", "producers/gitrepo", "projections", "projections/store"},
	"cmd/claw/keyring":       {"domain", "proof"},
	"cmd/claw/fakemodel":     {},

	"producers/hooks/settings":     {},
	"projections/store/generation": {"domain", "internal/files"},
	"proof/prooftest":              {},
	"producers/claudecode/verdict": {"domain", "producers"},
	"producers/opencode/ending":    {"domain", "producers", "producers/lenient"},
	"producers/gemini/call":        {"domain", "producers", "producers/lenient"},
	"producers/codexserver":        {"domain", "producers", "producers/lenient"},
	"producers/codexexec":          {"domain", "producers", "producers/lenient"},
}

// outside limits what a package may import beside the standard library and the module.
var outside = map[string][]string{
	"domain":                 {"github.com/oklog/ulid/v2"},
	"domain/jcs":             {"github.com/go-json-experiment/json/jsontext"},
	"domain/accounts":        {},
	"domain/calls":           {},
	"domain/causal":          {},
	"domain/lane":            {"github.com/oklog/ulid/v2"},
	"domain/lane/fact":       {},
	"domain/lane/index":      {},
	"domain/lane/world":      {},
	"domain/lane/membership": {},
	"domain/lane/evidence":   {},
	"domain/approval":        {"github.com/oklog/ulid/v2"},
	"domain/ship":            {"github.com/oklog/ulid/v2"},
	"producers/scrub":        {"github.com/go-json-experiment/json/jsontext"},
}

// pure lists packages that take values and return values: no clock, disk, network, goroutine or log.
var pure = []string{"domain", "domain/jcs", "reports", "domain/accounts", "domain/calls", "domain/causal", "domain/lane", "domain/lane/evidence", "domain/lane/fact", "domain/lane/index", "domain/lane/membership", "domain/lane/world", "domain/approval", "domain/ship", "policy", "policy/shell", "projections", "projections/audit"}

var impure = []string{"os", "io/ioutil", "net", "net/http", "log", "log/slog", "os/exec", "sync"}

func TestImportsFollowTheTable(t *testing.T) {
	for dir, imports := range imported(t) {
		allowed, listed := arrows[dir]
		if !listed {
			t.Errorf("package %s is not in the import table", dir)
			continue
		}
		for _, imp := range imports {
			checkImport(t, dir, imp, allowed)
		}
	}
}

func checkImport(t *testing.T, dir, imp string, allowed []string) {
	t.Helper()
	if inner, ok := strings.CutPrefix(imp, module+"/"); ok {
		if !slices.Contains(allowed, inner) {
			t.Errorf("%s imports %s: no such arrow", dir, inner)
		}
		return
	}
	if slices.Contains(pure, dir) && slices.Contains(impure, imp) {
		t.Errorf("%s imports %s: it is pure", dir, imp)
	}
	if limit, ok := outside[dir]; ok && limit != nil && strings.Contains(strings.Split(imp, "/")[0], ".") && !slices.Contains(limit, imp) {
		t.Errorf("%s imports %s: only %v beside the standard library", dir, imp, limit)
	}
}

// TestTableHasNoDeadRows keeps the table true: each row is a package that exists.
func TestTableHasNoDeadRows(t *testing.T) {
	packages := imported(t)
	for dir := range arrows {
		if _, ok := packages[dir]; !ok {
			t.Errorf("the import table lists %s, which has no Go files", dir)
		}
	}
}

// imported parses every non-test file of the module: package folder → imports.
func imported(t *testing.T) map[string][]string {
	t.Helper()
	packages := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() && name != "." && hasModule(name):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := path.Clean(filepath.ToSlash(filepath.Dir(name)))
		packages[dir] = append(packages[dir], []string{}...)
		for _, spec := range file.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if !slices.Contains(packages[dir], imp) {
				packages[dir] = append(packages[dir], imp)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// hasModule reports whether dir is a module of its own.
func hasModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// TestFilesStayReadable holds the size at which a file that a person wrote wants a split.
func TestFilesStayReadable(t *testing.T) {
	const most = 400
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		if strings.HasPrefix(string(text), "// Code generated ") {
			return err
		}
		if n := strings.Count(string(text), "\n"); n > most {
			t.Errorf("%s has %d lines; over %d wants a split", name, n, most)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// heavy are libraries, and what begins with them, that the program claw never links: an agent
// starts it at each of its events. The program projector may.
var heavy = []string{"net/http", "google.golang.org/grpc", "github.com/prometheus", "go.opentelemetry.io", "github.com/ThreeDotsLabs/watermill", "github.com/EventStore", "github.com/cockroachdb/errors", "github.com/google/go-cmp"}

// TestClawLinksNothingHeavy reads the transitive closure of cmd/claw.
func TestClawLinksNothingHeavy(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cmd/claw").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	if !slices.Contains(linked, module+"/domain") {
		t.Fatalf("cmd/claw seems to link %d packages, and domain is none of them", len(linked))
	}
	for _, pkg := range linked {
		for _, h := range heavy {
			if pkg == h || strings.HasPrefix(pkg, h+"/") {
				t.Errorf("cmd/claw links %s", pkg)
			}
		}
	}
}
