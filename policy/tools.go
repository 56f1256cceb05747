package policy

import (
	"slices"
	"strings"

	"github.com/clawable/claw/internal/lazy"
	"github.com/clawable/claw/policy/shell"
)

// classes name tools of every agent by what they do, in the form of [canonicalTool].
var classes = shell.Table[[]string]{
	{"shell", []string{"bash", "shell", "shellcommand", "execcommand", "exec", "writestdin", "localshell", "runshellcommand", "powershell", "terminal",
		"unifiedexec", "executebash", "runcommand"}},
	{"edit", []string{"edit", "multiedit", "write", "notebookedit", "applypatch", "writefile", "replace", "patch", "strreplaceeditor",
		"strreplacebasededittool", "create", "filechange"}},
	{"read", []string{"read", "readfile", "readmanyfiles", "view", "notebookread", "ls", "listdirectory", "listdir", "list", "glob", "globsearch", "grep", "grepsearch", "searchfilecontent", "grepfiles"}},
	{"fetch", []string{"webfetch", "websearch", "googlewebsearch", "fetch", "browser", "viewimage"}},
	{"agent", []string{"task", "agent", "spawnagent", "todowrite", "updateplan", "exitplanmode", "skill", "askuserquestion"}},
}

// unclassed are tools of no class: they look at what a shell or a task does, or end it.
var unclassed = []string{"bashoutput", "killshell", "killbash", "taskoutput", "taskstop"}

// canonicalTool makes one name of the spellings of a tool: case, "-" and "_" do not count.
func canonicalTool(name string) string {
	return toolSigns.Get().Replace(strings.ToLower(name))
}

var toolSigns = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer("-", "", "_", "", " ", "") }}

// KnownTool reports whether a rule's name is a class, a tool that some agent has, or a
// tool of an MCP server.
func KnownTool(name string) bool {
	if isServerTool(name) || name == "*" {
		return true
	}
	canonical := canonicalTool(name)
	for _, class := range classes {
		if class.Key == canonical || slices.Contains(class.Is, canonical) {
			return true
		}
	}
	return slices.Contains(unclassed, canonical)
}

func isServerTool(name string) bool { return strings.HasPrefix(name, "mcp__") }

// spelled makes one name of the spellings of an MCP server's tool, of which "__" parts the server.
func spelled(name string) string { return strings.ReplaceAll(strings.ToLower(name), "-", "_") }

// toolMatches compares a rule's name with an agent's: a class, a name, an MCP server that includes its
// tools, or a glob over their names such as mcp__*__write_*.
func toolMatches(rule, tool string) bool {
	if rule == "*" {
		return true
	}
	a, b := canonicalTool(rule), canonicalTool(tool)
	if isServerTool(rule) && isServerTool(tool) && wordMatches(spelled(rule), spelled(tool)) {
		return true
	}
	if a == b || isServerTool(rule) && strings.HasPrefix(tool, strings.TrimSuffix(rule, "__*")+"__") {
		return true
	}
	tools, _ := classes.Of(a)
	return slices.Contains(tools, b)
}

// IsShell reports whether the tool runs commands.
func IsShell(tool string) bool { return toolMatches("shell", tool) }
