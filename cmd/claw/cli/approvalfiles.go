package cli

import (
	"path/filepath"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/internal/filestate"
	"github.com/clawable/claw/policy"
)

// filesOf looks at the files of a command now: those of its arguments and, behind a shell,
// of its text.
func (a *app) filesOf(act *domain.Action) []domain.ActionFile {
	if len(act.Argv) == 0 {
		return nil
	}
	return a.looker().Look(a.ctx, &policy.Action{Argv: act.Argv, CWD: string(act.CWD), Home: a.Home})
}

func (a *app) looker() *filestate.Looker {
	looker := &filestate.Looker{Env: a.Env}
	if folder := a.stateFolder(); folder != "" {
		looker.Cache = &filestate.Cache{File: filepath.Join(folder, "hashes.json"), Now: a.Now}
	}
	return looker
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
func (a *app) tellFiles(used *approve.Consumption, runs bool) {
	if runs && !used.Compared {
		a.warn("files_not_recorded", "the request records no files, as of an older claw: whether they changed since cannot be told")
	}
	for _, c := range used.Changed {
		a.warn("file_changed", "since it was asked for: "+c.String())
	}
}

// fileText says how a file stood.
func fileText(f *domain.ActionFile) string {
	text := argumentWord(f.Name)
	switch {
	case f.Real != "" && string(f.Real) != f.Name:
		text += " → " + argumentWord(string(f.Real))
	case f.Path != "" && string(f.Path) != f.Name:
		text += " → " + argumentWord(string(f.Path))
	}
	if f.State == domain.FileHashed {
		return text + " sha256 " + f.SHA256.String()
	}
	return text + " (" + string(f.State) + ")"
}

// changedSince names for an agent the files that are not as they were.
func changedSince(changed []string) (text string) {
	for _, c := range changed {
		text += " Since an approval was asked for: " + c + "."
	}
	return text
}

// rested is what a grant rests on beside the command, by the request in the log: the digest
// that the approver signed covers it.
type rested struct {
	Env   []string            `json:"env,omitzero"`   // variables that make the command another one
	Bind  domain.Binding      `json:"bind,omitzero"`  // what of the files has to be as it was
	Files []domain.ActionFile `json:"files,omitzero"` // that the command names, as they stood when it was asked for
}

func restsOn(r *approval.Request) rested { return rested{r.Action.Env, r.Bind, r.Files} }

func (r *rested) fields(p *page) {
	for _, entry := range r.Env {
		p.field("variable", stylePlain, "%s", entry)
	}
	bindField(p, r.Bind)
	filesFields(p, r.Files)
}

// offerFiles writes for an approver what is bound, how the files stood when it was asked
// for, and what changed since.
func (a *app) offerFiles(p *page, r *approval.Request) {
	for _, entry := range r.Action.Env {
		p.field("variable", stylePlain, "%s", argumentWord(entry))
	}
	bindField(p, r.Bind)
	filesFields(p, r.Files)
	if len(r.Files) > 0 {
		changeFields(p, approval.Compared(r.Files, a.looker().Again(a.ctx, string(r.Action.CWD), r.Files)))
	}
}

func bindField(p *page, bind domain.Binding) {
	if bind != "" {
		p.field("binds", stylePlain, "the %s of the files", bind)
	}
}

func filesFields(p *page, files []domain.ActionFile) {
	for i := range files {
		p.field(fileLabel(files[i].Role), stylePlain, "%s", fileText(&files[i]))
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
