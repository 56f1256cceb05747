package token

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/internal/coalesce"
)

// Token is a token of a log.
type Token struct {
	ID domain.EventID
	domain.TokenCreated
	Created domain.Instant // when, by the clock of its creator
	Revoked domain.Instant // zero: it is not
	By      domain.Actor   // the actor that revoked it
	Reason  string         // why
	// RevokedBy is the event that revoked it.
	RevokedBy domain.EventID
}

// Status is whether a token is taken.
type Status string

// The statuses of a token.
const (
	Valid   Status = "valid"
	Expired Status = "expired"
	Revoked Status = "revoked"
)

// Enum lists the values.
func (Status) Enum() []string { return []string{string(Valid), string(Expired), string(Revoked)} }

// Status is that of the token at a time.
func (t *Token) Status(at time.Time) Status {
	switch {
	case !t.Revoked.IsZero():
		return Revoked
	case !at.Before(t.ExpiresAt.Time()):
		return Expired
	}
	return Valid
}

// May reports whether the token may append a class.
func (t *Token) May(c domain.TokenClass) bool {
	return slices.Contains(t.Appends, c) && (!t.Agent || c.ForAgents())
}

// Book is the tokens of a log, read on from where it was read last. It is safe for concurrent use.
type Book struct {
	Log eventlog.Log

	reads  coalesce.Group[struct{}] // of the log, by callers that come at once
	mu     sync.Mutex
	stream domain.StreamID
	after  domain.Revision
	tokens []*Token // in the order of their creation
}

// List is all tokens as the log has them now, in the order of their creation.
//
// Errors: those of the log.
func (b *Book) List(ctx context.Context) ([]Token, error) {
	if err := b.refresh(ctx); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	all := make([]Token, len(b.tokens))
	for i, t := range b.tokens {
		all[i] = *t
	}
	return all, nil
}

// Holder is the token whose secret a caller shows.
//
// Errors: kind auth for a secret of no token, and for a token that is expired or revoked; those of the
// log.
func (b *Book) Holder(ctx context.Context, secret string, now time.Time) (Token, error) {
	id, err := idOf(secret)
	if err != nil {
		return Token{}, err
	}
	if err := b.refresh(ctx); err != nil {
		return Token{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	sum := sha256.Sum256([]byte(secret))
	t := b.find(id)
	if t == nil {
		t = &Token{}
	}
	if subtle.ConstantTimeCompare(sum[:], t.Digest[:]) != 1 {
		return Token{}, unknownToken()
	}
	if s := t.Status(now); s != Valid {
		return Token{}, &domain.Error{Kind: domain.ErrAuth, Operation: "check the token", Target: t.Name, Message: "the token is " + string(s),
			Hint: "ask who runs the server for another token"}
	}
	return *t, nil
}

func unknownToken() error {
	return &domain.Error{Kind: domain.ErrAuth, Operation: "check the token", Message: "the log of this server knows no such token",
		Hint: "send Authorization: Bearer with the whole secret, as it was printed when the token was created"}
}

func (b *Book) find(id domain.EventID) *Token {
	for _, t := range b.tokens {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// refresh reads what the log had of tokens when it was called.
func (b *Book) refresh(ctx context.Context) error {
	_, err := b.reads.Do(func() (struct{}, error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		return struct{}{}, b.read(context.WithoutCancel(ctx)) // others wait for it when this caller is gone
	})
	return err
}

// read reads what the stream of tokens has anew.
func (b *Book) read(ctx context.Context) error {
	if b.stream.IsZero() {
		own, err := record.OwnStream(ctx, b.Log)
		if err != nil || own.IsZero() {
			return err
		}
		b.stream = domain.TokenStream(own)
	}
	for e, err := range b.Log.Read(ctx, eventlog.Query{Stream: b.stream, AfterRevision: b.after}) {
		if err != nil {
			return err
		}
		b.after = e.Revision
		b.apply(&e)
	}
	return nil
}

// apply applies an event. A payload that is none was not appended by claw and changes nothing.
func (b *Book) apply(e *domain.Event) {
	switch e.Kind {
	case domain.KindTokenCreated:
		t := &Token{ID: e.ID, Created: e.ObservedAt}
		if eventlog.Decode(e.Data, &t.TokenCreated) == nil {
			b.tokens = append(b.tokens, t)
		}
	case domain.KindTokenRevoked:
		var p domain.TokenRevoked
		if eventlog.Decode(e.Data, &p) != nil {
			return
		}
		if t := b.find(p.Created); t != nil && t.Revoked.IsZero() {
			t.Revoked, t.By, t.Reason, t.RevokedBy = e.ObservedAt, p.Actor, p.Reason, e.ID
		}
	}
}

const (
	prefix    = "claw_" // of a secret: identifies it to people and to scanners of secrets
	separator = "_"     // between the id of the token and what is random
)

// IsSecret reports whether a text has the form of a token's secret.
func IsSecret(text string) bool { return strings.HasPrefix(text, prefix) }

// idOf is the id in a secret.
//
// Errors: kind auth for a text that is no secret.
func idOf(secret string) (domain.EventID, error) {
	rest, isSecret := strings.CutPrefix(secret, prefix)
	id, _, whole := strings.Cut(rest, separator)
	of, err := domain.ParseEventID(id)
	if !isSecret || !whole || err != nil {
		return of, unknownToken()
	}
	return of, nil
}
