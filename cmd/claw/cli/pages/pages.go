// Package pages makes the pages that verbs of claw write into files.
//
// Only projector and tests import it. The engine of its templates calls methods by their names: with it, the
// linker keeps each method of each type of a program, which then takes longer to start.
package pages

import (
	"context"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/consumers/web/page"
)

// An explanation for a page has as many events of a field as the page shows: another number does not compile.
const (
	_ = uint(app.PageReasons - page.Reasons)
	_ = uint(page.Reasons - app.PageReasons)
)

// Make implements the Pages of [app.Program].
func Make(ctx context.Context, r app.PageRequest) ([]byte, error) {
	return page.Make(ctx, page.Held(r.Documents), page.Request{Name: page.Name(r.Name), ID: r.ID, Query: r.Query, Now: r.Now, File: true, Next: r.Next})
}
