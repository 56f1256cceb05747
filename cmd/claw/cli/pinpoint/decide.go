package pinpointcmd

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	tracking "github.com/clawable/claw/commands/pinpoint"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// DecidedDocument is the answer of pinpoint attach, link, rank, move and handoff.
type DecidedDocument struct {
	app.Head
	Decision domain.Kind     `json:"decision"`
	Pinpoint domain.StreamID `json:"pinpoint"`
	Event    domain.EventID  `json:"event"`
	Position uint64          `json:"position"`
	Task     domain.EventID  `json:"task,omitzero"` // of a hand-off: the event in the stream of the lane
	Lane     domain.LaneID   `json:"lane,omitzero"`
	Now      pinpoint.Item   `json:"now"`
}

func decided(d *tracking.Done) *DecidedDocument {
	return &DecidedDocument{Head: app.HeadOf("pinpoint_decided"), Decision: d.Kind, Pinpoint: d.Item.Pinpoint, Event: d.Event, Position: d.Receipt.Position.Number(), Now: d.Item}
}

func (d *DecidedDocument) Text(p *term.Page) {
	p.Line("%s recorded at %d", d.Decision, d.Position)
	itemText(p, &d.Now)
}

// attachOptions are the flags of claw pinpoint attach.
type attachOptions struct {
	role, event, session, item, commit, path, url, preview string
}

func pinpointAttach(a *app.App) *cobra.Command {
	var o attachOptions
	cmd := a.Verb("attach PINPOINT", "do", "Attach evidence to a gap: an event, a session, a commit, a path or a URL", app.Exactly(1, "PINPOINT"),
		func(args []string) (app.Document, error) { return attach(a, o, args[0]) })
	f := cmd.Flags()
	f.Var(app.NewChoice(&o.role, domain.EvidenceRole("").Enum()), "role", "what it is for: "+app.JoinWords(domain.EvidenceRole("").Enum()))
	f.StringVar(&o.event, "event", "", "the id of an event of this log")
	f.StringVar(&o.session, "session", "", "a session")
	f.StringVar(&o.item, "item", "", "a call or a message of the session")
	f.StringVar(&o.commit, "commit", "", "a commit")
	f.StringVar(&o.path, "path", "", "a file, such as a log or a stack trace")
	f.StringVar(&o.url, "url", "", "a page")
	f.StringVar(&o.preview, "preview", "", "what a person sees of it; cut to 280 bytes")
	return cmd
}

func attach(a *app.App, o attachOptions, typed string) (app.Document, error) {
	if o.role == "" {
		return nil, app.UsageError("parse arguments", "--role", "is missing", "evidence has a role: "+app.JoinWords(domain.EvidenceRole("").Enum()))
	}
	ref := domain.EvidenceRef{Session: domain.SessionID(o.session), Item: domain.ItemID(o.item), Commit: domain.CommitID(o.commit), Path: domain.Path(o.path), URL: o.url,
		Preview: domain.TextOf(o.preview)}
	if o.event != "" {
		var err error
		if ref.Event, err = domain.ParseEventID(o.event); err != nil {
			return nil, err
		}
	}
	t, _, item, err := found(a, app.ToAppend, typed)
	if err != nil {
		return nil, err
	}
	d, err := t.Attach(a.Ctx, item, domain.EvidenceRole(o.role), ref)
	if err != nil {
		return nil, err
	}
	return decided(&d), nil
}

// linkOptions are the flags of claw pinpoint link.
type linkOptions struct{ reason string }

func (o *linkOptions) flags(f *pflag.FlagSet) { f.StringVar(&o.reason, "reason", "", "why") }

func pinpointLink(a *app.App) *cobra.Command {
	var o linkOptions
	known := domain.PinpointRelation("").Enum()
	cmd := a.Verb("link PINPOINT RELATION OTHER", "do", "Say how a gap stands to another: the same root cause, related, its successor, or distinct", app.Exactly(3, "PINPOINT RELATION OTHER"),
		func(args []string) (app.Document, error) { return link(a, o, args) })
	cmd.Long = `Say how PINPOINT stands to OTHER. RELATION is ` + app.JoinWords(known) + `.
Two of the same root cause are one item. PINPOINT that supersedes OTHER is its successor. Distinct
holds two apart that have one similarity key. The last word about two counts; a lineage that would
be a cycle is refused.`
	o.flags(cmd.Flags())
	return cmd
}

func link(a *app.App, o linkOptions, args []string) (app.Document, error) {
	known := domain.PinpointRelation("").Enum()
	relation := domain.PinpointRelation(args[1])
	if !slices.Contains(known, args[1]) {
		return nil, app.UsageError("parse arguments", args[1], "is no relation", app.DidYouMean(args[1], known)+"one of "+app.JoinWords(known))
	}
	t, s, err := trackerOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	from, to, err := pair(s, args[0], args[2])
	if err != nil {
		return nil, err
	}
	d, err := t.Link(a.Ctx, from, to, relation, o.reason)
	if err != nil {
		return nil, err
	}
	return decided(&d), nil
}

// pair are the filings that two typed names are of. Two filings of one item are named by their own
// ids, so that they can be held apart.
func pair(s *tracking.State, one, other string) (from, to domain.StreamID, err error) {
	if from, err = filing(s, one); err == nil {
		to, err = filing(s, other)
	}
	return from, to, err
}

func filing(s *tracking.State, typed string) (domain.StreamID, error) {
	item, err := s.Find(typed)
	if err != nil {
		return domain.StreamID{}, err
	}
	if own, err := domain.ParseStreamID(typed); err == nil && s.Of(own) == item {
		return own, nil
	}
	return item.Pinpoint, nil
}

// rerankOptions are the flags of claw pinpoint rank.
type rerankOptions struct {
	rankOptions
	because string
}

func (o *rerankOptions) flags(f *pflag.FlagSet) {
	o.rankOptions.flags(f)
	f.StringVar(&o.because, "because", "", "why, in words")
}

func pinpointRank(a *app.App) *cobra.Command {
	var o rerankOptions
	cmd := a.Verb("rank PINPOINT", "do", "Change how urgent a gap is, and say why", app.Exactly(1, "PINPOINT"),
		func(args []string) (app.Document, error) {
			ranking, err := o.ranking()
			if err != nil {
				return nil, err
			}
			t, _, item, err := found(a, app.ToAppend, args[0])
			if err != nil {
				return nil, err
			}
			d, err := t.Rank(a.Ctx, item, ranking, o.because)
			if err != nil {
				return nil, err
			}
			return decided(&d), nil
		})
	o.flags(cmd.Flags())
	return cmd
}

// moveOptions are the flags of claw pinpoint move.
type moveOptions struct{ by, commit, lane, note string }

func pinpointMove(a *app.App) *cobra.Command {
	var o moveOptions
	cmd := a.Verb("move PINPOINT STATE", "do", "Move a gap through its life", app.Exactly(2, "PINPOINT STATE"),
		func(args []string) (app.Document, error) { return move(a, o, args[0], args[1]) })
	cmd.Long = "Move PINPOINT to STATE: " + app.JoinWords(domain.PinpointState("").Enum()) + `.
What is done or superseded is opened again by acknowledged or in_progress. superseded needs --by.`
	f := cmd.Flags()
	f.StringVar(&o.by, "by", "", "with superseded: the pinpoint that takes its place")
	f.StringVar(&o.commit, "commit", "", "the commit that did it")
	f.StringVar(&o.lane, "lane", "", "the lane that did it, its id or a beginning of it")
	f.StringVar(&o.note, "reason", "", "why")
	return cmd
}

func move(a *app.App, o moveOptions, typed, state string) (app.Document, error) {
	known := domain.PinpointState("").Enum()
	if !slices.Contains(known, state) {
		return nil, app.UsageError("parse arguments", state, "is no state", app.DidYouMean(state, known)+"one of "+app.JoinWords(known))
	}
	t, s, item, err := found(a, app.ToAppend, typed)
	if err != nil {
		return nil, err
	}
	p := domain.PinpointStateChanged{State: domain.PinpointState(state), Commit: domain.CommitID(o.commit), Note: domain.TextOf(o.note)}
	if o.by != "" {
		successor, err := s.Find(o.by)
		if err != nil {
			return nil, err
		}
		p.SupersededBy = successor.Pinpoint
	}
	if p.Lane, err = view.LaneTyped(a, o.lane); err != nil {
		return nil, err
	}
	d, err := t.Move(a.Ctx, item.Pinpoint, p)
	if err != nil {
		return nil, err
	}
	return decided(&d), nil
}
