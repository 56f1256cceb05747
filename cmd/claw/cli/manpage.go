package cli

import (
	"fmt"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/front"
)

// manPage is help as a page of man, in the macros of man(7). The generator of cobra
// would bring a Markdown and a YAML library into every run of claw.
func manPage(h *front.HelpDocument, parent string) string {
	var b roff
	b.request("TH", strings.ToUpper(manName(h.Verb)), "1", "", "claw "+app.VersionNow().Version, "claw")
	b.section("NAME", manName(h.Verb)+" - "+h.Short)
	b.request("SH", "SYNOPSIS")
	b.text(h.Usage)
	b.request("SH", "DESCRIPTION")
	b.text(h.Says)
	if len(h.Verbs) > 0 {
		b.request("SH", "VERBS")
	}
	for _, v := range h.Verbs {
		b.item(manName(v.Verb)+"(1)", v.Says)
	}
	b.request("SH", "OPTIONS")
	for _, f := range h.Flags {
		says := f.Says
		if f.Default != "" && f.Default != "false" && f.Default != "[]" {
			says += " (default " + f.Default + ")"
		}
		b.item(f.Flag, says)
	}
	if len(h.Examples) > 0 {
		b.section("EXAMPLES", "  "+strings.Join(h.Examples, "\n  "))
	}
	if len(h.Errors) > 0 {
		b.section("ERRORS", "It can fail with the kinds "+app.JoinWords(h.Errors)+".")
	}
	b.request("SH", "EXIT STATUS")
	for _, e := range exitCodes {
		b.item(e.code, e.says)
	}
	b.request("SH", "SEE ALSO")
	if parent != "" {
		b.text(manName(parent) + "(1)")
	} else {
		b.text("claw help --json, claw schema list")
	}
	return b.String()
}

// exitCodes is what exit codes mean in every verb; see exitCode.
var exitCodes = []struct{ code, says string }{
	{"0", "done; there may be warnings"},
	{"1", "failed, or findings"},
	{"2", "usage: verb, flag, argument or value"},
	{"3", "refused by policy"},
	{"4", "conflict: others wrote, or an id means something else"},
	{"5", "corrupt"},
	{"6", "unavailable"},
}

// roff is a page that is being written.
type roff struct{ strings.Builder }

// request writes a request with quoted arguments.
func (b *roff) request(name string, args ...string) {
	b.WriteString("." + name)
	for _, arg := range args {
		fmt.Fprintf(b, ` "%s"`, strings.ReplaceAll(escapeRoff(arg), `"`, `\(dq`))
	}
	b.WriteString("\n")
}

func (b *roff) section(title, text string) {
	b.request("SH", title)
	b.text(text)
}

// item writes a word in bold and what it means, indented below it.
func (b *roff) item(word, says string) {
	b.WriteString(".TP\n\\fB" + escapeRoff(word) + "\\fR\n")
	b.text(says)
}

// text writes lines that keep their ends where they are indented, as examples are.
func (b *roff) text(text string) {
	for line := range strings.Lines(strings.Trim(text, "\n")) {
		line = strings.TrimRight(line, "\n")
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "":
			b.WriteString(".PP\n")
		case line != trimmed:
			b.WriteString(".br\n\\ \\ " + escapeRoff(trimmed) + "\n")
		default:
			b.WriteString(escapeRoff(line) + "\n")
		}
	}
}

// escapeRoff makes text that no formatter takes for requests or escapes.
func escapeRoff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
