package approvecmd

import (
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
)

// seenCommand are the programs of a command on this machine, by the approver's environment.
type seenCommand struct {
	programs []seenProgram
	folders  string // where they were looked for: PATH
}

// seenProgram is the file that the name of a program resolves to.
type seenProgram struct {
	name   string
	path   string // as it was found, "" for none
	real   string // with links resolved, "" where there are none
	sha256 domain.Digest
	says   string // why there is no hash, or no file
}

// seeCommand looks for the programs that a command names: in the folder of the request and in the
// PATH of this run, which is the approver's.
func seeCommand(a *app.App, act *domain.Action) *seenCommand {
	s := &seenCommand{folders: a.Env("PATH")}
	for _, name := range programNames(act.Argv) {
		s.programs = append(s.programs, findProgram(a, name, string(act.CWD)))
	}
	return s
}

// programNames are the programs of a command, each once: its own, and for a shell those that its
// text names.
func programNames(argv []string) []string {
	names := argv[:1:1]
	if len(argv) > 2 && argv[1] == "-c" && slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh"}, filepath.Base(argv[0])) {
		file, err := syntax.NewParser().Parse(strings.NewReader(argv[2]), "")
		if err != nil {
			return names
		}
		syntax.Walk(file, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
				if name := call.Args[0].Lit(); name != "" && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
			return true
		})
	}
	return names
}

// findProgram finds a program as a shell in folder would.
func findProgram(a *app.App, name, folder string) seenProgram {
	p := seenProgram{name: name}
	candidates := []string{name}
	if !strings.ContainsRune(name, '/') {
		candidates = nil
		for _, in := range filepath.SplitList(a.Env("PATH")) {
			candidates = append(candidates, filepath.Join(in, name))
		}
	}
	for _, file := range candidates {
		if !filepath.IsAbs(file) {
			file = filepath.Join(folder, file)
		}
		info, err := os.Stat(file)
		if err != nil || info.IsDir() || info.Mode().Perm()&0o111 == 0 {
			continue
		}
		p.path = file
		if real, err := filepath.EvalSymlinks(file); err == nil && real != file {
			p.real = real
		}
		if p.sha256, err = hashProgram(file, info); err != nil {
			p.says = app.Typed(err).Message
		}
		return p
	}
	p.says = "not found here: a builtin of the shell, or a program of another machine"
	return p
}

// largestProgram is the largest program that is hashed, in bytes.
const largestProgram = 1 << 30

func hashProgram(file string, info os.FileInfo) (sum domain.Digest, err error) {
	if !info.Mode().IsRegular() || info.Size() > largestProgram {
		return sum, &domain.Error{Kind: domain.ErrFilesystem, Operation: "read program", Target: file, Message: "is not hashed: no regular file, or larger than 1 GiB"}
	}
	f, err := os.Open(file)
	if err != nil {
		return sum, err
	}
	defer func() { _ = f.Close() }() // it was only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return sum, err
	}
	return domain.Digest(h.Sum(nil)), nil
}

func (s *seenCommand) Text(p *term.Page) {
	for i := range s.programs {
		one := &s.programs[i]
		if one.path == "" {
			p.Field("program", term.StyleYellow, "%s: %s", approvaltext.ArgumentWord(one.name), one.says)
			continue
		}
		where := approvaltext.ArgumentWord(one.path)
		if one.real != "" {
			where += " → " + approvaltext.ArgumentWord(one.real)
		}
		p.Field("program", term.StylePlain, "%s → %s %s", approvaltext.ArgumentWord(one.name), where, one.hashText())
	}
	p.Field("looked in", term.StylePlain, "%s, the PATH of this terminal; the requester's environment is not recorded", approvaltext.ArgumentWord(s.folders))
}

func (p *seenProgram) hashText() string {
	if p.says != "" {
		return "(" + p.says + ")"
	}
	return "sha256 " + p.sha256.String()
}
