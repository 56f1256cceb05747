package place_test

import (
	"testing"

	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"
)

// children are what a process of these tests can do, beside what each can.
var children = map[string]func(sqlitetest.Task) error{}

func TestMain(m *testing.M) { sqlitetest.Main(m, children) }
