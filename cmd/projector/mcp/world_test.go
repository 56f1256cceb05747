package mcpcmd_test

import (
	"io"
	"os"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	mcpcmd "github.com/clawable/claw/cmd/projector/mcp"
)

// asProjector is the variable under which this program is projector.
const asProjector = "CLAW_TEST_AS_PROJECTOR"

func TestMain(m *testing.M) {
	if os.Getenv(asProjector) != "" {
		os.Exit(projectorcmd.Program(mcpcmd.Verb).Main())
	}
	clitest.Main(m)
}

// connected is a client of projector mcp in a world. Both end with the test.
func connected(t *testing.T, w *clitest.World) *sdk.ClientSession {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	p := w.Program(fromServer, io.Discard)
	p.In = toServer
	ended := make(chan int, 1)
	go func() {
		code := projectorcmd.Program(mcpcmd.Verb).Run(t.Context(), p, []string{"mcp"})
		_ = fromServer.Close() // the client sees the end; it cannot fail
		ended <- code
	}()
	client := sdk.NewClient(&sdk.Implementation{Name: "test client", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close() // the exit code of the server says how it ended
		if code := <-ended; code != 0 {
			t.Errorf("the server ended with exit %d", code)
		}
	})
	return session
}

// call is the text of an answer, and whether it is an error.
func call(t *testing.T, session *sdk.ClientSession, tool string, args map[string]any) (text string, refused bool) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	for _, part := range result.Content {
		text += part.(*sdk.TextContent).Text
	}
	framed(t, tool, text)
	return text, result.IsError
}

// framed holds that an answer is within its budget, and that its document cannot end its frame.
func framed(t *testing.T, tool, text string) {
	t.Helper()
	if len(text) > 18_000 {
		t.Errorf("%s: %d bytes are more than 6,000 tokens", tool, len(text))
	}
	if strings.Count(text, "<recorded-data>\n") != 1 || strings.Count(text, "</recorded-data>") != 1 {
		t.Errorf("%s: the frame is not the one of the server\n%s", tool, text)
	}
	if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f || r == 0x202e }); i >= 0 {
		t.Errorf("%s: a control character at byte %d of\n%q", tool, i, text)
	}
}
