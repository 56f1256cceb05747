package settings_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/hooks/settings"
)

// TestAServerGoesInAndOut installs into settings of both forms, and removes what it installed.
func TestAServerGoesInAndOut(t *testing.T) {
	for _, c := range []struct {
		says       string
		toml       bool
		text, want string
	}{
		{"JSON without settings", false, "", "{\n  \"mcpServers\": {\n    \"claw\": {\"type\": \"stdio\", \"command\": \"/bin/projector\", \"args\": [\"mcp\"]}\n  }\n}\n"},
		{"JSON with a server of others", false, "{\n\t\"numStartups\": 7,\n\t\"mcpServers\": {\n\t\t\"git\": {\"command\": \"git-mcp\"}\n\t}\n}\n",
			"{\n\t\"numStartups\": 7,\n\t\"mcpServers\": {\n\t\t\"git\": {\"command\": \"git-mcp\"},\n\t\t\"claw\": {\"type\": \"stdio\", \"command\": \"/bin/projector\", \"args\": [\"mcp\"]}\n\t}\n}\n"},
		{"TOML without settings", true, "", "[mcp_servers.claw]\ncommand = \"/bin/projector\"\nargs = [\"mcp\"]\n"},
		{"TOML with comments and tables", true, "# mine\nmodel = \"o3\"\n\n[features]\nhooks = true\n",
			"# mine\nmodel = \"o3\"\n\n[features]\nhooks = true\n\n[mcp_servers.claw]\ncommand = \"/bin/projector\"\nargs = [\"mcp\"]\n"},
		{"TOML with the line ends of Windows", true, "model = \"o3\"\r\n", "model = \"o3\"\r\n\r\n[mcp_servers.claw]\r\ncommand = \"/bin/projector\"\r\nargs = [\"mcp\"]\r\n"},
	} {
		f := settings.ServerForm{TOML: c.toml}
		got, err := f.Install([]byte(c.text), "/bin/projector")
		if diff := cmp.Diff(c.want, string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", c.says, err, diff)
			continue
		}
		if again, err := f.Install(got, "/bin/projector"); err != nil || string(again) != string(got) {
			t.Errorf("%s: installing again changes it, %v\n%s", c.says, err, again)
		}
		moved, err := f.Install(got, "/opt/projector")
		if program, _ := f.Server(moved); err != nil || program != "/opt/projector" {
			t.Errorf("%s: another program is %q, %v", c.says, program, err)
		}
		back, err := f.Remove(got)
		if c.text == "" {
			if err != nil || len(back) > 0 && !f.Blank(back) {
				t.Errorf("%s: removed it is %q, %v", c.says, back, err)
			}
			continue
		}
		if diff := cmp.Diff(c.text, string(back)); err != nil || diff != "" {
			t.Errorf("%s: removed, %v (-want +got)\n%s", c.says, err, diff)
		}
	}
}

// TestWhatStandsAfterTheTableStays removes a table from the middle of settings.
func TestWhatStandsAfterTheTableStays(t *testing.T) {
	text := "a = 1\n\n[mcp_servers.claw]\ncommand = \"projector\"\nargs = [\"mcp\"]\n\n[mcp_servers.claw.env]\nX = \"1\"\n\n[other]\nb = 2\n"
	got, err := settings.ServerForm{TOML: true}.Remove([]byte(text))
	if diff := cmp.Diff("a = 1\n\n[other]\nb = 2\n", string(got)); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}

// TestServersOfOthersAreLeftAlone rejects an installation over them, and removes nothing.
func TestServersOfOthersAreLeftAlone(t *testing.T) {
	for _, c := range []struct {
		toml bool
		text string
	}{
		{false, `{"mcpServers": {"claw": {"command": "/bin/other", "args": ["mcp"]}}}`},
		{true, "[mcp_servers.claw]\ncommand = \"game\"\n"},
	} {
		f := settings.ServerForm{TOML: c.toml}
		if _, err := f.Install([]byte(c.text), "/bin/projector"); !errors.Is(err, settings.ErrOtherServer) {
			t.Errorf("%s: %v", c.text, err)
		}
		if left, err := f.Remove([]byte(c.text)); err != nil || string(left) != c.text {
			t.Errorf("%s: removed it is %q, %v", c.text, left, err)
		}
	}
	for _, c := range []struct {
		toml bool
		text string
	}{{false, "["}, {false, `{"mcpServers": []}`}, {true, "a = "}, {true, "mcp_servers = 1\n"}} {
		if _, err := (settings.ServerForm{TOML: c.toml}).Install([]byte(c.text), "projector"); err == nil {
			t.Errorf("%q is taken for settings", c.text)
		}
	}
	inline := "mcp_servers.claw = { command = \"projector\", args = [\"mcp\"] }\n"
	if _, err := (settings.ServerForm{TOML: true}).Remove([]byte(inline)); !errors.Is(err, settings.ErrOtherServer) {
		t.Errorf("an inline table: %v", err)
	}
}
