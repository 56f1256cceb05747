package reportcmd_test

import (
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }
