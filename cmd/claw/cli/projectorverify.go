package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

// verifiedModel is the answer of projector verify: the read model beside a replay.
type verifiedModel struct {
	Head
	Log  string `json:"log"`
	Path string `json:"path"` // what the files of the read model are named after
	// Behind is how many events later than the read model the log goes on; they are not compared.
	Behind uint64 `json:"lag"`
	store.Verification
	// Divergence is why the exit code is that of corrupt; absent when nothing differs.
	Divergence *domain.Error `json:"divergence,omitzero"`
}

func (a *app) projectorVerify() *cobra.Command {
	cmd := a.verb("verify", "look", "Compare the read model with a replay from the beginning, and name the first position that diverges", noArgs,
		func([]string) (document, error) { return a.verifyModel() })
	cmd.Long = `Replay the log from its beginning to the position of the read model, in a temporary folder and
within bounded memory, and compare the digest of every state and every row. Each difference is named
with the position of the first event that is not shown as a replay shows it; the exit code is then
5. Nothing is changed, and a projector or other verbs may continue meanwhile.`
	return cmd
}

func (a *app) verifyModel() (document, error) {
	log, at, path, err := a.kept()
	if err != nil {
		return nil, err
	}
	head, err := log.Head(a.ctx)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "claw-verify-")
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func() error { return os.RemoveAll(folder) })
	progress := a.progress()
	defer progress.done()
	s := store.New(path, &replayed{projected{log}, progress, head.Position}, store.Options{})
	a.closers = append(a.closers, s.Close)
	v, err := s.Verify(a.ctx, folder)
	if err != nil {
		return nil, errors.Join(a.ctx.Err(), err)
	}
	d := &verifiedModel{Head: headOf("projector_verify"), Log: at.Value, Path: path, Verification: v}
	d.Behind = max(head.Position.Number(), v.Position) - v.Position
	if v.Total > 0 {
		d.Divergence = diverged(path, &v)
		a.code = exitCode(d.Divergence.Kind)
	}
	return d, nil
}

// diverged types what a verification found.
func diverged(path string, v *store.Verification) *domain.Error {
	e := &domain.Error{Kind: domain.ErrCorrupt, Operation: "verify the read model", Target: path,
		Message: "it is not what a replay of the log gives", Detail: map[string]any{"findings": v.Total},
		Hint: "claw projector rebuild makes it anew; the log itself is checked by claw log verify"}
	if i := slices.IndexFunc(v.Findings, func(f store.Finding) bool { return f.Key != "" }); i >= 0 {
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

// replayed is a log whose replays are shown as they go.
type replayed struct {
	projected
	progress *progress
	head     domain.Position
}

// Events implements [store.Log].
func (r *replayed) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return counted(r.projected.Events(ctx, after), func(n int) { r.progress.say("replaying  %d of %d events", n, r.head.Number()) })
}

func (d *verifiedModel) text(p *page) {
	p.line("read model  %s at position %d, %d behind", d.Path, d.Position, d.Behind)
	if d.Divergence == nil {
		p.styled(styleGreen, "verified    "+many(len(d.Verified), "projection")+" and all rows equal a replay from the beginning")
		return
	}
	p.beside(12, cell{"diverges", styleRed}, plain(d.Divergence.Message))
	rows := make([][]cell, 0, listed)
	for _, f := range d.Findings[:min(len(d.Findings), listed)] {
		at := "?"
		if f.At > 0 {
			at = fmt.Sprint(f.At)
		}
		rows = append(rows, []cell{plain(at), plain(f.Table), plain(string(f.Problem)), plain(firstOf(strings.Join(f.Columns, ", "), f.Says)), {f.Key, styleDim}})
	}
	p.table([]column{{name: "POSITION", right: true}, {name: "TABLE"}, {name: "PROBLEM"}, {name: "WHERE", least: 8, rank: 2}, {name: "KEY", least: 12, rank: 1}}, rows)
	if more := d.Total - len(rows); more > 0 {
		p.line("and %d more (the first of them: --json)", more)
	}
	p.line("to make it anew: %s", p.next("claw projector rebuild"))
}
