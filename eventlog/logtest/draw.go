package logtest

import (
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
)

// Drafts generates drafts that every log takes, with any mix of fields. The id of
// each is a function of all else in it: other content, another id.
func Drafts() *rapid.Generator[domain.Draft] { return rapid.Custom(drawDraft) }

func drawDraft(t *rapid.T) domain.Draft {
	d := domain.Draft{
		Version:       1,
		ObservedAt:    drawInstant(t),
		Emitter:       domain.EmitterID(drawText(1, 40).Draw(t, "emitter")),
		Epoch:         domain.Epoch(drawULID(t, "epoch")),
		Causes:        drawCauses(t),
		Correlation:   domain.CorrelationID(drawText(0, 30).Draw(t, "correlation")),
		Subject:       drawSubject(t),
		Source:        drawSource(t),
		Scope:         drawScope(t),
		Sensitivity:   drawLabels(t),
		ConflictsWith: domain.EventID(drawULID(t, "conflicts_with")),
	}
	if rapid.Bool().Draw(t, "has seq") {
		d.Seq = rapid.Uint64Range(1, 1<<53).Draw(t, "seq")
		d.SeqKind = drawEnum[domain.SeqKind](t, "seq_kind")
	}
	if rapid.Bool().Draw(t, "has salt") {
		salt := domain.Salt(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "salt"))
		d.Salt = &salt
	}
	if rapid.Bool().Draw(t, "corrects") {
		d.Replaces, d.Edition = domain.EventID{15: rapid.ByteRange(1, 255).Draw(t, "replaces")}, rapid.IntRange(2, 9).Draw(t, "edition")
	}
	var family domain.Family
	d.Kind, family, d.Data = drawPayload(t)
	d.Stream = domain.StreamID{Family: family, ULID: [16]byte(drawULID(t, "stream"))}
	whole := domain.Event{Draft: d}
	at := time.UnixMilli(rapid.Int64Range(0, 1<<47).Draw(t, "id's time"))
	d.ID = domain.EventID(domain.Derive(at, "logtest", string(seal.Line(&whole, nil))))
	return d
}

// drawPayload draws the data of a few kinds of different families.
func drawPayload(t *rapid.T) (domain.Kind, domain.Family, []byte) {
	text := domain.TextOf(rapid.String().Draw(t, "text"))
	type choice struct {
		family  domain.Family
		payload domain.Payload
	}
	c := rapid.SampledFrom([]choice{
		{domain.FamilySession, domain.MessageRecorded{Role: domain.RoleAssistant, Text: text}},
		{domain.FamilySession, domain.ToolRequested{Name: "probe", Input: drawJSON(t)}},
		{domain.FamilySession, domain.SessionCleared{}},
		{domain.FamilyLane, domain.LaneStarted{Expects: []domain.Expectation{domain.ExpectReport}}},
		{domain.FamilyHost, domain.TransportDown{Outage: domain.Outage{Scope: domain.OutageHost}, Reason: domain.OutageTimeout}},
		{domain.FamilyLog, domain.LogRepaired{LostAfter: 1, LostUntil: 2}},
	}).Draw(t, "payload")
	return c.payload.Kind(), c.family, encode(c.payload)
}

func drawJSON(t *rapid.T) domain.JSON {
	return rapid.SampledFrom([]domain.JSON{
		domain.JSON(` { "b" : [ 1e2 , -0 , "\u0041" ] , "a" : null } `), domain.JSON(`0.1`), domain.JSON(`"😀"`),
		domain.JSON(`[[],{},true,false]`), domain.JSON(`-9007199254740992`),
	}).Draw(t, "json")
}

func drawInstant(t *rapid.T) domain.Instant {
	switch rapid.IntRange(0, 2).Draw(t, "observed_at is known, unknown or absent") {
	case 0:
		return domain.AtUnixNano(rapid.Int64().Draw(t, "observed_at"))
	case 1:
		return domain.UnknownInstant(drawEnum[domain.Unknown](t, "why"))
	}
	return domain.Instant{}
}

func drawULID(t *rapid.T, name string) (u [16]byte) {
	if rapid.Bool().Draw(t, "has "+name) {
		copy(u[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, name))
	}
	return u
}

func drawCauses(t *rapid.T) (causes []domain.EventID) {
	for range rapid.IntRange(0, 4).Draw(t, "causes") {
		causes = append(causes, domain.EventID(drawULID(t, "cause")))
	}
	return causes
}

func drawSource(t *rapid.T) domain.Source {
	return domain.Source{
		Kind:        drawEnum[domain.SourceKind](t, "source kind"),
		Environment: drawText(0, 12).Draw(t, "environment"),
		Channel:     drawText(0, 12).Draw(t, "channel"),
		Trust:       drawEnum[domain.Trust](t, "trust", ""),
	}
}

func drawScope(t *rapid.T) domain.Scope {
	return domain.Scope{
		Owner:    drawText(0, 12).Draw(t, "owner"),
		Workflow: drawText(0, 12).Draw(t, "workflow"),
		Watcher:  drawEnum[domain.Watcher](t, "watcher", ""),
	}
}

func drawLabels(t *rapid.T) (list []domain.Label) {
	pointers := rapid.SliceOfNDistinct(rapid.StringMatching(`(/[ -~]{0,6}){0,3}`), 0, 3, rapid.ID).Draw(t, "pointers")
	slices.Sort(pointers)
	for _, p := range pointers {
		list = append(list, domain.Label{Pointer: p, Class: drawEnum[domain.Sensitivity](t, "class")})
	}
	return list
}

func drawSubject(t *rapid.T) (s domain.Subject) {
	if rapid.Bool().Draw(t, "has a lane") {
		s.Lane = domain.Known(domain.MakeSessionID("logtest", drawText(0, 5).Draw(t, "lane")).Lane())
	}
	s.Session = drawMaybe[domain.SessionID](t, "session")
	if own := s.Session.Value; own != "" {
		s.Session = domain.Known(domain.MakeSessionID("logtest", string(own)))
	}
	s.Turn = drawMaybe[domain.TurnID](t, "turn")
	s.Item = drawMaybe[domain.ItemID](t, "item")
	s.Worker = drawMaybe[domain.WorkerID](t, "worker")
	s.Repo = drawMaybe[domain.RepoID](t, "repo")
	s.Worktree = drawMaybe[domain.Path](t, "worktree")
	s.Branch = drawMaybe[domain.Branch](t, "branch")
	s.Commit = drawMaybe[domain.CommitID](t, "commit")
	s.Host = drawMaybe[domain.HostID](t, "host")
	s.ControlServer = drawMaybe[domain.ControlServerID](t, "control_server")
	return s
}

func drawMaybe[T ~string](t *rapid.T, name string) domain.Maybe[T] {
	switch rapid.IntRange(0, 2).Draw(t, name+" is known, unknown or absent") {
	case 0:
		return domain.Known(T(drawText(0, 20).Draw(t, name)))
	case 1:
		return domain.NotKnown[T](drawEnum[domain.Unknown](t, "why"))
	}
	return domain.Maybe[T]{}
}

// drawText draws valid UTF-8 without NUL.
func drawText(shortest, longest int) *rapid.Generator[string] {
	return rapid.StringN(shortest, longest, -1).Filter(func(s string) bool { return !strings.Contains(s, "\x00") })
}

// drawEnum draws a value of the enum T, or one of also.
func drawEnum[T interface {
	~string
	Enum() []string
}](t *rapid.T, name string, also ...string) T {
	var e T
	return T(rapid.SampledFrom(append(e.Enum(), also...)).Draw(t, name))
}

// same is equal for properties.
func same[T any](t *rapid.T, what string, want, got T) {
	if diff := cmp.Diff(want, got, exact); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}
