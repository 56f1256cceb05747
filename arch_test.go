package claw_test

import (
	"bytes"
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
	".":                                {},
	"domain":                           {"domain/jcs", "domain/money"},
	"domain/money":                     {},
	"domain/jcs":                       {},
	"domain/accounts":                  {"domain"},
	"domain/calls":                     {"domain"},
	"domain/lane/accept":               {"domain", "domain/causal", "domain/lane/fact"},
	"domain/lane/tables":               {},
	"domain/lane/profile":              {"domain", "domain/jcs", "domain/lane/fact"},
	"domain/lane/work":                 {"domain", "domain/causal", "domain/lane/evidence", "domain/lane/fact", "domain/lane/profile"},
	"domain/lane":                      {"domain", "domain/lane/accept", "domain/lane/work", "domain/accounts", "domain/calls", "domain/causal", "domain/lane/evidence", "domain/lane/fact", "domain/lane/index", "domain/lane/membership", "domain/lane/profile", "domain/jcs"},
	"domain/approval":                  {"domain", "domain/jcs", "domain/nextstep", "domain/seal"},
	"domain/ship":                      {"domain"},
	"policy":                           {"domain", "policy/shell", "domain/nextstep", "internal/lazy", "internal/tomllines"},
	"policy/shell":                     {"internal/lazy", "internal/table"},
	"proof":                            {"domain", "domain/approval"},
	"schemas":                          {},
	"internal/apitest":                 {},
	"internal/files":                   {},
	"internal/buildinfo":               {},
	"internal/fault":                   {},
	"internal/coalesce":                {},
	"internal/lazy":                    {},
	"internal/stack":                   {},
	"internal/table":                   {},
	"internal/filestate":               {"domain", "internal/files", "policy"},
	"internal/hometest":                {},
	"internal/platforms":               {},
	"internal/prefault":                {},
	"internal/processgroup":            {},
	"internal/tomllines":               {},
	"internal/reuse":                   {},
	"internal/visible":                 {},
	"git/exec":                         {"domain"},
	"git/push":                         {"domain", "git/exec"},
	"git/state":                        {"domain", "git/exec", "internal/files", "domain/nextstep"},
	"git/tree":                         {"domain", "git/exec"},
	"git/hooks":                        {"domain", "git/exec", "internal/files"},
	"fixtures/fixturetest":             {"domain", "domain/lane", "eventlog", "fixtures"},
	"fixtures":                         {"domain", "domain/lane", "eventlog", "projections", "projections/store", "domain/nextstep", "projections/store/origin", "projections/store/query", "projections/store/selection"},
	"domain/causal":                    {"domain"},
	"domain/lane/fact":                 {"domain", "domain/calls", "domain/causal", "domain/jcs"},
	"domain/lane/lanetest/large":       {"domain", "domain/lane/fact", "domain/lane/lanetest"},
	"domain/lane/lanetest":             {"domain", "domain/lane", "domain/lane/fact", "domain/lane/world"},
	"domain/lane/evidence":             {"domain", "domain/causal", "domain/lane/fact"},
	"domain/lane/membership":           {"domain", "domain/lane/fact"},
	"domain/lane/world":                {"domain", "domain/lane", "domain/lane/fact", "domain/lane/index", "domain/lane/profile", "domain/jcs"},
	"domain/lane/index":                {"domain", "domain/lane/fact"},
	"schemas/generate":                 {"domain", "schemas"},
	"schemas/schematest":               {"schemas"},
	"eventlog":                         {"domain", "domain/jcs", "domain/nextstep", "domain/seal"},
	"eventlog/memlog":                  {"domain", "eventlog", "domain/seal"},
	"eventlog/sqlite":                  {"domain", "eventlog", "domain/nextstep", "domain/seal", "eventlog/sqlite/commit", "eventlog/sqlite/db", "eventlog/sqlite/fault", "eventlog/sqlite/insert", "eventlog/sqlite/integrity", "eventlog/sqlite/layout", "eventlog/sqlite/lock", "eventlog/sqlite/note", "eventlog/sqlite/page", "eventlog/sqlite/place", "eventlog/sqlite/salvage", "eventlog/sqlite/scratch", "eventlog/sqlite/watch"},
	"eventlog/sqlite/wal":              {},
	"eventlog/spool":                   {"domain", "eventlog", "internal/files"},
	"eventlog/logtest":                 {"domain", "eventlog", "eventlog/memlog", "domain/jcs", "domain/seal"},
	"eventlog/engine":                  {"domain", "eventlog", "eventlog/memlog", "eventlog/sqlite", "domain/nextstep"},
	"producers":                        {"domain/money", "domain", "producers/database", "producers/lenient"},
	"producers/database":               {"producers/unpack"},
	"producers/lenient":                {},
	"producers/gitrepo":                {"domain", "git/exec", "producers", "domain/nextstep", "internal/table"},
	"producers/aider":                  {"domain", "producers", "internal/table", "internal/lazy"},
	"producers/entire":                 {"domain", "producers", "producers/lenient"},
	"producers/clawcode":               {"domain", "producers", "producers/lenient"},
	"producers/omx":                    {"domain", "producers", "producers/lenient"},
	"producers/scrub":                  {"internal/lazy"},
	"producers/witness":                {"domain", "domain/calls", "policy", "policy/shell", "producers", "producers/scrub", "producers/witness/pattern", "producers/witness/summary", "internal/lazy", "internal/table"},
	"producers/witness/pattern":        {},
	"producers/witness/summary":        {"producers/witness/pattern"},
	"producers/unpack":                 {},
	"producers/claudecode":             {"domain/money", "domain", "producers", "producers/claudecode/verdict", "producers/lenient", "internal/table", "internal/lazy"},
	"producers/codex":                  {"domain", "domain/calls", "producers"},
	"producers/codextui":               {"domain", "producers", "producers/lenient"},
	"producers/copilot":                {"domain", "domain/calls", "producers", "producers/lenient"},
	"producers/hooks":                  {"producers/witness", "domain", "policy", "producers", "producers/claudecode/verdict", "producers/gemini/call", "producers/lenient", "producers/opencode/ending"},
	"producers/opencode":               {"domain", "producers", "producers/database", "producers/lenient", "producers/opencode/ending"},
	"producers/gemini":                 {"domain", "producers", "producers/gemini/call", "producers/lenient"},
	"producers/sweagent":               {"domain", "producers", "producers/lenient"},
	"producers/openhands":              {"domain", "producers", "producers/lenient"},
	"producers/readertest":             {"domain", "eventlog", "producers", "producers/lenient", "domain/seal"},
	"projections/prices":               {"domain/money", "domain", "internal/lazy"},
	"projections":                      {"domain/money", "domain/calls", "domain", "domain/lane", "domain/lane/fact", "domain/lane/world", "projections/entitykey", "projections/feed", "projections/payload", "projections/sessions", "projections/statejson", "projections/tools", "projections/values"},
	"reports":                          {"domain", "domain/calls", "domain/jcs", "domain/lane", "domain/lane/accept", "domain/lane/evidence", "domain/lane/work", "projections"},
	"reports/prose":                    {"internal/reuse"},
	"reports/redact":                   {"domain", "domain/jcs", "internal/tomllines"},
	"reports/release":                  {"domain", "domain/approval", "domain/lane", "domain/lane/work", "domain/ship", "projections", "projections/audit", "reports"},
	"reports/declare":                  {"domain", "internal/tomllines", "reports/view"},
	"reports/view":                     {"internal/reuse", "domain", "domain/jcs", "domain/lane", "internal/visible", "projections", "reports", "reports/prose", "reports/redact", "reports/release", "internal/table"},
	"reports/pinpoint":                 {"domain"},
	"reports/nudge":                    {"domain"},
	"reports/status":                   {"domain"},
	"reports/gather":                   {"domain", "domain/lane", "projections", "projections/sessions", "projections/store/query", "projections/store/selection", "projections/store/tables", "projections/values", "reports"},
	"projections/audit":                {"domain", "domain/approval", "projections", "projections/tools", "projections/values"},
	"projections/store":                {"domain", "internal/files", "projections/store/generation", "projections/archive", "projections/cache", "projections/entitykey", "projections/factpack", "projections/feed", "projections/jobs", "projections/sessions", "projections/statejson", "projections/tools", "projections/values", "domain/nextstep", "projections/store/origin", "projections/store/search", "projections/store/tables", "projections/store/verify", "projections/store/writer"},
	"consumers/history":                {"domain", "internal/files"},
	"consumers/live":                   {"domain", "domain/seal", "eventlog"},
	"consumers/httpapi":                {"commands/report", "commands/token", "consumers/live", "domain", "domain/lane", "domain/seal", "eventlog", "internal/coalesce", "projections", "projections/sessions", "projections/store/query", "projections/tools", "reports/view", "schemas"},
	"consumers/web":                    {"consumers/web/page", "domain"},
	"consumers/web/page":               {"domain", "domain/money", "internal/visible", "internal/table", "internal/lazy"},
	"consumers/bus":                    {"consumers/watch", "domain", "domain/seal", "eventlog", "internal/files"},
	"consumers/httpapi/client":         {},
	"consumers/sink":                   {"consumers/sink/status", "consumers/watch", "domain", "domain/lane", "internal/files", "internal/processgroup", "internal/tomllines", "internal/visible", "projections/store/selection", "reports/view"},
	"consumers/sink/sinktest":          {},
	"consumers/sink/status":            {"domain", "internal/files"},
	"consumers/forward/cursor":         {"domain", "internal/files"},
	"consumers/forward":                {"consumers/forward/cursor", "domain", "domain/jcs", "domain/seal", "eventlog", "internal/files", "producers", "internal/tomllines"},
	"consumers/watch":                  {"domain", "domain/lane", "domain/nextstep", "internal/files", "domain/lane/profile"},
	"projections/follow":               {"domain", "projections/store", "projections/store/claim", "projections/store/origin", "projections/store/query"},
	"projections/slicelog":             {"domain", "projections/store/origin"},
	"commands":                         {},
	"commands/record":                  {"domain", "domain/lane", "domain/lane/fact", "domain/ship", "eventlog", "eventlog/spool", "producers", "producers/scrub", "domain/nextstep", "domain/seal", "internal/fault", "internal/stack"},
	"commands/import":                  {"domain", "eventlog", "producers", "producers/witness", "producers/scrub", "commands/record", "domain/jcs", "git/exec", "producers/database", "producers/gitrepo", "producers/unpack", "domain/nextstep", "domain/seal"},
	"commands/approve":                 {"domain", "domain/approval", "policy", "eventlog", "commands/record", "domain/nextstep", "domain/seal", "producers/scrub"},
	"commands/ship":                    {"domain", "domain/approval", "domain/ship", "policy", "eventlog", "git/push", "producers", "producers/gitrepo", "commands/approve", "commands/record", "domain/nextstep"},
	"commands/expect":                  {"commands/record", "domain", "domain/lane/profile", "internal/tomllines"},
	"commands/report":                  {"reports/declare", "commands/record", "domain", "domain/jcs", "eventlog", "reports", "internal/files", "reports/redact", "reports/status"},
	"commands/pinpoint":                {"commands/record", "commands/report", "domain", "domain/lane", "domain/nextstep", "eventlog", "reports", "reports/nudge", "reports/pinpoint", "internal/table"},
	"cmd/claw/cli/pinpoint":            {"cmd/claw/cli/app", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/pinpoint", "commands/record", "commands/ship", "domain", "domain/lane", "reports/nudge", "reports/pinpoint"},
	"commands/testrun":                 {"domain", "domain/calls", "domain/lane/fact", "domain/nextstep", "eventlog", "producers/witness", "producers/witness/summary", "commands/record", "internal/processgroup"},
	"commands/guard":                   {"domain", "domain/approval", "policy", "eventlog", "eventlog/spool", "producers", "producers/gitrepo", "producers/hooks", "producers/scrub", "git/exec", "git/hooks", "git/state", "internal/files", "commands/approve", "commands/record", "commands/ship", "domain/nextstep", "internal/fault"},
	"commands/token":                   {"commands/record", "domain", "domain/nextstep", "eventlog", "internal/coalesce", "internal/files", "internal/lazy"},
	"commands/commandtest":             {"domain", "eventlog", "eventlog/memlog", "producers", "producers/scrub", "commands/record", "domain/seal"},
	"bench":                            {"domain", "domain/approval", "domain/lane", "domain/lane/fact", "domain/lane/index", "domain/ship", "proof", "eventlog", "eventlog/engine", "eventlog/memlog", "eventlog/sqlite", "projections", "projections/store", "producers", "producers/claudecode", "producers/codex", "producers/gitrepo", "producers/scrub", "git/exec", "commands/approve", "commands/import", "commands/record", "commands/ship", "bench/gen", "producers/aider", "producers/clawcode", "producers/codexexec", "producers/codextui", "producers/copilot", "producers/entire", "producers/gemini", "producers/hooks", "producers/omx", "producers/opencode", "producers/openhands", "producers/sweagent", "domain/jcs", "projections/archive", "domain/seal", "projections/store/origin", "projections/store/search", "projections/store/selection", "reports", "reports/gather", "reports/nudge", "reports/pinpoint", "reports/redact", "reports/view", "consumers/esdbapi", "eventlog/esdb"},
	"bench/gen":                        {"domain"},
	"bench/onerow":                     {},
	"cmd/claw":                         {"cmd/claw/cli", "internal/prefault"},
	"cmd/projector":                    {"cmd/claw/cli/projector", "cmd/projector/forward", "cmd/projector/remote", "cmd/projector/serve", "cmd/projector/sink", "cmd/projector/top", "cmd/projector/mcp", "cmd/projector/claw", "eventlog/engine"},
	"cmd/projector/forward":            {"consumers/forward/cursor", "cmd/claw/cli/app", "cmd/claw/cli/term", "cmd/projector/remote", "commands/token", "consumers/forward", "domain", "producers", "commands/import", "eventlog", "eventlog/engine", "internal/files", "cmd/projector/together"},
	"cmd/projector/serve":              {"cmd/claw/cli", "cmd/claw/cli/app", "cmd/claw/cli/view", "cmd/projector/serve/answers", "cmd/projector/serve/notify", "cmd/projector/together", "commands/record", "commands/report", "commands/token", "consumers/esdbapi", "consumers/httpapi", "consumers/live", "consumers/sink/status", "consumers/web", "domain", "eventlog", "eventlog/engine", "internal/files"},
	"cmd/projector/serve/answers":      {"cmd/claw/cli", "cmd/claw/cli/app", "cmd/claw/cli/log", "cmd/claw/cli/view", "cmd/projector/serve/rows", "commands/import", "commands/record", "commands/token", "consumers/history", "consumers/httpapi", "consumers/live", "domain", "domain/seal", "eventlog", "internal/files", "producers", "projections/store/query"},
	"cmd/projector/serve/notify":       {"domain"},
	"cmd/projector/serve/rows":         {"consumers/history", "consumers/httpapi", "domain"},
	"consumers/mcp":                    {"domain", "internal/visible", "producers/scrub"},
	"cmd/projector/mcp":                {"cmd/claw/cli", "cmd/claw/cli/app", "consumers/mcp", "domain"},
	"cmd/projector/sink":               {"cmd/claw/cli/app", "cmd/claw/cli/report", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/pinpoint", "commands/report", "consumers/sink", "consumers/watch", "domain", "domain/lane", "eventlog", "projections", "projections/store/query", "reports", "reports/gather", "reports/redact", "reports/view", "consumers/sink/status", "cmd/projector/together"},
	"cmd/claw/cli":                     {"cmd/claw/cli/app", "cmd/claw/cli/approve", "cmd/claw/cli/audit", "cmd/claw/cli/front", "cmd/claw/cli/guard", "cmd/claw/cli/hook", "cmd/claw/cli/log", "cmd/claw/cli/look", "cmd/claw/cli/pinpoint", "cmd/claw/cli/policy", "cmd/claw/cli/projector", "cmd/claw/cli/report", "cmd/claw/cli/setup", "cmd/claw/cli/ship", "cmd/claw/cli/term", "cmd/claw/cli/testrun", "cmd/claw/cli/token", "cmd/claw/cli/view", "cmd/claw/cli/workspace", "domain", "domain/lane", "fixtures", "producers", "projections", "projections/sessions", "projections/tools", "projections/store/query", "projections/store/selection", "reports", "reports/view", "cmd/claw/cli/expect", "cmd/claw/cli/conformance", "schemas/registry", "cmd/claw/cli/top", "cmd/claw/cli/handover", "cmd/claw/cli/prices"},
	"consumers/top":                    {"consumers/top/keys", "domain", "internal/visible"},
	"consumers/top/keys":               {},
	"cmd/claw/cli/top":                 {"cmd/claw/cli/handover", "cmd/claw/cli/app", "cmd/claw/cli/view", "consumers/top/keys", "domain"},
	"cmd/projector/top":                {"cmd/claw/cli", "cmd/claw/cli/app", "cmd/claw/cli/look", "cmd/claw/cli/term", "cmd/claw/cli/top", "cmd/claw/cli/view", "consumers/top", "domain", "domain/lane", "eventlog", "projections", "projections/store/query", "projections/store/selection"},
	"cmd/claw/cli/handover":            {"internal/buildinfo", "cmd/claw/cli/app", "domain", "eventlog/engine"},
	"cmd/projector/claw":               {"cmd/claw/cli", "cmd/claw/cli/app", "cmd/claw/cli/pages"},
	"cmd/claw/cli/pages":               {"cmd/claw/cli/app", "consumers/web/page"},
	"cmd/claw/cli/app":                 {"cmd/claw/cli/term", "commands/token", "commands/import", "commands/record", "domain", "eventlog", "eventlog/engine", "eventlog/spool", "internal/files", "producers", "producers/scrub", "projections", "domain/nextstep", "projections/store", "internal/table"},
	"cmd/claw/cli/approval":            {"cmd/claw/cli/app", "cmd/claw/cli/term", "cmd/claw/cli/view", "cmd/claw/keyring", "commands/approve", "commands/record", "domain", "domain/approval", "eventlog", "internal/filestate", "policy", "proof", "projections/store/query"},
	"cmd/claw/cli/approve":             {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/guard", "cmd/claw/cli/ship", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/approve", "commands/record", "commands/ship", "domain", "domain/approval", "domain/lane", "domain/ship", "eventlog", "git/exec", "producers/gitrepo", "proof", "projections/store/query", "projections/store/selection"},
	"cmd/claw/cli/audit":               {"commands/token", "domain/calls", "cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/approve", "cmd/claw/cli/log", "cmd/claw/cli/ship", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/approve", "domain", "domain/approval", "domain/lane", "domain/lane/evidence", "domain/ship", "eventlog", "projections", "projections/audit", "proof", "projections/tools", "projections/store/query", "projections/store/selection", "projections/store/tables", "producers/gitrepo", "reports/release", "reports/view"},
	"cmd/claw/cli/expect":              {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/expect", "commands/record", "domain", "domain/lane", "domain/lane/evidence", "domain/lane/profile", "eventlog", "projections/store/query"},
	"cmd/claw/cli/front":               {"cmd/claw/cli/app", "cmd/claw/cli/term", "internal/fault"},
	"cmd/claw/cli/guard":               {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/term", "cmd/claw/cli/workspace", "commands/approve", "commands/guard", "commands/record", "domain", "eventlog", "eventlog/spool", "git/exec", "git/state", "policy", "producers", "producers/gitrepo", "producers/hooks", "producers/scrub", "proof"},
	"cmd/claw/cli/hook":                {"internal/buildinfo", "cmd/claw/cli/app", "cmd/claw/cli/guard", "cmd/claw/cli/term", "domain", "git/exec", "git/hooks", "internal/files", "producers/hooks/settings"},
	"cmd/claw/cli/log":                 {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/guard", "cmd/claw/cli/look", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/approve", "commands/import", "commands/record", "domain", "domain/approval", "eventlog", "eventlog/engine", "fixtures", "git/exec", "producers", "producers/aider", "producers/claudecode", "producers/clawcode", "producers/codex", "producers/codexexec", "producers/codexserver", "producers/codextui", "producers/copilot", "producers/database", "producers/entire", "producers/gemini", "producers/gitrepo", "producers/hooks", "producers/omx", "producers/opencode", "producers/openhands", "producers/scrub", "producers/sweagent", "producers/unpack", "domain/seal", "projections/store/query"},
	"cmd/claw/cli/look":                {"commands/approve", "cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/record", "consumers/watch", "domain", "domain/approval", "domain/lane", "domain/ship", "eventlog", "internal/files", "projections", "projections/prices", "projections/values", "projections/store/explain", "projections/store/query", "projections/store/search", "projections/store/selection", "projections/store/timeline"},
	"cmd/claw/cli/prices":              {"cmd/claw/cli/app", "cmd/claw/cli/term", "cmd/claw/cli/view", "internal/files", "projections/prices"},
	"cmd/claw/cli/policy":              {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/guard", "cmd/claw/cli/hook", "cmd/claw/cli/term", "commands/approve", "commands/guard", "domain", "domain/approval", "eventlog", "policy", "proof"},
	"cmd/claw/cli/projector":           {"consumers/sink/status", "cmd/claw/cli/app", "cmd/claw/cli/front", "cmd/claw/cli/term", "cmd/claw/cli/view", "domain", "eventlog", "projections/follow", "projections/store", "projections/store/claim", "projections/store/query", "projections/store/tables", "projections/store/verify"},
	"cmd/claw/cli/report":              {"reports/declare", "commands/pinpoint", "reports/pinpoint", "reports/status", "cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/look", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/record", "commands/report", "domain", "domain/approval", "domain/lane", "projections", "projections/store/query", "projections/store/selection", "projections/values", "reports", "reports/gather", "reports/redact", "reports/view"},
	"cmd/claw/cli/setup":               {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/guard", "cmd/claw/cli/hook", "cmd/claw/cli/log", "cmd/claw/cli/look", "cmd/claw/cli/policy", "cmd/claw/cli/term", "cmd/claw/cli/view", "cmd/claw/keyring", "commands/approve", "commands/import", "commands/record", "domain", "domain/approval", "domain/lane", "eventlog", "eventlog/engine", "fixtures", "git/exec", "policy", "producers", "producers/scrub", "proof", "reports/redact", "reports/view", "schemas/registry", "projections/sessions", "projections/values", "projections/store/claim", "projections/store/query", "projections/store/selection"},
	"cmd/claw/cli/ship":                {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/guard", "cmd/claw/cli/hook", "cmd/claw/cli/log", "cmd/claw/cli/look", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/approve", "commands/import", "commands/ship", "domain", "domain/approval", "domain/ship", "eventlog", "git/exec", "git/push", "producers", "producers/gitrepo", "projections/audit", "projections/values", "projections/store/query", "projections/store/tables"},
	"cmd/claw/cli/testrun":             {"cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/testrun", "domain", "domain/lane", "eventlog", "git/exec", "git/state", "git/tree", "projections/store/query", "projections/store/selection"},
	"cmd/claw/cli/term":                {"domain", "projections/sessions", "internal/visible"},
	"cmd/claw/cli/token":               {"cmd/claw/cli/app", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/token", "domain", "reports/view"},
	"cmd/claw/cli/view":                {"consumers/forward/cursor", "consumers/sink/status", "consumers/watch", "domain/lane/accept", "domain/lane/evidence", "domain/lane/work", "cmd/claw/cli/app", "cmd/claw/cli/term", "domain", "domain/calls", "domain/lane", "domain/lane/profile", "eventlog", "internal/files", "projections", "projections/prices", "projections/store", "projections/feed", "projections/sessions", "projections/tools", "projections/values", "projections/store/origin", "projections/store/query", "projections/store/selection", "projections/store/tables", "projections/store/timeline", "commands/record", "commands/token", "internal/table", "domain/jcs"},
	"cmd/claw/cli/workspace":           {"cmd/claw/cli/app", "cmd/claw/cli/term", "cmd/claw/cli/view", "commands/record", "domain", "eventlog", "git/exec", "git/state", "producers/gitrepo", "projections", "projections/store/query"},
	"cmd/claw/keyring":                 {"domain", "proof"},
	"cmd/claw/fakemodel":               {},
	"cmd/claw/testclaw":                {"cmd/claw/cli", "cmd/claw/cli/app", "cmd/claw/cli/pages", "cmd/claw/cli/projector", "fixtures/consumer-kit/reading"},
	"producers/hooks/settings":         {},
	"projections/archive":              {"domain", "domain/lane", "domain/lane/fact", "domain/lane/index", "domain/lane/profile", "projections", "projections/cache", "projections/factpack", "projections/feed", "projections/jobs", "projections/statejson"},
	"projections/cache":                {},
	"projections/entitykey":            {"domain", "domain/calls"},
	"projections/factpack":             {"domain/lane/fact", "domain/lane/index"},
	"projections/feed":                 {"domain"},
	"projections/foldtest":             {"domain", "projections", "projections/tools"},
	"projections/jobs":                 {},
	"projections/payload":              {"domain"},
	"projections/sessions":             {"domain", "domain/accounts", "projections/entitykey", "projections/payload", "projections/statejson", "projections/values"},
	"projections/statejson":            {"domain"},
	"projections/tools":                {"domain", "domain/calls", "projections/entitykey", "projections/payload", "projections/statejson", "projections/values"},
	"projections/values":               {"domain", "projections/statejson"},
	"projections/store/generation":     {"domain", "internal/files"},
	"proof/prooftest":                  {},
	"producers/claudecode/verdict":     {"domain", "producers"},
	"producers/opencode/ending":        {"domain", "producers", "producers/lenient"},
	"producers/gemini/call":            {"domain", "producers", "producers/lenient"},
	"producers/codexserver":            {"domain", "producers", "producers/lenient"},
	"producers/codexexec":              {"domain", "producers", "producers/lenient"},
	"domain/kindgen":                   {},
	"domain/nextstep":                  {"domain"},
	"domain/seal":                      {"domain", "domain/jcs"},
	"cmd/claw/cli/clitest":             {"cmd/claw/cli", "cmd/claw/cli/app", "cmd/claw/cli/pages", "commands/approve", "commands/record", "domain", "domain/approval", "domain/ship", "eventlog", "eventlog/engine", "internal/hometest", "producers/scrub", "proof", "schemas/schematest"},
	"eventlog/sqlite/commit":           {"domain", "eventlog", "eventlog/sqlite/db", "eventlog/sqlite/insert", "eventlog/sqlite/lock"},
	"eventlog/sqlite/db":               {},
	"eventlog/sqlite/fault":            {"domain", "eventlog", "domain/nextstep"},
	"eventlog/sqlite/insert":           {"domain", "eventlog", "eventlog/sqlite/db", "eventlog/sqlite/fault", "eventlog/sqlite/layout", "eventlog/sqlite/streams", "domain/seal"},
	"eventlog/sqlite/integrity":        {"domain", "eventlog", "eventlog/sqlite/db", "eventlog/sqlite/layout", "eventlog/sqlite/streams"},
	"eventlog/sqlite/layout":           {"domain", "eventlog", "eventlog/sqlite/db", "eventlog/sqlite/fault"},
	"eventlog/sqlite/lock":             {"domain", "eventlog/sqlite/fault", "eventlog/sqlite/place", "internal/files"},
	"eventlog/sqlite/note":             {"domain", "eventlog", "eventlog/sqlite/fault", "eventlog/sqlite/place", "internal/files", "domain/nextstep"},
	"eventlog/sqlite/page":             {"domain", "eventlog", "eventlog/sqlite/db", "eventlog/sqlite/fault", "eventlog/sqlite/layout", "eventlog/sqlite/salvage", "eventlog/sqlite/streams"},
	"eventlog/sqlite/place":            {"domain", "eventlog", "eventlog/sqlite/fault", "internal/files", "domain/nextstep"},
	"eventlog/sqlite/salvage":          {"eventlog/sqlite/db", "eventlog/sqlite/layout", "eventlog/sqlite/wal"},
	"eventlog/sqlite/scratch":          {"eventlog/sqlite/fault", "eventlog/sqlite/layout", "internal/files"},
	"eventlog/sqlite/sqlitetest":       {"domain", "eventlog", "eventlog/sqlite", "domain/seal"},
	"eventlog/sqlite/streams":          {"domain", "eventlog", "eventlog/sqlite/db", "eventlog/sqlite/layout"},
	"eventlog/sqlite/watch":            {"eventlog/sqlite/db"},
	"consumers/esdbapi":                {"domain", "domain/seal", "eventlog", "eventlog/remote/wireerror"},
	"consumers/esdbapi/esdbtest":       {"consumers/esdbapi", "domain", "eventlog"},
	"cmd/projector/remote":             {"consumers/forward", "domain", "eventlog", "eventlog/engine", "eventlog/esdb", "eventlog/httplog", "internal/files"},
	"cmd/projector/together":           {"cmd/claw/cli/app", "cmd/claw/cli/term"},
	"eventlog/remote":                  {"eventlog"},
	"eventlog/httplog":                 {"eventlog/remote", "domain", "domain/nextstep", "domain/seal", "eventlog"},
	"eventlog/remote/wireerror":        {"domain", "eventlog"},
	"eventlog/esdb":                    {"eventlog/remote", "eventlog/remote/wireerror", "domain", "domain/nextstep", "domain/seal", "eventlog"},
	"projections/store/claim":          {"domain", "internal/files", "projections/store/generation", "domain/nextstep"},
	"projections/store/timeline":       {"domain", "domain/calls", "domain/lane", "projections", "projections/entitykey", "projections/feed", "projections/payload", "projections/prices", "projections/sessions", "projections/store/query", "projections/store/selection", "projections/store/tables", "projections/tools", "projections/values", "internal/lazy", "internal/table"},
	"projections/store/explain":        {"domain", "domain/lane", "projections", "projections/sessions", "projections/statejson", "projections/store/query", "projections/store/selection", "projections/store/tables", "projections/tools", "projections/values"},
	"projections/store/origin":         {"domain", "projections/feed"},
	"projections/store/query":          {"domain/money", "domain", "domain/calls", "domain/lane", "domain/lane/accept", "domain/lane/fact", "domain/lane/index", "domain/lane/profile", "domain/lane/work", "projections", "projections/entitykey", "projections/feed", "projections/prices", "projections/sessions", "projections/statejson", "projections/store/origin", "projections/store/selection", "projections/store/tables", "projections/tools", "projections/values"},
	"projections/store/search":         {"domain", "domain/lane", "projections/entitykey", "internal/files", "projections/feed", "projections/payload", "projections/store/generation", "projections/store/origin", "projections/store/selection", "projections/store/tables", "projections/values", "domain/nextstep", "domain/seal", "internal/lazy"},
	"projections/store/selection":      {"domain", "projections", "projections/store/tables", "projections/values", "domain/nextstep"},
	"projections/store/storetest":      {"bench/gen", "domain", "projections", "projections/slicelog", "projections/store", "projections/store/query", "projections/store/verify"},
	"projections/store/tables":         {"domain", "domain/lane", "domain/lane/fact", "domain/lane/index", "domain/lane/work", "projections", "projections/factpack", "projections/feed", "projections/jobs", "projections/sessions", "projections/statejson", "projections/store/origin", "projections/tools", "projections/values", "domain/nextstep", "domain/seal"},
	"projections/store/verify":         {"domain", "domain/lane", "domain/lane/fact", "domain/lane/index", "domain/lane/profile", "projections", "projections/archive", "projections/entitykey", "projections/factpack", "projections/feed", "projections/store/origin", "projections/store/tables", "projections/store/writer"},
	"projections/store/writer":         {"domain", "domain/lane", "domain/lane/fact", "domain/lane/index", "domain/lane/profile", "internal/files", "projections", "projections/archive", "projections/cache", "projections/entitykey", "projections/factpack", "projections/feed", "projections/sessions", "projections/statejson", "projections/store/origin", "projections/store/tables", "projections/tools", "projections/values", "domain/seal"},
	"schemas/registry":                 {"schemas"},
	"cmd/claw/cli/conformance":         {"reports/declare", "cmd/claw/cli/app", "cmd/claw/cli/term", "commands/record", "commands/report", "domain", "fixtures/consumer-kit", "internal/processgroup"},
	"fixtures/consumer-kit":            {"domain", "domain/jcs"},
	"fixtures/consumer-kit/reading":    {},
	"fixtures/consumer-kit/goconsumer": {"fixtures/consumer-kit/reading"},
}

// outside limits what a package may import beside the standard library and the module.
var outside = map[string][]string{
	"domain":                 {"github.com/oklog/ulid/v2"},
	"domain/jcs":             {"github.com/go-json-experiment/json/jsontext"},
	"domain/nextstep":        {},
	"domain/seal":            {},
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
var pure = []string{"domain", "domain/jcs", "reports", "reports/redact", "reports/nudge", "reports/pinpoint", "reports/prose", "reports/release", "reports/status", "reports/view", "reports/declare", "domain/accounts", "domain/calls", "domain/causal", "domain/lane", "domain/lane/evidence", "domain/lane/fact", "domain/lane/index", "domain/lane/membership", "domain/lane/profile", "domain/lane/work", "domain/lane/world", "domain/approval", "domain/ship", "policy", "policy/shell", "projections", "projections/archive", "projections/audit", "projections/cache", "projections/entitykey", "projections/factpack", "projections/feed", "projections/jobs", "projections/payload", "projections/sessions", "projections/statejson", "projections/tools", "projections/values", "domain/nextstep", "domain/seal"}

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

// hasModule reports whether dir is a separate module.
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
var heavy = []string{"net/http", "debug/buildinfo", "google.golang.org/grpc", "github.com/prometheus", "go.opentelemetry.io", "github.com/ThreeDotsLabs", "github.com/IBM/sarama", "github.com/twmb/franz-go", "github.com/nats-io", "github.com/EventStore", "github.com/cockroachdb/errors", "github.com/danielgtaylor/huma", "github.com/cloudevents", "github.com/google/go-cmp", "github.com/modelcontextprotocol/go-sdk", "charm.land", "github.com/charmbracelet", "html/template"}

// serving are libraries, and what begins with them, that only the server and what it alone imports use.
var serving = []string{"github.com/cockroachdb/errors", "github.com/danielgtaylor/huma", "github.com/cloudevents/sdk-go/v2", "github.com/ThreeDotsLabs/watermill", "github.com/ThreeDotsLabs/watermill-nats/v2", "github.com/ThreeDotsLabs/watermill-kafka/v3", "github.com/IBM/sarama", "github.com/twmb/franz-go", "github.com/nats-io/nats.go", "github.com/prometheus/client_golang", "github.com/EventStore/EventStore-Client-Go/v4", "google.golang.org/grpc", "google.golang.org/genproto", "github.com/modelcontextprotocol/go-sdk", "charm.land/bubbletea/v2", "github.com/charmbracelet/x/ansi"}

// TestOnlyTheServerUsesItsLibraries checks which packages import the libraries of the server.
func TestOnlyTheServerUsesItsLibraries(t *testing.T) {
	used := map[string]bool{}
	for dir, imports := range imported(t) {
		for _, imp := range imports {
			for _, library := range serving {
				if imp != library && !strings.HasPrefix(imp, library+"/") {
					continue
				}
				if used[library] = true; !slices.Contains([]string{"consumers/bus", "consumers/esdbapi", "consumers/esdbapi/esdbtest", "consumers/forward", "consumers/history", "consumers/live", "consumers/web", "consumers/httpapi", "consumers/mcp", "consumers/sink", "consumers/sink/sinktest", "consumers/top", "eventlog/esdb", "eventlog/httplog", "eventlog/remote/wireerror"}, dir) && !strings.HasPrefix(dir, "cmd/projector") {
					t.Errorf("%s imports %s", dir, imp)
				}
			}
		}
	}
	if len(used) != len(serving) {
		t.Errorf("of %v only %v are used", serving, used)
	}
}

// TestClawKeepsNoMethodsByName links claw and looks whether code is reachable that calls methods by their
// names. Then the linker keeps each method of each type, a fifth of the functions more, and each start reads
// more of the program.
func TestClawKeepsNoMethodsByName(t *testing.T) {
	out, err := exec.Command("go", "build", "-ldflags=-dumpdep", "-o", filepath.Join(t.TempDir(), "claw"), "./cmd/claw").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	if !bytes.Contains(out, []byte("main.main -> ")) {
		t.Fatal("the linker prints no dependencies")
	}
	for line := range bytes.Lines(out) {
		if caller, _, found := bytes.Cut(line, []byte(" <ReflectMethod> -> ")); found {
			t.Fatalf("%s calls methods by their names", caller)
		}
	}
}

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
