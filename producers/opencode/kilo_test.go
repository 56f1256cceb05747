package opencode_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/database"
	"github.com/clawable/claw/producers/opencode"
	"github.com/clawable/claw/producers/readertest"
)

const kilos = "../../fixtures/kilo"

func TestTheExportsOfKiloGiveTheirEvents(t *testing.T) {
	readertest.Golden(t, opencode.NewKilo(), kilos, *update)
	for name, content := range readertest.Files(t, kilos+"/*.json") {
		t.Run(name, func(t *testing.T) {
			if readertest.Sniffed(opencode.New(), content) {
				t.Error("claimed for OpenCode")
			}
			if diff := cmp.Diff(recount(t, content), readertest.Count(t, opencode.NewKilo(), content)); diff != "" {
				t.Errorf("-recount +reader:\n%s", diff)
			}
			readertest.Cuts(t, opencode.NewKilo(), content, 100)
		})
	}
}

// TestASessionOfKiloIsNotToldAsOpenCodes holds also where OpenCode's reader is requested.
func TestASessionOfKiloIsNotToldAsOpenCodes(t *testing.T) {
	for name, content := range readertest.Files(t, kilos+"/*.json") {
		for _, r := range readertest.Read(t, opencode.New(), content) {
			for _, d := range r.Drafts {
				if source, _ := d.Session().Split(); source != "kilo" || !strings.HasPrefix(string(d.Emitter), "import/kilo/") {
					t.Errorf("%s: line %d is told of %s by %s", name, r.Line, d.Session(), d.Emitter)
				}
			}
		}
	}
}

func TestTheTablesOfKiloAreKilos(t *testing.T) {
	tables := database.Tables{"session": {"id", "directory"}, "message": {"id", "session_id", "data"}, "part": {"id", "message_id", "data"}}
	if !opencode.Agent().Database.Sniff(tables) || opencode.KiloAgent().Database.Sniff(tables) {
		t.Error("OpenCode's tables are not OpenCode's")
	}
	tables["kilo_board"] = []string{"id"}
	if opencode.Agent().Database.Sniff(tables) || !opencode.KiloAgent().Database.Sniff(tables) {
		t.Error("Kilo's tables are not Kilo's")
	}
}
