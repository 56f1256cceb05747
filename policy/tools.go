package policy

import "strings"

// classes name tools of every agent by what they do, in the form of [canonicalTool].
var classes = map[string][]string{
	"shell": {"bash", "shell", "shellcommand", "execcommand", "exec", "writestdin", "localshell", "runshellcommand", "powershell", "terminal",
		"unifiedexec", "executebash", "runcommand", "killshell", "bashoutput"},
	"edit": {"edit", "multiedit", "write", "notebookedit", "applypatch", "writefile", "replace", "patch", "strreplaceeditor",
		"strreplacebasededittool", "create", "filechange"},
	"read":  {"read", "readfile", "readmanyfiles", "view", "notebookread", "ls", "listdirectory", "listdir", "list", "glob", "globsearch", "grep", "grepsearch", "searchfilecontent", "grepfiles"},
	"fetch": {"webfetch", "websearch", "googlewebsearch", "fetch", "browser", "viewimage"},
	"agent": {"task", "agent", "spawnagent", "todowrite", "updateplan", "exitplanmode", "skill", "askuserquestion"},
}

// canonicalTool makes one name of the spellings of a tool: case, "-" and "_" do not count.
func canonicalTool(name string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
}

// KnownTool reports whether a rule's name is a class, a tool that some agent has, or a
// tool of an MCP server.
func KnownTool(name string) bool {
	if isServerTool(name) || name == "*" {
		return true
	}
	canonical := canonicalTool(name)
	if _, ok := classes[canonical]; ok {
		return true
	}
	for _, tools := range classes {
		for _, t := range tools {
			if t == canonical {
				return true
			}
		}
	}
	return false
}

func isServerTool(name string) bool { return strings.HasPrefix(name, "mcp__") }

// toolMatches compares a rule's name with an agent's: a class, a name, or an MCP server
// that stands for its tools.
func toolMatches(rule, tool string) bool {
	if rule == "*" {
		return true
	}
	a, b := canonicalTool(rule), canonicalTool(tool)
	if a == b || isServerTool(rule) && strings.HasPrefix(tool, strings.TrimSuffix(rule, "__*")+"__") {
		return true
	}
	for _, t := range classes[a] {
		if t == b {
			return true
		}
	}
	return false
}

// IsShell reports whether the tool runs commands.
func IsShell(tool string) bool { return toolMatches("shell", tool) }
