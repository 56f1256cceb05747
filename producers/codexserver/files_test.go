package codexserver_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/codexserver"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const (
	fixtures = "../../fixtures/codex-app-server"
	shared   = "../../../shared/data"
)

func TestGolden(t *testing.T) { readertest.Golden(t, codexserver.New(), fixtures, *update) }

var format = readertest.Format{Reader: codexserver.New(), Recount: recount, Cuts: 12}

func TestTheFixturesGiveWhatAnIndependentCountFinds(t *testing.T) {
	format.Fixtures(t, fixtures+"/*.*json*")
}

func TestEveryRecordingGivesWhatAnIndependentCountFinds(t *testing.T) {
	format.Shared(t, shared, "codex-app-server-traffic", "TestTheFixturesGiveWhatAnIndependentCountFinds")
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
		format.Claims(t, row.name, row.head, row.want)
	}
}

func FuzzRead(f *testing.F) { format.Fuzz(f, fixtures+"/*.*json*") }

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	// A request is answered once.
	readertest.Altered(t, codexserver.New(), fixtures+"/*.*json*", readertest.Apart{Reasons: []string{"answer to nothing that was asked"}})
}
