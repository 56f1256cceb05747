package mcp_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/clawable/claw/consumers/mcp"
)

// answering answers each command line with one document.
type answering struct {
	document string
	lines    []string
}

// Answer implements [mcp.Reader].
func (a *answering) Answer(_ context.Context, line []string, w io.Writer) error {
	a.lines = append(a.lines, strings.Join(line, " "))
	_, err := io.WriteString(w, a.document)
	return err
}

// Requester implements [mcp.Reader].
func (a *answering) Requester(string) string { return "agent:mcp/test" }

// called is what a tool answers over a reader.
func called(t *testing.T, r mcp.Reader, tool string, args map[string]any) string {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	server, err := mcp.New(r, "test").Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Close() }()
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	result, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	return result.Content[0].(*sdk.TextContent).Text
}

// TestARowWithThousandsOfEventsTakesNoOtherRowsAway lists twenty lanes, one of which rests on 5,000 events.
func TestARowWithThousandsOfEventsTakesNoOtherRowsAway(t *testing.T) {
	var rows []string
	for i := range 20 {
		events := `"E"`
		if i == 0 {
			events = strings.Repeat(`"01M8AWM97R1W70H5JEE7KP6MXM",`, 5000) + events
		}
		rows = append(rows, fmt.Sprintf(`{"lane":"L%02d","because":{"outcome":[%s]}}`, i, events))
	}
	r := &answering{document: `{"kind":"board","lanes":[` + strings.Join(rows, ",") + `]}`}
	text := called(t, r, "lanes", nil)
	if n := strings.Count(text, `"lane":"L`); n != 20 || len(r.lines) != 1 || len(text) > mcp.Budget*3 {
		t.Errorf("%d lanes in %d bytes, by %q", n, len(text), r.lines)
	}
	if !strings.Contains(text, " elements of outcome.\n") {
		t.Errorf("it is not said what is left out:\n%s", text[len(text)-300:])
	}
}

func TestAStoryIsReadInBoundsWhateverTheLimit(t *testing.T) {
	r := &answering{document: `{"kind":"timeline","entries":[]}`}
	called(t, r, "lane_timeline", map[string]any{"lane": "L", "limit": 1_000_000_000})
	if got := strings.Join(r.lines, ";"); got != "timeline --json --limit=100 -- L" {
		t.Errorf("it is read by %s", got)
	}
}
