package approvecmd

import (
	"fmt"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/gitrepo"
)

// mostFilesShown is how many files of a ship are listed on the grant screen.
const mostFilesShown = 60

// Text writes what is pushed where, commit by commit and file by file.
func (s *seenShip) Text(p *term.Page) {
	p.Field("remote", term.StyleBold, "%s, %s", app.FirstOf(string(s.move.Remote.Value), "not recorded"), app.FirstOf(string(s.move.Repo), "no repository that is named"))
	p.Field("moves", term.StyleBold, "%s, %s", app.FirstOf(string(s.move.Ref), "no ref that is named"), s.move.Range)
	p.Field("branch", term.StylePlain, "%s", app.FirstOf(string(s.move.Branch), "not recorded"))
	p.Field("commits", term.StylePlain, "%s", s.rolesText())
	for i := range s.commits[:min(len(s.commits), shipcmd.MostCommitsShown)] {
		s.commits[i].Text(p)
	}
	if n := len(s.commits) - shipcmd.MostCommitsShown; n > 0 {
		p.Styled(term.StyleYellow, fmt.Sprintf("    and %s: git log %s", term.Many(n, "more commit"), s.move.Range))
	}
	s.fileList(p)
	for _, says := range s.differs {
		p.Field("differs", term.StyleRed, "%s", says)
	}
	for _, says := range s.tests {
		p.Field("tests", term.StylePlain, "%s", says)
	}
	if len(s.tests) == 0 {
		p.Field("tests", term.StyleYellow, "none recorded: no commit names its lane")
	}
}

// rolesText counts the commits by role.
func (s *seenShip) rolesText() string {
	text := term.Many(len(s.commits), "commit")
	if s.unseen != "" && len(s.commits) == 0 {
		text = "not known here"
	}
	for _, part := range []struct {
		role domain.CommitRole
		says string
	}{{domain.CommitIntentional, "meant"}, {domain.CommitRider, "riding along"}, {domain.CommitUnknown, "of which nobody said whether they are meant"}} {
		if n := s.count(part.role); n > 0 {
			text += fmt.Sprintf(", %d %s", n, part.says)
		}
	}
	return text
}

func (c *seenCommit) Text(p *term.Page) {
	role, style := string(c.Role), term.StyleYellow
	if c.Role == domain.CommitIntentional {
		style = term.StylePlain
	}
	says := ""
	if c.subject != "" || c.author != (domain.Person{}) {
		says = fmt.Sprintf("  %s  by %s <%s>", app.FirstOf(c.subject, "(no subject)"), c.author.Name, c.author.Email)
	}
	p.Styled(style, fmt.Sprintf("    %s %-11s%s", term.ShortName(c.Commit), role, says))
}

func (s *seenShip) fileList(p *term.Page) {
	if s.unseen != "" {
		p.Field("files", term.StyleYellow, "not shown: %s; name a clone that holds the commits: --clone FOLDER", s.unseen)
		return
	}
	added, removed := 0, 0
	for i := range s.files {
		added, removed = added+s.files[i].Added, removed+s.files[i].Removed
	}
	p.Field("files", term.StylePlain, "%s, +%d -%d", term.Many(len(s.files), "file"), added, removed)
	for i := range s.files[:min(len(s.files), mostFilesShown)] {
		p.Line("    %s", fileStatText(&s.files[i]))
	}
	if n := len(s.files) - mostFilesShown; n > 0 {
		p.Styled(term.StyleYellow, fmt.Sprintf("    and %s: git diff --stat %s", term.Many(n, "more file"), s.move.Range))
	}
}

// fileStatText is the change of a file: its lines, and its mode where that changes.
func fileStatText(f *gitrepo.FileChange) string {
	counts := fmt.Sprintf("+%d -%d", f.Added, f.Removed)
	if f.Binary {
		counts = "binary"
	}
	text := fmt.Sprintf("%-11s %s", counts, approvaltext.ArgumentWord(f.Path))
	switch {
	case f.WasMode == "":
		text += ", new" + modeText(f.Mode)
	case f.Mode == "":
		text += ", removed"
	case f.Mode != f.WasMode:
		text += ", was" + modeText(f.WasMode) + ", now" + modeText(f.Mode)
	}
	return text
}

// modeText describes a mode of git.
func modeText(mode string) string {
	switch mode {
	case "100644":
		return " a file"
	case "100755":
		return " a program"
	case "120000":
		return " a link"
	case "160000":
		return " a submodule"
	}
	return " mode " + mode
}
