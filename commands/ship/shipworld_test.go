package shipping_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/commandtest"
	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	gitpush "github.com/clawable/claw/git/push"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/gitrepo"
	"github.com/clawable/claw/proof"
)

const mainRef = domain.Ref("refs/heads/main")

// errEnded is the error of a call of a killed program: it never sees it.
var errEnded = errors.New("the program was killed")

// shipWorld is a clone with a line of commits, a remote whose main holds the first of them, and
// a log. The remote, the questions to the clone and the appends are calls: at the call endAt the
// program ends, before the call has an effect or after it, and no later call has one.
type shipWorld struct {
	t     *testing.T
	log   eventlog.Log
	line  []domain.CommitID // of the clone, each on the one before
	tip   domain.CommitID   // of the remote's main
	push  func(gitpush.Push) error
	asks  func() error // the result of a query to the remote
	calls int
	endAt int
	after bool
	ended bool

	shallow bool
	brought []domain.CommitID // by the remote, on demand
	env     []string          // of the last push
	warned  []string
}

func newShipWorld(t *testing.T) *shipWorld {
	t.Helper()
	w := &shipWorld{t: t, log: commandtest.NewLog(t), line: []domain.CommitID{commit("a"), commit("b"), commit("c")}, tip: commit("a")}
	w.push = w.take
	w.asks = func() error { return nil }
	return w
}

func commit(digit string) domain.CommitID { return domain.CommitID(strings.Repeat(digit, 40)) }

func (w *shipWorld) call(do func() error) error {
	if w.ended {
		return errEnded
	}
	if w.calls++; w.calls != w.endAt {
		return do()
	}
	if w.after {
		_ = do() // its result is lost
	}
	w.ended = true
	return errEnded
}

// take moves main as the lease says.
func (w *shipWorld) take(p gitpush.Push) error {
	if p.Base != w.tip {
		return &domain.Error{Kind: domain.ErrConflict, Operation: "push", Message: "stale info"}
	}
	w.tip = p.Head
	return nil
}

type fakeRemote struct{ *shipWorld }

func (r fakeRemote) Tip(_ context.Context, ref domain.Ref) (tip domain.CommitID, err error) {
	err = r.call(func() error { tip = r.tip; return r.asks() })
	return tip, err
}

func (r fakeRemote) Bring(context.Context, domain.Ref) error {
	return r.call(func() error { r.brought = append(r.brought, r.tip); return nil })
}

func (r fakeRemote) Push(_ context.Context, p gitpush.Push) error {
	return r.call(func() error { r.env = p.Env; return r.push(p) })
}

type fakeClone struct{ *shipWorld }

func (c fakeClone) Head(context.Context) (gitrepo.Head, error) {
	return gitrepo.Head{Commit: c.line[len(c.line)-1], Tree: "tree", Branch: "main"}, nil
}

func (c fakeClone) Target(context.Context, string) (gitrepo.Target, error) {
	return gitrepo.Target{Repo: "host/r", Remote: "host/r"}, nil
}

func (c fakeClone) Between(_ context.Context, base, head domain.CommitID) (all []domain.CommitObserved, err error) {
	err = c.call(func() error {
		for _, id := range c.line[slices.Index(c.line, base)+1 : slices.Index(c.line, head)+1] {
			all = append(all, domain.CommitObserved{Commit: id, PatchID: "patch of " + string(id)})
		}
		return nil
	})
	return all, err
}

func (c fakeClone) Holds(_ context.Context, id domain.CommitID) (bool, error) {
	return slices.Contains(c.line, id) || slices.Contains(c.brought, id), nil
}

func (c fakeClone) LeadsTo(_ context.Context, from, to domain.CommitID) (bool, error) {
	at := slices.Index(c.line, to)
	return at >= 0 && at <= slices.Index(c.line, from), nil
}

func (c fakeClone) Shallow() (bool, error) { return c.shallow, nil }

// endingLog is the log as the program reaches it.
type endingLog struct {
	eventlog.Log
	w *shipWorld
}

// Append implements [eventlog.Log].
func (l endingLog) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft) (receipts []eventlog.Receipt, err error) {
	err = l.w.call(func() (err error) { receipts, err = l.Log.Append(ctx, stream, want, drafts); return err })
	return receipts, err
}

// Brought implements [shipping.CommitIndex] by the log itself.
func (w *shipWorld) Brought(commits []domain.CommitID) ([][]shipping.Bringing, error) {
	all := make([][]shipping.Bringing, len(commits))
	for e, err := range w.log.Read(w.t.Context(), eventlog.Query{}) {
		told := &domain.ShipProvenance{}
		if err != nil || e.Kind == told.Kind() && eventlog.Decode(e.Data, told) != nil {
			return nil, errors.New("the log cannot be read")
		}
		for i := range told.Commits {
			if at := slices.Index(commits, told.Commits[i].Commit); at >= 0 {
				all[at] = append(all[at], shipping.Bringing{Ship: e.Stream, Ref: told.Ref, Told: e.ID})
			}
		}
	}
	return all, nil
}

// Lanes implements [shipping.CommitIndex].
func (w *shipWorld) Lanes([]domain.SessionID) (map[domain.SessionID]domain.LaneID, error) {
	return nil, nil
}

func (w *shipWorld) now() time.Time { return time.Now() } // the log's own clock, by which grants count

func (w *shipWorld) approvals(log eventlog.Log) *approve.Approvals {
	return approve.NewApprovals(commandtest.OperatorOf(log, w.now), proof.Verifier{})
}

// mainNeedsAYes decides as a policy that lets nothing onto main without an approval.
func mainNeedsAYes(act policy.Action) policy.Verdict {
	p, err := policy.Parse("test", []byte("version = 1\n[[rule]]\nid = \"yes\"\ndecision = \"deny\"\napproval = \"software\"\n"+
		"argv_shorthand = \"git push:*\"\nref = [\"refs/heads/main\"]\n"))
	if err != nil {
		panic(err)
	}
	return policy.Evaluate([]policy.Layer{{Name: "adopted", Policy: p, MayAllow: true}}, &act)
}

// look is a program that has looked at the clone and the remote.
func (w *shipWorld) look(intent domain.ShipIntent) (*shipping.Shipment, error) {
	w.calls, w.ended = 0, false
	p := &shipping.Plan{Actor: "agent:claude-code/s1"}
	p.Ref = mainRef
	from := shipping.Source{Clone: fakeClone{w}, Dir: "/src", Remote: "origin", Find: func(context.Context) (shipping.Remote, error) { return fakeRemote{w}, nil }}
	s, err := shipping.Look(w.t.Context(), from, p)
	if err != nil {
		return nil, err
	}
	log := endingLog{w.log, w}
	ports := shipping.Ports{Ships: shipping.NewShips(commandtest.OperatorOf(log, w.now), w.approvals(log), shipsUpTo{}), Index: w, Rule: mainNeedsAYes,
		Warn: func(code, _ string) { w.warned = append(w.warned, code) }}
	return s, s.Choose(w.t.Context(), ports, func([]domain.CommitObserved) (domain.ShipIntent, error) { return intent, nil })
}

// run is a program that pushes.
func (w *shipWorld) run() (*shipping.Pushed, error) {
	s, err := w.look(domain.ShipIntent{})
	if err != nil {
		return nil, err
	}
	return s.Push(w.t.Context(), domain.StreamID{})
}

// granted prepares the push and grants the approval that it waits for.
func (w *shipWorld) granted() *shipWorld {
	w.t.Helper()
	must := func(err error) {
		w.t.Helper()
		if err != nil {
			w.t.Fatal(err)
		}
	}
	seed := make([]byte, ed25519.SeedSize)
	key, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
	must(err)
	sign := func(body []byte, namespace string) string {
		armored, err := proof.Sign(key, approval.PAE(approval.StatementMediaType, body), namespace)
		must(err)
		return armored
	}
	a := w.approvals(w.log)
	rules, err := a.Rules(w.t.Context())
	must(err)
	if len(rules.Signers.Now().All()) == 0 {
		signers, _, err := a.Signers().Offer(w.t.Context(), []string{"ada@example.org " + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key.PublicKey())))}, nil)
		must(err)
		_, err = a.Signers().Change(w.t.Context(), signers, sign(signers.Bytes(), approval.SignersNamespace))
		must(err)
	}
	s, err := w.look(domain.ShipIntent{})
	must(err)
	at, err := s.Prepare(w.t.Context(), true)
	must(err)
	if !at.Needed || at.Status != approval.Pending {
		w.t.Fatalf("the push waits for %+v", at.Due)
	}
	offer, err := a.Offer(w.t.Context(), at.Approval, approve.Terms{})
	must(err)
	_, err = a.Grant(w.t.Context(), &offer.Statement, sign(offer.Statement.Bytes(), approval.GrantNamespace))
	must(err)
	return w
}

// told counts the kinds of the log's events.
func (w *shipWorld) told() map[domain.Kind]int {
	w.t.Helper()
	told := map[domain.Kind]int{}
	for _, e := range commandtest.Events(w.t, w.log, eventlog.Query{}) {
		told[e.Kind]++
	}
	return told
}
