package cli

import (
	"path/filepath"

	"github.com/clawable/claw/commands"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/filestate"
	"github.com/clawable/claw/policy"
)

// filesOf looks at the files of a command now: those of its arguments and, behind a shell,
// of its text.
func (a *app) filesOf(act *domain.Action) []domain.ActionFile {
	if len(act.Argv) == 0 {
		return nil
	}
	return a.look(&policy.Action{Argv: act.Argv, CWD: string(act.CWD), Home: a.Home})
}

// look looks at the files that an action names.
func (a *app) look(act *policy.Action) []domain.ActionFile {
	looker := filestate.Looker{Env: a.Env}
	if folder := a.stateFolder(); folder != "" {
		looker.Cache = &filestate.Cache{File: filepath.Join(folder, "hashes.json"), Now: a.Now}
	}
	return looker.Look(a.ctx, act)
}

// filesNow looks at the files of a call: by what an approval names of a command, else by
// what the agent's tool was given.
func (h *hookRun) filesNow(act policy.Action, words []string) func() []domain.ActionFile {
	if commandWords(&act, words) {
		act.Command, act.Argv, act.Paths = "", words, nil
	}
	return func() []domain.ActionFile { return h.look(&act) }
}

// commandWords reports whether words are a command line, not a tool's name and its input.
func commandWords(act *policy.Action, words []string) bool {
	return len(act.Argv)+len(act.Command) > 0 && (len(words) == 0 || words[0] != act.Tool)
}

// files says how the files of a use stood to those of the request.
type filesSaid string

const (
	filesSame       filesSaid = "same"
	filesChanged    filesSaid = "changed"
	filesUnrecorded filesSaid = "not_recorded" // the request names none: nothing was compared
	filesNone       filesSaid = "not_applicable"
)

// Enum lists the values.
func (filesSaid) Enum() []string {
	return []string{string(filesSame), string(filesChanged), string(filesUnrecorded), string(filesNone)}
}

func saidOfFiles(r *approval.Request, compared bool, changed []domain.FileChange) filesSaid {
	switch {
	case !r.Runs():
		return filesNone
	case !compared:
		return filesUnrecorded
	case len(changed) > 0:
		return filesChanged
	}
	return filesSame
}

// tellFiles says of a use what its approver could not see: files that changed since it was
// asked for, and that none were recorded.
func (a *app) tellFiles(used *commands.Consumption, runs bool) {
	if runs && !used.Compared {
		a.warn("files_not_recorded", "the request records no files, as of an older claw: whether they changed since cannot be told")
	}
	for _, c := range used.Changed {
		a.warn("file_changed", "since it was asked for: "+c.String())
	}
}

// fileText says how a file stood.
func fileText(f *domain.ActionFile) string {
	text := f.Name
	switch {
	case f.Real != "" && string(f.Real) != f.Name:
		text += " → " + string(f.Real)
	case f.Path != "" && string(f.Path) != f.Name:
		text += " → " + string(f.Path)
	}
	if f.State == domain.FileHashed {
		return text + " sha256 " + f.SHA256.String()
	}
	return text + " (" + string(f.State) + ")"
}

// changedSince names for an agent the files that are not as they were.
func changedSince(changed []string) (text string) {
	for _, c := range changed {
		text += " Since it was asked for: " + c + "."
	}
	return text
}

// fileFields writes what is bound and how the files stood.
func (d *approvalDocument) fileFields(p *page) {
	if d.Bind != "" {
		p.field("binds", stylePlain, "the %s of the files", d.Bind)
	}
	for i := range d.Files {
		f := &d.Files[i]
		p.field(fileLabel(f.Role), stylePlain, "%s", fileText(f))
	}
	if len(d.Action.Argv) > 0 && d.Action.CWD != "" && len(d.Files) == 0 {
		p.field("files", stylePlain, "none recorded, as of an older claw: a change cannot be told")
	}
}

func changeFields(p *page, changed []domain.FileChange) {
	for _, c := range changed {
		p.field("changed", styleYellow, "%s", c)
	}
}

func fileLabel(role domain.FileRole) string {
	if role == domain.FileProgram {
		return "program"
	}
	return "file"
}
