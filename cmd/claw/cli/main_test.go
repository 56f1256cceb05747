package cli_test

import (
	"os"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/fixtures/consumer-kit/reading"
)

// asConsumer makes this program a consumer of reports, for claw conformance run.
const asConsumer = "consumer-of-reports"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == asConsumer {
		if err := reading.Answered(os.Stdin, os.Stdout, reading.Name{Name: "tests", Version: "1"}); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	clitest.Main(m)
}
