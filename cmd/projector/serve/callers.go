package serve

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"log/slog"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/projector/serve/answers"
	"github.com/clawable/claw/commands/record"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/consumers/esdbapi"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// callers decides what the clients of EventStoreDB may do. Safe for concurrent use.
type callers struct {
	secret   string // of the server; "": only tokens are accepted
	book     httpapi.Tokens
	recorder *record.Recorder // nil: nothing is appended
	now      func() time.Time
}

// authorize is what the holder of a credential may do: of the secret of the server, or of a token.
//
// Errors: kind auth; those of the log.
func (c *callers) authorize(ctx context.Context, given string) (esdbapi.Access, error) {
	want, got := sha256.Sum256([]byte(c.secret)), sha256.Sum256([]byte(given))
	if c.secret != "" && subtle.ConstantTimeCompare(got[:], want[:]) == 1 {
		if c.recorder == nil {
			return esdbapi.Access{}, nil
		}
		return esdbapi.Access{Appender: c.recorder}, nil
	}
	if !token.IsSecret(given) {
		e := &domain.Error{Kind: domain.ErrAuth, Operation: "check the secret", Message: "the request shows neither the secret of this server nor a token",
			Hint: "the file of the secret is the one that projector serve names: esdb://claw:SECRET@host:port; of a token: esdb://token:SECRET@host:port"}
		if c.secret == "" {
			e.Message, e.Hint = "the request shows no token", "name one: esdb://token:SECRET@host:port"
		}
		return esdbapi.Access{}, e
	}
	t, err := c.book.Holder(ctx, given, c.now())
	if err != nil {
		return esdbapi.Access{}, err
	}
	access := esdbapi.Access{Readable: func(e *domain.Event) error { return aboveCeiling(&t, e) }}
	if c.recorder != nil {
		access.Appender = &tokenAppender{c.recorder, &t}
	}
	return access, nil
}

// aboveCeiling is why the holder of a token may not read an event, nil where it may. What carries no label
// is internal.
func aboveCeiling(t *token.Token, e *domain.Event) error {
	most := cmp.Or(reporting.ClassOf(e), domain.SensitivityInternal)
	if most.Rank() <= t.Ceiling.Rank() {
		return nil
	}
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "read with the token " + t.Name, Target: e.ID.String(),
		Message: "the event holds what is " + string(most) + ", and the token reads up to " + string(t.Ceiling), Hint: "ask for a token that reads what is " + string(most)}
}

// tokenAppender appends what the holder of a token may, in the channel of the token.
type tokenAppender struct {
	recorder *record.Recorder
	by       *token.Token
}

// Append implements [esdbapi.Appender].
func (t *tokenAppender) Append(ctx context.Context, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	for i := range drafts {
		if err := answers.NotAppended(t.by, drafts[i].Kind); err != nil {
			return nil, err
		}
		drafts[i].Source.Channel = app.TokenChannel + t.by.Name
	}
	return t.recorder.Append(ctx, want, drafts)
}

// tokensOf are the tokens of a log, whose uses are noted on this machine.
//
// Errors: those of the log.
func tokensOf(a *app.App, log eventlog.Log, logger *slog.Logger) (httpapi.Tokens, error) {
	head, err := log.Head(a.Ctx)
	if err != nil {
		return nil, errors.Wrap(err, "read the head of the log")
	}
	book, uses := &token.Book{Log: log}, app.TokenUses(a, head.ID)
	if uses == "" {
		return book, nil
	}
	return &token.Watched{Book: book, Uses: uses, Failed: func(err error) { logger.Warn("the use of a token is not noted", "error", err) }}, nil
}
