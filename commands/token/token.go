package token

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/internal/lazy"
)

// Tokens creates and revokes the tokens of an operator's log.
type Tokens struct {
	op *record.Operator
	by record.Standing
}

// New returns the tokens of an operator with an observed standing.
func New(op *record.Operator, by record.Standing) *Tokens { return &Tokens{op.As(by), by} }

// Created is a token with its secret, which is nowhere else.
type Created struct {
	Token
	Secret  string
	Receipt eventlog.Receipt
}

const (
	randomBytes = 32 // of a secret
	mostName    = 64 // bytes
)

// named is the form of a token's name.
var named = lazy.Regexp{Expr: `^[A-Za-z0-9][A-Za-z0-9._@-]*$`}

// Create records a token and returns its secret; p has no digest.
//
// Errors: kind policy inside an agent's session; kind usage for terms that are none, and for an agent's
// token that would decide; kind conflict for the name of a token that is valid; those of the log.
func (t *Tokens) Create(ctx context.Context, p domain.TokenCreated) (Created, error) {
	if t.by == record.StandingAgent {
		return Created{}, &domain.Error{Kind: domain.ErrPolicy, Operation: "create token", Target: p.Name,
			Message: "an agent admits nobody: this process runs inside an agent's session", Hint: "run it yourself, in a terminal of your own"}
	}
	if err := check(&p, t.op.Now()); err != nil {
		return Created{}, err
	}
	id := domain.EventID(t.op.NewID())
	secret := newSecret(id)
	p.Digest = sha256.Sum256([]byte(secret))
	d, err := t.decide(ctx, func(b *Book) (domain.EventID, domain.Payload, []domain.EventID, error) {
		if i := b.validNamed(p.Name, t.op.Now()); i != nil {
			return id, nil, nil, &domain.Error{Kind: domain.ErrConflict, Operation: "create token", Target: p.Name,
				Message: "a valid token has this name", Hint: "take another name, or revoke that token first"}
		}
		return id, &p, nil, nil
	})
	return Created{Token: Token{ID: id, TokenCreated: p, Created: t.op.Now()}, Secret: secret, Receipt: d.Receipt}, err
}

func check(p *domain.TokenCreated, now domain.Instant) error {
	fail := func(target, message, hint string) error {
		return &domain.Error{Kind: domain.ErrUsage, Operation: "create token", Target: target, Message: message, Hint: hint}
	}
	switch {
	case !named.Get().MatchString(p.Name) || len(p.Name) > mostName:
		return fail(p.Name, "is no name of a token", "at most 64 letters, digits and . _ @ -, such as dashboard")
	case isID(p.Name):
		return fail(p.Name, "has the form of an id", "take a name that says who holds the token")
	case !slices.Contains(p.Ceiling.Enum(), string(p.Ceiling)):
		return fail(string(p.Ceiling), "is no class of sensitivity", strings.Join(p.Ceiling.Enum(), ", "))
	case !p.ExpiresAt.Known() || !p.ExpiresAt.Time().After(now.Time()):
		return fail(p.Name, "the token expires before it begins", "name a time to come")
	}
	if err := checkForward(p); err != nil {
		return err
	}
	for i, c := range p.Appends {
		switch {
		case !slices.Contains(c.Enum(), string(c)):
			return fail(string(c), "is no class of what a token appends", strings.Join(c.Enum(), ", "))
		case p.Agent && !c.ForAgents():
			return fail(string(c), "an agent's token decides nothing and imports nothing", "leave it out, or make a token that no agent holds")
		case slices.Contains(p.Appends[:i], c):
			return fail(string(c), "is named twice", "name each class once")
		}
	}
	return nil
}

// checkForward is why a token that forwards cannot be, nil where it can: it belongs to one log.
func checkForward(p *domain.TokenCreated) error {
	fail := func(target, message, hint string) error {
		return &domain.Error{Kind: domain.ErrUsage, Operation: "create token", Target: target, Message: message, Hint: hint}
	}
	forwards := slices.Contains(p.Appends, domain.TokenForward)
	var id domain.Digest
	switch {
	case forwards && p.ForwardsLog == "":
		return fail(p.Name, "a token that forwards names the log whose events it forwards", "the id is 64 hex digits, those of the first event of that log")
	case !forwards && p.ForwardsLog != "":
		return fail(p.ForwardsLog, "the token does not forward", "add the class forward")
	case forwards && id.UnmarshalText([]byte(p.ForwardsLog)) != nil:
		return fail(p.ForwardsLog, "is no id of a log", "64 hex digits")
	}
	return nil
}

func isID(name string) bool {
	_, err := domain.ParseEventID(name)
	return err == nil
}

func newSecret(id domain.EventID) string {
	random := make([]byte, randomBytes)
	_, _ = rand.Read(random) // which never fails
	return prefix + id.String() + separator + base64.RawURLEncoding.EncodeToString(random)
}

// Revoke ends a token, which is named by its name or its id. A token that was revoked before is
// returned as it is, and nothing is appended.
//
// Errors: kind not_found for a token that is not there; those of the log.
func (t *Tokens) Revoke(ctx context.Context, name, reason string, by domain.Actor) (Token, bool, error) {
	book := &Book{Log: t.op.Log}
	all, err := book.List(ctx)
	if err != nil {
		return Token{}, false, err
	}
	one := wanted(all, name)
	if one == nil {
		return Token{}, false, NotFound(name)
	}
	if !one.Revoked.IsZero() {
		return *one, true, nil
	}
	id := domain.EventID(t.op.NewID())
	_, err = t.decide(ctx, func(*Book) (domain.EventID, domain.Payload, []domain.EventID, error) {
		return id, &domain.TokenRevoked{Created: one.ID, Actor: by, Reason: reason}, record.Caused(one.ID), nil
	})
	one.Revoked, one.By, one.Reason, one.RevokedBy = t.op.Now(), by, reason, id
	return *one, false, err
}

// wanted is the token of a name, the last one, or of an id; nil for none.
func wanted(all []Token, name string) *Token {
	for i := range slices.Backward(all) {
		if all[i].ID.String() == name || all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// NotFound is the error of kind not_found for a token that the log does not have.
func NotFound(name string) error {
	return eventlog.Fail(eventlog.ErrNotFound, &domain.Error{Kind: domain.ErrNotFound, Operation: "find token", Target: name,
		Message: "the log has no token of this name or id", Next: domain.Step{Code: nextstep.ListTokens}})
}

// validNamed is the valid token of a name, nil for none.
func (b *Book) validNamed(name string, now domain.Instant) *Token {
	for _, t := range b.tokens {
		if t.Name == name && t.Status(now.Time()) == Valid {
			return t
		}
	}
	return nil
}

// decide appends to the stream of tokens what by decides about the existing ones.
func (t *Tokens) decide(ctx context.Context, by func(*Book) (domain.EventID, domain.Payload, []domain.EventID, error)) (record.Decided, error) {
	own, err := record.OwnStream(ctx, t.op.Log)
	if err != nil {
		return record.Decided{}, err
	}
	d, err := t.op.DecideAs(ctx, domain.TokenStream(own), domain.Subject{}, func(events []domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error) {
		b := &Book{}
		for i := range events {
			b.apply(&events[i])
		}
		return by(b)
	})
	return d, record.KeptWriting(err, "tokens")
}
