package hookcmd

import (
	"os"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/internal/buildinfo"
	"github.com/clawable/claw/producers/hooks/settings"
)

// module is the path of claw's module.
const module = "github.com/clawable/claw"

// versionOf reads the version of a claw from its file, without running it; "" where the file is no
// claw, or has no version.
func versionOf(file string) string {
	info, err := buildinfo.ReadFile(file)
	if err != nil || !strings.HasPrefix(info.Path, module) {
		return ""
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	return "devel"
}

// programOf finds the program of a command. It never runs it: others write the settings of a
// project.
func programOf(a *app.App, command string) hookProgram {
	call, _ := settings.ParseCall(command)
	p := hookProgram{Command: command, Program: call.Program, Enforce: call.Enforce}
	p.File = programFile(a, call.Program)
	p.This = p.File != "" && sameFile(p.File, a.Self)
	switch {
	case p.This:
		p.Version = app.VersionNow().Version
	case p.File != "":
		p.Version = versionOf(p.File)
	}
	return p
}

// programFile is the file that a shell runs by a name in the folder of the project, "" for none.
func programFile(a *app.App, name string) string {
	if strings.ContainsAny(name, `/\`) {
		file := os.Expand(strings.ReplaceAll(name, `"`, ""), func(variable string) string {
			switch variable {
			case "CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR":
				return a.Dir
			}
			return a.Env(variable)
		})
		if file = app.Path(a, file); app.Runs(a, file) {
			return file
		}
		return ""
	}
	return app.InPath(a, name)
}

// sameFile reports whether two names are of one file.
func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	one, err := os.Stat(a)
	other, failed := os.Stat(b)
	return err == nil && failed == nil && os.SameFile(one, other)
}
