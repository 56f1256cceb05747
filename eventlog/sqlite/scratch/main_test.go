package scratch_test

import (
	"testing"

	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"
)

func TestMain(m *testing.M) {
	sqlitetest.Main(m, map[string]func(sqlitetest.Task) error{"write": writeHalf})
}
