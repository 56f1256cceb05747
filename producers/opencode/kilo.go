package opencode

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/database"
)

// Kilo is the name of Kilo Code's CLI in session ids, emitters and channels. It grew out of
// OpenCode and keeps its sessions in the same form.
const Kilo = "kilo"

// firstKilo is the first version by which Kilo can be distinguished from OpenCode, whose
// versions are still lower: no record names the program.
const firstKilo = 7

// KiloAgent is the row of Kilo in the table of agents.
func KiloAgent() producers.Agent {
	return producers.Agent{Title: "Kilo", Reader: NewKilo(), Folders: kiloFolders, Database: Database{Kilo}}
}

// NewKilo returns a reader of what Kilo keeps.
func NewKilo() Reader { return Reader{Kilo} }

func kiloFolders(env func(string) string, home string) []string {
	data := dataFolder(env, home)
	if data == "" {
		return nil
	}
	return []string{filepath.Join(data, "kilo", "kilo.db")}
}

// ofKilo reports whether a version is one of Kilo's.
func ofKilo(version string) bool {
	major, _, _ := strings.Cut(version, ".")
	n, err := strconv.Atoi(major)
	return err == nil && n >= firstKilo
}

// hasKilo reports whether there are tables that Kilo adds to those of OpenCode.
func hasKilo(tables database.Tables) bool {
	for name := range tables {
		if strings.HasPrefix(name, "kilo_") {
			return true
		}
	}
	return false
}
