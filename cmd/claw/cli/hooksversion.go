package cli

import (
	"debug/buildinfo"
	"strings"
)

// module is the one that claw is built of.
const module = "github.com/clawable/claw"

// versionOf reads the version of a claw out of its file, without running it; "" where the
// file is no claw, or does not tell.
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
