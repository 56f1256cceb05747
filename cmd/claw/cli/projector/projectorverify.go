package projectorcmd

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/verify"
)

// VerifiedModel is the answer of projector verify: the read model beside a replay.
type VerifiedModel struct {
	app.Head
	Log  string `json:"log"`
	Path string `json:"path"` // what the files of the read model are named after
	// Behind is how many events the log holds after the position of the read model; they are not compared.
	Behind uint64 `json:"lag"`
	verify.Verification
	// Divergence is why the exit code is that of corrupt; absent when nothing differs.
	Divergence *domain.Error `json:"divergence,omitzero"`
}

func projectorVerify(a *app.App) *cobra.Command {
	cmd := a.Verb("verify", "look", "Compare the read model with a replay from the beginning, and name the first position that diverges", app.NoArgs,
		func([]string) (app.Document, error) { return verifyModel(a) })
	cmd.Long = `Replay the log from its beginning to the position of the read model, in a temporary folder and
within bounded memory, and compare the digest of every state and every row. Each difference is named
with the position of the first event that is not shown as a replay shows it; the exit code is then
5. Nothing is changed, and a projector or other verbs may continue meanwhile.`
	return cmd
}

func verifyModel(a *app.App) (app.Document, error) {
	log, at, path, err := modelOnDisk(a)
	if err != nil {
		return nil, err
	}
	head, err := log.Head(a.Ctx)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "claw-verify-")
	if err != nil {
		return nil, err
	}
	a.Closers = append(a.Closers, func() error { return os.RemoveAll(folder) })
	progress := app.NewProgress(a)
	defer progress.Done()
	s := store.New(path, &replayed{view.Projected{Log: log}, progress, head.Position}, store.Options{})
	a.Closers = append(a.Closers, s.Close)
	v, err := s.Verify(a.Ctx, folder)
	if err != nil {
		return nil, errors.Join(a.Ctx.Err(), err)
	}
	d := &VerifiedModel{Head: app.HeadOf("projector_verify"), Log: at.Value, Path: path, Verification: v}
	d.Behind = max(head.Position.Number(), v.Position) - v.Position
	if v.Total > 0 {
		d.Divergence = diverged(path, &v)
		a.Code = app.ExitCode(d.Divergence.Kind)
	}
	return d, nil
}

// diverged is the error of a verification with findings.
func diverged(path string, v *verify.Verification) *domain.Error {
	e := &domain.Error{Kind: domain.ErrCorrupt, Operation: "verify the read model", Target: path,
		Message: "it is not what a replay of the log gives", Detail: map[string]any{"findings": v.Total},
		Hint: "claw projector rebuild makes it anew; the log itself is checked by claw log verify"}
	if i := slices.IndexFunc(v.Findings, func(f verify.Finding) bool { return f.Key != "" }); i >= 0 {
		f := v.Findings[i]
		e.Message += ": " + f.Table + " " + f.Key
		e.Detail["table"], e.Detail["key"] = f.Table, f.Key
	}
	if v.Diverges > 0 {
		e.Message += ", from position " + fmt.Sprint(v.Diverges) + " on"
		e.Detail["position"] = v.Diverges
	}
	return e
}

// replayed is a log whose replays report their progress.
type replayed struct {
	view.Projected
	progress *app.Progress
	head     domain.Position
}

// Events implements [origin.Log].
func (r *replayed) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return app.Counted(r.Projected.Events(ctx, after), func(n int) { r.progress.Say("replaying  %d of %d events", n, r.head.Number()) })
}

func (d *VerifiedModel) Text(p *term.Page) {
	p.Line("read model  %s at position %d, %d behind", d.Path, d.Position, d.Behind)
	if d.Divergence == nil {
		p.Styled(term.StyleGreen, "verified    "+term.Many(len(d.Verified), "projection")+" and all rows equal a replay from the beginning")
		return
	}
	p.Beside(12, term.Styled("diverges", term.StyleRed), term.Plain(d.Divergence.Message))
	rows := make([][]term.Cell, 0, app.Listed)
	for _, f := range d.Findings[:min(len(d.Findings), app.Listed)] {
		at := "?"
		if f.At > 0 {
			at = fmt.Sprint(f.At)
		}
		rows = append(rows, []term.Cell{term.Plain(at), term.Plain(f.Table), term.Plain(string(f.Problem)), term.Plain(app.FirstOf(strings.Join(f.Columns, ", "), f.Says)), term.Styled(f.Key, term.StyleDim)})
	}
	p.Table([]term.Column{{Name: "POSITION", Right: true}, {Name: "TABLE"}, {Name: "PROBLEM"}, {Name: "WHERE", Least: 8, Rank: 2}, {Name: "KEY", Least: 12, Rank: 1}}, rows)
	if more := d.Total - len(rows); more > 0 {
		p.Line("and %d more (the first of them: --json)", more)
	}
	p.Line("to make it anew: %s", app.Next(p, "claw projector rebuild"))
}
