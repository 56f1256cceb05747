package logcmd_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/readertest"
)

// TestKeyOrderMattersInNoReader reads each fixture with its objects written in other orders,
// by the reader that claims it.
func TestKeyOrderMattersInNoReader(t *testing.T) {
	seen := keyOrders(t, clitest.InRepository("fixtures"))
	for _, agent := range logcmd.Agents() {
		if source := agent.Reader.Source(); seen[source] == 0 {
			t.Errorf("no fixture of %s", source)
		}
	}
}

// TestKeyOrderMattersInNoRecording holds the same on recordings of people and of programs.
func TestKeyOrderMattersInNoRecording(t *testing.T) {
	roots := []string{"../shared/data", "../shared/data2"}
	if _, err := os.Stat(clitest.InRepository(roots[0])); err != nil {
		t.Skip("no recordings beside the repository; TestKeyOrderMattersInNoReader holds the same on fixtures")
	}
	for _, root := range roots {
		keyOrders(t, clitest.InRepository(root))
	}
}

// keyOrders holds the files of a folder to [readertest.KeyOrder], and counts them by source.
func keyOrders(t *testing.T, root string) (seen map[string]int) {
	seen = map[string]int{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() != "want" {
			return err
		}
		if d.IsDir() {
			return fs.SkipDir
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if reader := claiming(content); reader != nil {
			seen[reader.Source()]++
			rel, _ := filepath.Rel(root, name)
			t.Run(filepath.ToSlash(rel), func(t *testing.T) { readertest.KeyOrder(t, reader, content) })
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// claiming is the first reader that recognises a file, nil for none.
func claiming(content []byte) producers.Reader {
	for _, agent := range logcmd.Agents() {
		if readertest.Sniffed(agent.Reader, content) {
			return agent.Reader
		}
	}
	return nil
}

// TestAnIDBehindALongMessageIsFound imports a recording that says whose it is at its end.
func TestAnIDBehindALongMessageIsFound(t *testing.T) {
	document := `{"startTime":"2026-01-01T00:00:00Z","messages":[{"id":"m","timestamp":"2026-01-01T00:00:01Z","type":"user","content":"` +
		strings.Repeat("go ", 100_000) + `"}],"projectHash":"h","sessionId":"s"}`
	reader := claiming([]byte(document))
	if reader == nil {
		t.Fatal("nobody knows it")
	}
	counts := readertest.Count(t, reader, []byte(document))
	if reader.Source() != "gemini-cli" || counts["session.created"] != 1 || counts["message user"] != 1 {
		t.Errorf("%s: %v", reader.Source(), counts)
	}
}
