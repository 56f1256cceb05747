package codexserver_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/codexserver"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const (
	fixtures = "../../fixtures/codex-app-server"
	shared   = "../../../shared/data"
)

func TestGolden(t *testing.T) { readertest.Golden(t, codexserver.New(), fixtures, *update) }

// hold is what every recording of the format is held to.
func hold(t *testing.T, content []byte) {
	t.Helper()
	if diff := cmp.Diff(recount(t, content), readertest.Count(t, codexserver.New(), content)); diff != "" {
		t.Errorf("-recount +reader:\n%s", diff)
	}
	readertest.Again(t, codexserver.New(), content)
	readertest.Cuts(t, codexserver.New(), content, 12)
}

func TestTheFixturesGiveWhatAnIndependentCountFinds(t *testing.T) {
	for name, content := range readertest.Files(t, fixtures+"/*.*json*") {
		t.Run(name, func(t *testing.T) {
			hold(t, content)
			readertest.Slowly(t, codexserver.New(), content)
		})
	}
}

func TestEveryRecordingGivesWhatAnIndependentCountFinds(t *testing.T) {
	for name, content := range readertest.Shared(t, shared, "codex-app-server-traffic", "TestTheFixturesGiveWhatAnIndependentCountFinds") {
		if readertest.Sniffed(codexserver.New(), content[:min(len(content), 64<<10)]) {
			t.Run(name, func(t *testing.T) { hold(t, content) })
		}
	}
}

func TestSniff(t *testing.T) {
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"nothing", "", false},
		{"a thread that begins", `{"dir":"s2c","msg":{"method":"thread/started","params":{"thread":{"id":"T"}}}}`, true},
		{"the handshake, then a thread", `{"dir":"c2s","msg":{"id":0,"method":"initialize","params":{}}}` + "\n" + `{"dir":"c2s","msg":{"id":1,"method":"thread/start","params":{}}}`, true},
		{"the handshake alone", `{"dir":"c2s","msg":{"id":0,"method":"initialize","params":{}}}`, false},
		{"a turn behind RECV", `RECV {"method":"turn/started","params":{"threadId":"T"}}`, true},
		{"an item whose end is cut off, which alone says too little", `{"dir":"s2c","msg":{"method":"item/completed","params":{"item":{"text":"` + strings.Repeat("x", 100), false},
		{"control of Claude Code", `{"dir":"c2s","msg":{"type":"control_request","request_id":"r"}}`, false},
		{"traffic of an MCP server", `{"dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}}`, false},
		{"an account", `{"dir":"c2s","msg":{"id":1,"method":"account/read","params":{}}}`, false},
		{"a message without a wrapper", `{"method":"turn/started","params":{"threadId":"T"}}`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(codexserver.New(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, drafts that a log takes.
func FuzzRead(f *testing.F) {
	for _, content := range readertest.Files(f, fixtures+"/*.*json*") {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		readertest.Sniffed(codexserver.New(), content)
		readertest.Again(t, codexserver.New(), content)
	})
}
