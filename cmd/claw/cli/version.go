package cli

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionDocument is the answer of version.
type versionDocument struct {
	Head
	Version  string `json:"version"`
	Commit   string `json:"commit,omitzero"`
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (a *app) versionVerb() *cobra.Command {
	return a.verb("version", "more", "Print the version of claw", noArgs, func([]string) (document, error) {
		return versionNow(), nil
	})
}

func versionNow() *versionDocument {
	d := &versionDocument{Head: headOf("version"), Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" && info.Main.Version != "(devel)" {
			d.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				d.Commit = s.Value
			case "vcs.modified":
				d.Modified = s.Value == "true"
			}
		}
	}
	return d
}

func (d *versionDocument) text(p *page) {
	p.line("claw %s (%s, %s)", d.Version, d.Go, d.Platform)
	if d.Commit != "" {
		p.line("commit %s", d.Commit)
	}
}
