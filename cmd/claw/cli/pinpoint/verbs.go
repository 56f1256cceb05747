package pinpointcmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	tracking "github.com/clawable/claw/commands/pinpoint"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// PinpointVerb is the verbs about pinpoints.
func PinpointVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("pinpoint", "look", "Gaps that were found: filed once however many find them, ranked, handed to lanes and followed")
	cmd.AddGroup(&cobra.Group{ID: "do", Title: "Pinpoint:"}, &cobra.Group{ID: "look", Title: "Look:"})
	cmd.AddCommand(pinpointFile(a), pinpointAttach(a), pinpointLink(a), pinpointRank(a), pinpointMove(a), pinpointHandOff(a), pinpointFollow(a), pinpointList(a), pinpointShow(a))
	return cmd
}

// NudgeVerb is the verbs about nudges.
func NudgeVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("nudge", "look", "Reminders: which are new, which are repeats, and which were answered")
	cmd.AddGroup(&cobra.Group{ID: "do", Title: "Nudge:"}, &cobra.Group{ID: "look", Title: "Look:"})
	cmd.AddCommand(nudgeSend(a), nudgeAck(a), nudgeList(a))
	return cmd
}

// trackerOf returns the tracker of a log that is open for o, and the state of its pinpoints
// and nudges.
func trackerOf(a *app.App, o app.Opening) (*tracking.Tracker, *tracking.State, error) {
	log, _, err := a.OpenLog(o)
	if err != nil {
		return nil, nil, err
	}
	op := app.Operator(a, log)
	t := &tracking.Tracker{Log: log, Op: record.Reporting(op), Lanes: op.As(app.OperatorStanding(a).Standing)}
	s, err := t.Load(a.Ctx)
	return t, s, err
}

// found is the tracker of a log, and the item that a person typed.
func found(a *app.App, o app.Opening, typed string) (*tracking.Tracker, *tracking.State, *pinpoint.Item, error) {
	t, s, err := trackerOf(a, o)
	if err != nil {
		return nil, nil, nil, err
	}
	item, err := s.Find(typed)
	return t, s, item, err
}

// actorOf is an actor as a person types it, "" for none.
func actorOf(flag, typed string) (domain.Actor, error) {
	kind, name, _ := strings.Cut(typed, ":")
	if typed != "" && (name == "" || kind != "human" && kind != "agent") {
		return "", app.UsageError("parse arguments", flag+" "+typed, "is no actor", "human:NAME or agent:SESSION")
	}
	return domain.Actor(typed), nil
}

// FiledNow offers the ids of the pinpoints, the most urgent first.
func FiledNow(a *app.App) (all []cobra.Completion, err error) {
	_, s, err := trackerOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	for _, item := range ranked(s) {
		all = append(all, cobra.CompletionWithDesc(item.Pinpoint.String(), shown(item.Title)))
	}
	return all, nil
}

// Delivered offers the ids of the nudges.
func Delivered(a *app.App) (all []cobra.Completion, err error) {
	_, s, err := trackerOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	for i := range s.Nudges {
		all = append(all, cobra.CompletionWithDesc(shown(s.Nudges[i].Nudge), string(s.Nudges[i].Last().Handling)))
	}
	return all, nil
}
