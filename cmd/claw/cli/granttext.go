package cli

import (
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/gitrepo"
)

// mostFilesShown is how many files of a ship are listed on the grant screen.
const mostFilesShown = 60

// text writes what goes where, commit by commit and file by file.
func (s *seenShip) text(p *page) {
	p.field("remote", styleBold, "%s, %s", firstOf(string(s.move.Remote.Value), "not recorded"), firstOf(string(s.move.Repo), "no repository that is named"))
	p.field("moves", styleBold, "%s, %s", firstOf(string(s.move.Ref), "no ref that is named"), s.move.Range)
	p.field("branch", stylePlain, "%s", firstOf(string(s.move.Branch), "not recorded"))
	p.field("commits", stylePlain, "%s", s.rolesText())
	for i := range s.commits[:min(len(s.commits), mostCommitsShown)] {
		s.commits[i].text(p)
	}
	if n := len(s.commits) - mostCommitsShown; n > 0 {
		p.styled(styleYellow, fmt.Sprintf("    and %s: git log %s", many(n, "more commit"), s.move.Range))
	}
	s.fileList(p)
	for _, says := range s.differs {
		p.field("differs", styleRed, "%s", says)
	}
	for _, says := range s.tests {
		p.field("tests", stylePlain, "%s", says)
	}
	if len(s.tests) == 0 {
		p.field("tests", styleYellow, "none recorded: no commit names its lane")
	}
}

// rolesText counts the commits by why they go.
func (s *seenShip) rolesText() string {
	text := many(len(s.commits), "commit")
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

func (c *seenCommit) text(p *page) {
	role, style := string(c.Role), styleYellow
	if c.Role == domain.CommitIntentional {
		style = stylePlain
	}
	says := ""
	if c.subject != "" || c.author != (domain.Person{}) {
		says = fmt.Sprintf("  %s  by %s <%s>", firstOf(c.subject, "(no subject)"), c.author.Name, c.author.Email)
	}
	p.styled(style, fmt.Sprintf("    %s %-11s%s", shortName(c.Commit), role, says))
}

func (s *seenShip) fileList(p *page) {
	if s.unseen != "" {
		p.field("files", styleYellow, "not shown: %s; name a clone that holds the commits: --clone FOLDER", s.unseen)
		return
	}
	added, removed := 0, 0
	for i := range s.files {
		added, removed = added+s.files[i].Added, removed+s.files[i].Removed
	}
	p.field("files", stylePlain, "%s, +%d -%d", many(len(s.files), "file"), added, removed)
	for i := range s.files[:min(len(s.files), mostFilesShown)] {
		p.line("    %s", fileStatText(&s.files[i]))
	}
	if n := len(s.files) - mostFilesShown; n > 0 {
		p.styled(styleYellow, fmt.Sprintf("    and %s: git diff --stat %s", many(n, "more file"), s.move.Range))
	}
}

// fileStatText says what happens to a file: its lines, and its mode where that changes.
func fileStatText(f *gitrepo.FileChange) string {
	counts := fmt.Sprintf("+%d -%d", f.Added, f.Removed)
	if f.Binary {
		counts = "binary"
	}
	text := fmt.Sprintf("%-11s %s", counts, argumentWord(f.Path))
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

// modeText says what a mode of git stands for.
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
