package approvaltext

import (
	"path/filepath"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/internal/filestate"
	"github.com/clawable/claw/policy"
)

// FilesOf hashes the files of a command as they are now: those of its arguments and, for a shell,
// of its text. Those of a caller of the server may be on another machine.
func FilesOf(a *app.App, act *domain.Action) []domain.ActionFile {
	if len(act.Argv) == 0 || a.Served {
		return nil
	}
	return Looker(a).Look(a.Ctx, &policy.Action{Argv: act.Argv, CWD: string(act.CWD), Home: a.Home})
}

// Looker hashes files, and reuses what it hashed before.
func Looker(a *app.App) *filestate.Looker {
	looker := &filestate.Looker{Env: a.Env}
	if folder := app.StateFolder(a); folder != "" {
		looker.Cache = &filestate.Cache{File: filepath.Join(folder, "hashes.json"), Now: a.Now}
	}
	return looker
}

// FilesSaid is the state of the files of a use, compared with those of the request.
type FilesSaid string

const (
	filesSame       FilesSaid = "same"
	filesChanged    FilesSaid = "changed"
	filesUnrecorded FilesSaid = "not_recorded" // the request names none: nothing was compared
	filesNone       FilesSaid = "not_applicable"
)

// Enum lists the values.
func (FilesSaid) Enum() []string {
	return []string{string(filesSame), string(filesChanged), string(filesUnrecorded), string(filesNone)}
}

// SaidOfFiles is the state of the files of a use, compared with those of the request.
func SaidOfFiles(r *approval.Request, compared bool, changed []domain.FileChange) FilesSaid {
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

// TellFiles warns of what the approver of a use could not see: files that changed since the
// request, and a request without files.
func TellFiles(a *app.App, used *approve.Consumption, runs bool) {
	if runs && !used.Compared {
		a.Warn("files_not_recorded", "the request records no files, as of an older claw: whether they changed since cannot be told")
	}
	for _, c := range used.Changed {
		a.Warn("file_changed", "since it was asked for: "+c.String())
	}
}

// fileText describes the state of a file.
func fileText(f *domain.ActionFile) string {
	text := ArgumentWord(f.Name)
	switch {
	case f.Real != "" && string(f.Real) != f.Name:
		text += " → " + ArgumentWord(string(f.Real))
	case f.Path != "" && string(f.Path) != f.Name:
		text += " → " + ArgumentWord(string(f.Path))
	}
	if f.State == domain.FileHashed {
		return text + " sha256 " + f.SHA256.String()
	}
	return text + " (" + string(f.State) + ")"
}

// ChangedSince names, for an agent, the files that changed since the request.
func ChangedSince(changed []string) (text string) {
	for _, c := range changed {
		text += " Since an approval was asked for: " + c + "."
	}
	return text
}

// Rested is what a grant rests on beside the command, as the request in the log has it: the digest
// that the approver signed covers it.
type Rested struct {
	Env   []string            `json:"env,omitzero"`   // environment variables that change what the command does
	Bind  domain.Binding      `json:"bind,omitzero"`  // which parts of the files the grant binds
	Files []domain.ActionFile `json:"files,omitzero"` // that the command names, as they were at the time of the request
}

// RestsOn is what a grant of a request rests on beside the command.
func RestsOn(r *approval.Request) Rested { return Rested{r.Action.Env, r.Bind, r.Files} }

func (r *Rested) Fields(p *term.Page) {
	for _, entry := range r.Env {
		p.Field("variable", term.StylePlain, "%s", entry)
	}
	BindField(p, r.Bind)
	FilesFields(p, r.Files)
}

// OfferFiles writes, for an approver, what is bound, the files at the time of the request, and what
// changed since.
func OfferFiles(a *app.App, p *term.Page, r *approval.Request) {
	for _, entry := range r.Action.Env {
		p.Field("variable", term.StylePlain, "%s", ArgumentWord(entry))
	}
	BindField(p, r.Bind)
	FilesFields(p, r.Files)
	if len(r.Files) > 0 {
		ChangeFields(p, approval.Compared(r.Files, Looker(a).Again(a.Ctx, string(r.Action.CWD), r.Files)))
	}
}

// BindField writes what a grant binds.
func BindField(p *term.Page, bind domain.Binding) {
	if bind != "" {
		p.Field("binds", term.StylePlain, "the %s of the files", bind)
	}
}

// FilesFields writes the files of a request.
func FilesFields(p *term.Page, files []domain.ActionFile) {
	for i := range files {
		p.Field(fileLabel(files[i].Role), term.StylePlain, "%s", fileText(&files[i]))
	}
}

// ChangeFields writes what changed since a request.
func ChangeFields(p *term.Page, changed []domain.FileChange) {
	for _, c := range changed {
		p.Field("changed", term.StyleYellow, "%s", c)
	}
}

func fileLabel(role domain.FileRole) string {
	if role == domain.FileProgram {
		return "program"
	}
	return "file"
}
