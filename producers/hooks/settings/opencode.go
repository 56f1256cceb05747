package settings

import (
	_ "embed"
	"strings"
)

// plugin is the plugin for OpenCode, which has no hooks that are programs.
//
//go:embed opencode.js
var plugin string

const commandMark = `const COMMAND = `

// Plugin is the text of OpenCode's plugin that runs command.
func Plugin(command string) []byte {
	return []byte(strings.Replace(plugin, commandMark+`""`, commandMark+quoted(command), 1))
}

// PluginCommand is what a plugin of claw's runs; ok is false for another file.
func PluginCommand(text []byte) (command string, ok bool) {
	for line := range strings.Lines(string(text)) {
		rest, found := strings.CutPrefix(strings.TrimSpace(line), commandMark)
		if !found {
			continue
		}
		n, err := parse([]byte(`{"command": `+rest+`}`), false)
		if err != nil || n.member("command").kind != '"' {
			return "", false
		}
		command = n.member("command").text
		return command, string(Plugin(command)) == string(text)
	}
	return "", false
}
