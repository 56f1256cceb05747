package topcmd

import (
	"context"
	"os"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
)

// placeEvery is how often the place of the log's file is looked at while nothing is new.
const placeEvery = time.Second

// place is where the file of a log was when it was opened. The zero value is that of a log without a file.
type place struct {
	path string
	file os.FileInfo
}

// placeOf returns the place of a log that is open.
func placeOf(at app.Setting) (p place) {
	path, isFile := app.FileOf(at)
	if info, err := os.Stat(path); isFile && err == nil {
		p = place{path, info}
	}
	return p
}

// left is an error where the path does not lead to the file any more: what is open gets no news from there.
func (p place) left() error {
	if p.file == nil {
		return nil
	}
	now, err := os.Stat(p.path)
	if err == nil && os.SameFile(now, p.file) {
		return nil
	}
	what := "another file is in its place"
	if err != nil {
		what = "it is not there any more"
	}
	return (&domain.Error{Kind: domain.ErrFilesystem, Operation: "read log", Target: p.path,
		Message: "the log was moved or replaced: " + what, Hint: "what is shown is the old log; put it back, or leave and start again"}).Because(err)
}

// while looks at the place, then waits by await, over and over.
func (p place) while(ctx context.Context, await func(context.Context) error) error {
	for {
		if err := p.left(); err != nil {
			return err
		}
		round, stop := context.WithTimeout(ctx, placeEvery)
		err := await(round)
		isOver := round.Err() != nil && ctx.Err() == nil
		stop()
		if !isOver || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
}
