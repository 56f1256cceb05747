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

// FilesOf looks at the files of a command now: those of its arguments and, behind a shell,
// of its text.
func FilesOf(a *app.App, act *domain.Action) []domain.ActionFile {
	if len(act.Argv) == 0 {
		return nil
	}
	return Looker(a).Look(a.Ctx, &policy.Action{Argv: act.Argv, CWD: string(act.CWD), Home: a.Home})
}

// Looker looks at files, with what was hashed before at hand.
func Looker(a *app.App) *filestate.Looker {
	looker := &filestate.Looker{Env: a.Env}
	if folder := app.StateFolder(a); folder != "" {
		looker.Cache = &filestate.Cache{File: filepath.Join(folder, "hashes.json"), Now: a.Now}
	}
	return looker
}

// FilesSaid says how the files of a use stood to those of the request.
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

// SaidOfFiles says how the files of a use stand to those of the request.
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

// TellFiles says of a use what its approver could not see: files that changed since it was
// asked for, and that none were recorded.
func TellFiles(a *app.App, used *approve.Consumption, runs bool) {
	if runs && !used.Compared {
		a.Warn("files_not_recorded", "the request records no files, as of an older claw: whether they changed since cannot be told")
	}
	for _, c := range used.Changed {
		a.Warn("file_changed", "since it was asked for: "+c.String())
	}
}

// fileText says how a file stood.
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

// ChangedSince names for an agent the files that are not as they were.
func ChangedSince(changed []string) (text string) {
	for _, c := range changed {
		text += " Since an approval was asked for: " + c + "."
	}
	return text
}

// Rested is what a grant rests on beside the command, by the request in the log: the digest
// that the approver signed covers it.
type Rested struct {
	Env   []string            `json:"env,omitzero"`   // variables that make the command another one
	Bind  domain.Binding      `json:"bind,omitzero"`  // what of the files has to be as it was
	Files []domain.ActionFile `json:"files,omitzero"` // that the command names, as they stood when it was asked for
}

// RestsOn is what a request was made under.
func RestsOn(r *approval.Request) Rested { return Rested{r.Action.Env, r.Bind, r.Files} }

func (r *Rested) Fields(p *term.Page) {
	for _, entry := range r.Env {
		p.Field("variable", term.StylePlain, "%s", entry)
	}
	BindField(p, r.Bind)
	FilesFields(p, r.Files)
}

// OfferFiles writes for an approver what is bound, how the files stood when it was asked
// for, and what changed since.
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
