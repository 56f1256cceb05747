package shell

import "github.com/clawable/claw/internal/table"

// Table is what is known of names.
type Table[T any] = table.Table[string, T]
