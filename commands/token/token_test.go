package token_test

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// tokensOf are the tokens of a log, by an operator of a standing.
func tokensOf(log eventlog.Log, by record.Standing) *token.Tokens {
	op := record.NewOperator(log, commandtest.Scrubber, "operator/test", func() domain.Instant { return domain.At(now) },
		func() ulid.ULID { return ulid.MustNew(ulid.Timestamp(now), rand.Reader) })
	return token.New(op, by)
}

func terms(name string, appends ...domain.TokenClass) domain.TokenCreated {
	return domain.TokenCreated{Name: name, Audience: "human_readable", Ceiling: domain.SensitivityInternal, Appends: appends,
		ExpiresAt: domain.At(now.Add(time.Hour)), Actor: "human:test"}
}

// TestASecretIsTakenWhileItsTokenIsValid shows secrets before and after tokens expire and are revoked.
func TestASecretIsTakenWhileItsTokenIsValid(t *testing.T) {
	log := commandtest.NewLog(t)
	tokens, book := tokensOf(log, record.StandingTerminal), &token.Book{Log: log}
	made, err := tokens.Create(t.Context(), terms("dash", domain.TokenFacts))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range commandtest.Events(t, log, eventlog.Query{}) {
		if strings.Contains(string(e.Data), made.Secret[len(made.Secret)-40:]) {
			t.Errorf("the log holds the secret: %s", e.Data)
		}
	}
	refused := func(says, secret string, at time.Time) {
		t.Helper()
		if got, err := book.Holder(t.Context(), secret, at); domain.KindOf(err) != domain.ErrAuth || !got.ID.IsZero() {
			t.Errorf("%s: %v, %v", says, got, err)
		}
	}
	got, err := book.Holder(t.Context(), made.Secret, now)
	if err != nil || got.ID != made.ID || !got.May(domain.TokenFacts) || got.May(domain.TokenLanes) {
		t.Errorf("%+v, %v", got, err)
	}
	refused("after it expired", made.Secret, now.Add(time.Hour))
	refused("cut off", made.Secret[:len(made.Secret)-1], now)
	refused("with more", made.Secret+"x", now)
	refused("the secret of nobody", "claw_"+ulid.Make().String()+"_x", now)
	refused("no secret", "x", now)
	if _, already, err := tokens.Revoke(t.Context(), "dash", "lost", "human:test"); err != nil || already {
		t.Fatal(already, err)
	}
	refused("after it was revoked", made.Secret, now)
	if one, already, err := tokens.Revoke(t.Context(), made.ID.String(), "", "human:test"); err != nil || !already || one.Reason != "lost" {
		t.Errorf("revoked again: %+v %v %v", one, already, err)
	}
	if all, err := book.List(t.Context()); err != nil || len(all) != 1 || all[0].Status(now) != token.Revoked {
		t.Errorf("listed: %+v, %v", all, err)
	}
}

// TestTermsThatAreNoneMakeNoToken creates tokens that must not be.
func TestTermsThatAreNoneMakeNoToken(t *testing.T) {
	log := commandtest.NewLog(t)
	tokens := tokensOf(log, record.StandingUnattended)
	if _, err := tokens.Create(t.Context(), terms("taken")); err != nil {
		t.Fatal(err)
	}
	for says, of := range map[string]struct {
		by   record.Standing
		make func(p *domain.TokenCreated)
		kind domain.ErrorKind
	}{
		"inside an agent's session": {record.StandingAgent, func(*domain.TokenCreated) {}, domain.ErrPolicy},
		"a name that is taken":      {"", func(p *domain.TokenCreated) { p.Name = "taken" }, domain.ErrConflict},
		"no name":                   {"", func(p *domain.TokenCreated) { p.Name = "" }, domain.ErrUsage},
		"a name like an id":         {"", func(p *domain.TokenCreated) { p.Name = ulid.Make().String() }, domain.ErrUsage},
		"a name of two words":       {"", func(p *domain.TokenCreated) { p.Name = "a b" }, domain.ErrUsage},
		"no ceiling":                {"", func(p *domain.TokenCreated) { p.Ceiling = "" }, domain.ErrUsage},
		"a class that is none":      {"", func(p *domain.TokenCreated) { p.Appends = []domain.TokenClass{"all"} }, domain.ErrUsage},
		"a class twice":             {"", func(p *domain.TokenCreated) { p.Appends = []domain.TokenClass{"facts", "facts"} }, domain.ErrUsage},
		"an end that is over":       {"", func(p *domain.TokenCreated) { p.ExpiresAt = domain.At(now) }, domain.ErrUsage},
		"a forwarder of no log":     {"", func(p *domain.TokenCreated) { p.Appends = []domain.TokenClass{domain.TokenForward} }, domain.ErrUsage},
		"a log, and no forwarder":   {"", func(p *domain.TokenCreated) { p.ForwardsLog = strings.Repeat("ab", 32) }, domain.ErrUsage},
		"a forwarder of a name": {"", func(p *domain.TokenCreated) {
			p.Appends, p.ForwardsLog = []domain.TokenClass{domain.TokenForward}, "laptop"
		}, domain.ErrUsage},
		"no end": {"", func(p *domain.TokenCreated) { p.ExpiresAt = domain.Instant{} }, domain.ErrUsage},
	} {
		p := terms("new")
		of.make(&p)
		if made, err := tokensOf(log, of.by).Create(t.Context(), p); domain.KindOf(err) != of.kind || made.Secret != "" && err == nil {
			t.Errorf("%s: %v", says, err)
		}
	}
	for _, class := range domain.TokenClass("").Enum() {
		p := terms("agent-"+class, domain.TokenClass(class))
		p.Agent = true
		if _, err := tokens.Create(t.Context(), p); (err == nil) != domain.TokenClass(class).ForAgents() {
			t.Errorf("an agent's token that appends %s: %v", class, err)
		}
	}
}

// TestAnAgentsTokenDecidesNothingWhateverItsEventSays reads tokens of events that name every class: another program
// may have appended them.
func TestAnAgentsTokenDecidesNothingWhateverItsEventSays(t *testing.T) {
	var all []domain.TokenClass
	for _, class := range domain.TokenClass("").Enum() {
		all = append(all, domain.TokenClass(class))
	}
	for _, class := range all {
		agent := token.Token{TokenCreated: domain.TokenCreated{Agent: true, Appends: all}}
		person := token.Token{TokenCreated: domain.TokenCreated{Appends: all}}
		if agent.May(class) != class.ForAgents() || !person.May(class) || (&token.Token{}).May(class) {
			t.Errorf("%s: an agent's token may %t, a person's %t", class, agent.May(class), person.May(class))
		}
	}
}

// TestEachKindHasItsClass compares the classes with the table of kinds: a kind that decides who may do
// something has none, and an agent's classes hold no decision about lanes and approvals.
func TestEachKindHasItsClass(t *testing.T) {
	for _, k := range domain.Kinds() {
		class := domain.TokenClassOf(k.Kind)
		family, _, _ := strings.Cut(string(k.Kind), ".")
		switch {
		case (family == "policy" || family == "ship" || family == "token" || family == "log" && k.Kind != domain.KindLogAdmitted) && class != "",
			!k.Decision && class != domain.TokenFacts,
			k.Reserved && class.ForAgents() && k.Kind != domain.KindApprovalRequested,
			k.Family == domain.FamilyLane && k.Decision && class != domain.TokenLanes:
			t.Errorf("%s is appended by %q", k.Kind, class)
		}
	}
	if class := domain.TokenClassOf("no.kind"); class != "" {
		t.Errorf("an unknown kind is appended by %q", class)
	}
}
