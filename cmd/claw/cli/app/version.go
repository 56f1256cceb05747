package app

import (
	"runtime"
	"runtime/debug"

	"github.com/clawable/claw/cmd/claw/cli/term"
)

// VersionDocument is what a program says of itself; claw version adds what validated its views.
type VersionDocument struct {
	Head
	Version  string `json:"version"`
	Commit   string `json:"commit,omitzero"`
	Date     string `json:"date,omitzero"` // of the commit, RFC 3339
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Unreleased is the version of a program that was not built of a version of the module.
const Unreleased = "devel"

// VersionNow describes this program.
func VersionNow() *VersionDocument {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return VersionOf(info)
}

// VersionOf describes a program of this platform by its build information.
func VersionOf(info *debug.BuildInfo) *VersionDocument {
	d := &VersionDocument{Head: HeadOf("version"), Version: Unreleased, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		d.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			d.Commit = s.Value
		case "vcs.time":
			d.Date = s.Value
		case "vcs.modified":
			d.Modified = s.Value == "true"
		}
	}
	return d
}

func (d *VersionDocument) Text(p *term.Page) {
	p.Line("claw %s (%s, %s)", d.Version, d.Go, d.Platform)
	if d.Commit != "" {
		changed := ""
		if d.Modified {
			changed = ", with changes that are not committed"
		}
		p.Line("commit %s of %s%s", d.Commit, FirstOf(d.Date, "a time that is not known"), changed)
	}
}
