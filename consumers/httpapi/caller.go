package httpapi

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
)

// Tokens identifies the token whose secret a caller presents. Its method may be called by several goroutines at
// once.
type Tokens interface {
	// Holder is the token of a secret.
	//
	// Errors: kind auth for a secret of no token, and for a token that is expired or revoked; those of the log.
	Holder(ctx context.Context, secret string, now time.Time) (token.Token, error)
}

// admission identifies the caller of a request.
type admission struct{ *API }

// callerOf returns the token of the caller; nil for a caller that presented the secret of the server: that is a
// process under the account of the server, which may read all that the server reads.
func callerOf(ctx context.Context) *token.Token { return requestOf(ctx).by }

// admitted refuses callers that show neither the secret nor a token.
func (a admission) admitted(next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(a.Secret))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		got := sha256.Sum256([]byte(given))
		switch {
		case isBearer && a.Secret != "" && subtle.ConstantTimeCompare(got[:], want[:]) == 1:
		case isBearer && a.Tokens != nil && token.IsSecret(given):
			if !a.admit(w, r, given) {
				return
			}
		case a.Browsers != nil && a.Browsers.Admits(r):
		case a.Browsers != nil && visits(a).forPeople(r) && r.Header.Get("Authorization") == "":
			a.Browsers.ServeHTTP(w, r)
			return
		default:
			w.Header().Set("WWW-Authenticate", "Bearer")
			fail(w, r, a.unknownCaller())
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (a admission) unknownCaller() error {
	e := &domain.Error{Kind: domain.ErrAuth, Operation: "check the secret", Message: "the request shows neither the secret of this server nor a token",
		Hint: "send Authorization: Bearer with what is in the file that projector serve names, or the secret of a token of the log"}
	if a.Secret == "" {
		e.Message, e.Hint = "the request shows no token", "send Authorization: Bearer with the secret of a token of the log"
	}
	return e
}

// admit finds the token of a secret and takes a request off its rate. Where it reports false, the request
// is answered.
func (a admission) admit(w http.ResponseWriter, r *http.Request, secret string) bool {
	t, err := a.Tokens.Holder(r.Context(), secret, a.Now())
	if err != nil {
		if domain.KindOf(err) == domain.ErrAuth {
			w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		}
		fail(w, r, err)
		return false
	}
	own := requestOf(r.Context())
	own.by, own.secret = &t, secret
	if !a.rates.allow(t.ID, a.Now()) {
		w.Header().Set("Retry-After", "1")
		fail(w, r, newProblem(http.StatusTooManyRequests, &domain.Error{Kind: domain.ErrUnavailable, Operation: "answer", Target: t.Name,
			Message: "the token makes more requests than its rate allows", Hint: "wait a second, and ask less often: a stream tells what changes", Retryable: true}))
		return false
	}
	return true
}

// stillAdmitted is why a stream of a token ends: the token was revoked or has expired since; nil where
// it is valid.
func (a admission) stillAdmitted(ctx context.Context) error {
	own := requestOf(ctx)
	if own.by == nil {
		return nil
	}
	_, err := a.Tokens.Holder(ctx, own.secret, a.Now())
	return err
}

// rates hold what each token may still ask. Safe for concurrent use.
type rates struct {
	limits Limits
	slots  chan map[domain.EventID]*rate.Limiter // one map, taken by the goroutine that uses it
}

func newRates(l Limits) *rates {
	r := &rates{limits: l, slots: make(chan map[domain.EventID]*rate.Limiter, 1)}
	r.slots <- map[domain.EventID]*rate.Limiter{}
	return r
}

// allow takes one request off the rate of a token, and reports whether there was one.
func (r *rates) allow(id domain.EventID, now time.Time) bool {
	if r.limits.Rate == 0 {
		return true
	}
	all := <-r.slots
	defer func() { r.slots <- all }()
	of := all[id]
	if of == nil { // only valid tokens come here: there are few
		of = rate.NewLimiter(rate.Limit(r.limits.Rate), r.limits.Burst)
		all[id] = of
	}
	return of.AllowN(now, 1)
}
