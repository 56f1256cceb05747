package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestMain builds the consumer of reports that claw conformance run starts.
func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "claw-consumer")
	if err != nil {
		panic(err)
	}
	binary := filepath.Join(folder, "goconsumer")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, clitest.InRepository("fixtures/consumer-kit/goconsumer")).CombinedOutput(); err != nil {
		panic(string(out))
	}
	good["claw conformance run"] = []string{"--", binary}
	clitest.Main(leaving{m, folder})
}

// leaving runs the tests, and removes a folder behind them.
type leaving struct {
	tests  *testing.M
	folder string
}

func (l leaving) Run() int {
	defer func() {
		if err := os.RemoveAll(l.folder); err != nil {
			panic(err)
		}
	}()
	return l.tests.Run()
}
