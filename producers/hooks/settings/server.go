package settings

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// ServerForm is how an agent's settings name the servers of the Model Context Protocol that the agent
// starts.
type ServerForm struct {
	// TOML means tables [mcp_servers.NAME], as in Codex's config.toml; else the settings are JSON with
	// the member mcpServers, as in those of Claude Code.
	TOML bool
}

// serverName is the name of claw's server in settings.
const serverName = "claw"

// serverHeader is the line that begins its table in TOML.
const serverHeader = "[mcp_servers." + serverName + "]"

// serverArgs are its arguments.
var serverArgs = []string{"mcp"}

// ErrOtherServer means that a server of this name is there and is not claw's, or is written in another
// form than claw writes.
var ErrOtherServer = errors.New("a server named claw is there that claw did not write")

// Server returns the program that the settings start for claw's server, "" for none.
//
// Errors: [ErrOtherServer]; the text is not what the agent would read.
func (f ServerForm) Server(text []byte) (program string, err error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return "", nil
	}
	root, err := f.parse(text)
	if err != nil {
		return "", err
	}
	member := "mcpServers"
	if f.TOML {
		member = "mcp_servers"
	}
	servers := root.member(member)
	switch {
	case servers == nil:
		return "", nil
	case servers.kind != '{':
		return "", fmt.Errorf("%s is no object", member)
	}
	one := servers.member(serverName)
	if one == nil {
		return "", nil
	}
	command, args := one.member("command"), one.member("args")
	if command == nil || args == nil || len(args.elements) != len(serverArgs) || args.elements[0].text != serverArgs[0] ||
		strings.TrimSuffix(filepath.Base(strings.ReplaceAll(command.text, `\`, "/")), ".exe") != "projector" {
		return "", ErrOtherServer
	}
	return command.text, nil
}

func (f ServerForm) parse(text []byte) (*node, error) {
	if f.TOML {
		return parseTOML(text)
	}
	return parse(text, false)
}

// Install returns text with claw's server, started as program. An empty text is one without settings.
//
// Errors: as [ServerForm.Server].
func (f ServerForm) Install(text []byte, program string) ([]byte, error) {
	was, err := f.Server(text)
	if err != nil || was == program {
		return text, err
	}
	if text, err = f.Remove(text); err != nil {
		return nil, err
	}
	if f.TOML {
		return installTable(text, program), nil
	}
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	root, err := parse(text, false)
	if err != nil {
		return nil, err
	}
	s := styleOf(text, root)
	entry := name(serverName) + `{"type": "stdio", "command": ` + quoted(program) + `, "args": [` + quoted(serverArgs[0]) + `]}`
	if servers := root.member("mcpServers"); servers != nil {
		return insert(text, servers, entry, 1, s), nil
	}
	return insert(text, root, name("mcpServers")+"{"+s.gap(2)+entry+s.gap(1)+"}", 0, s), nil
}

// installTable appends the table of claw's server: a table at the end is part of no other.
func installTable(text []byte, program string) []byte {
	newline := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		newline = "\r\n"
	}
	out := bytes.Clone(text)
	if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
		out = append(out, newline...)
	}
	if len(out) > 0 {
		out = append(out, newline...)
	}
	return append(out, serverHeader+newline+"command = "+quoted(program)+newline+"args = ["+quoted(serverArgs[0])+"]"+newline...)
}

// Remove returns text without claw's server, and without what would be left empty by that. A server of
// this name that is not claw's stays.
//
// Errors: as [ServerForm.Server], but for one that is not claw's.
func (f ServerForm) Remove(text []byte) ([]byte, error) {
	program, err := f.Server(text)
	if errors.Is(err, ErrOtherServer) || err == nil && program == "" {
		return text, nil
	}
	if err != nil {
		return nil, err
	}
	if f.TOML {
		return removedTable(text)
	}
	root, err := parse(text, false)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(root.members, func(m member) bool { return m.name == "mcpServers" })
	servers := &root.members[at]
	one := servers.value.members[slices.IndexFunc(servers.value.members, func(m member) bool { return m.name == serverName })]
	return removedWith(text, text, []child{{&servers.value, one.start, one.value.end}, {root, servers.start, servers.value.end}}), nil
}

// removedTable is a text without the table of claw's server, and without the blank line before it.
//
// Errors: [ErrOtherServer] where it is written in another form.
func removedTable(text []byte) ([]byte, error) {
	var out []byte
	in, found := false, false
	for line := range bytes.Lines(text) {
		header := strings.TrimSpace(string(line))
		switch {
		case header == serverHeader:
			in, found = true, true
			out = withoutBlankLine(out)
			continue
		case in && strings.HasPrefix(header, "["):
			in = strings.HasPrefix(header, strings.TrimSuffix(serverHeader, "]")+".")
			if !in && len(out) > 0 {
				out = append(out, "\n"...)
			}
		}
		if !in {
			out = append(out, line...)
		}
	}
	if !found {
		return nil, ErrOtherServer
	}
	return out, nil
}

// withoutBlankLine is a text without the blank line at its end.
func withoutBlankLine(text []byte) []byte {
	for _, end := range []string{"\n\r\n", "\n\n"} {
		if bytes.HasSuffix(text, []byte(end)) {
			return text[:len(text)-len(end)+1]
		}
	}
	return text
}

// Blank reports whether a text contains nothing that claw would not have written itself.
func (f ServerForm) Blank(text []byte) bool {
	root, err := f.parse(text)
	return err == nil && len(root.members) == 0 && len(strings.Trim(string(text), "{} \t\r\n")) == 0
}
