package approve

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// Terms are what an approver may set for a grant; a zero member keeps the value of the request.
type Terms struct {
	Uses      int
	For       time.Duration // from now; 0: as long as the policy permits
	Scope     domain.ApprovalScope
	Delegates []domain.Actor
}

// Offer is a grant that is not signed yet.
type Offer struct {
	*approval.Approval
	Rules     *approval.Rules
	Statement approval.GrantStatement
	Due       domain.Assurance // the least that the policy takes
}

// Offer writes the statement that grants a request under terms.
//
// Errors: kind policy for an action that holds a secret, and while the log's time and the wall
// clock part; kind not_found;
// those of the log.
func (a *Approvals) Offer(ctx context.Context, stream domain.StreamID, terms Terms) (*Offer, error) {
	one, rules, err := a.Load(ctx, stream)
	if err != nil {
		return nil, err
	}
	if secret, err := holdsSecret(a.Operator.Scrub, &one.Request.ApprovalRequested, strings.Join(one.Request.Action.Argv, " ")); err != nil || secret {
		if err == nil { // a row that no command wrote
			err = Refusal("grant approval", stream, domain.RefusedSecretInTheAction)
		}
		return nil, err
	}
	next, err := nextEvent(ctx, a.Operator, &rules.Signers.Clock)
	if err == nil && next.ClockBehind {
		err = Refusal("grant approval", stream, domain.RefusedClock)
	}
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, 16)
	_, _ = rand.Read(nonce) // never fails
	r := one.Request
	s := approval.GrantStatement{Request: stream, RequestDigest: r.Digest, ActionDigest: r.ActionDigest, LogID: rules.LogID, Policy: r.Policy,
		Scope: narrowed(r.Scope, terms.Scope), Uses: r.Uses, Delegates: slices.Clone(terms.Delegates), Nonce: hex.EncodeToString(nonce)}
	if terms.Uses > 0 {
		s.Uses = terms.Uses
	}
	lasts := cmp.Or(terms.For, r.Longest(rules))
	s.ExpiresAt = domain.At(rules.Signers.Clock.Time(&next).Add(lasts).Truncate(time.Second)) // by the log's time, by which expiry is evaluated
	if until := s.Scope.Until; until.Known() && until.Time().Before(s.ExpiresAt.Time()) {
		s.ExpiresAt = until
	}
	return &Offer{one, rules, s, r.Least(rules.Signers.Now(), rules)}, nil
}

// narrowed is a scope with the bounds of an approver instead of the requested ones; whether they
// are narrower is evaluated with the grant.
func narrowed(asked, named domain.ApprovalScope) domain.ApprovalScope {
	replace(&asked.Repo, named.Repo)
	replace(&asked.Ref, named.Ref)
	replace(&asked.Branch, named.Branch)
	replace(&asked.After, named.After)
	replace(&asked.Until, named.Until)
	replace(&asked.Executor, named.Executor)
	return asked
}

func replace[T comparable](bound *T, named T) {
	var none T
	if named != none {
		*bound = named
	}
}

// Grant appends the statement with its signature, if it counts; else it appends that a
// grant was refused.
//
// Errors: kind policy with Detail["refusal"] when the grant does not count; those of the log.
func (a *Approvals) Grant(ctx context.Context, s *approval.GrantStatement, signature string) (record.Decided, error) {
	const operation = "grant approval"
	p := grantOf(s, signature)
	if secret, err := holdsSecret(a.Operator.Scrub, p); err != nil || secret {
		if err == nil {
			err = Refusal(operation, s.Request, domain.RefusedSecretInTheAction)
		}
		return record.Decided{}, err
	}
	decided, err := a.decide(ctx, operation, s.Request, func(m *decisionContext) (verdict, error) {
		granted := *p
		attribute(&granted, m, a.verifier)
		causes := []domain.EventID{m.Request.Event}
		if why := m.timed(m.JudgeGrant(&m.next, &granted, m.rules).Void); why != "" {
			return verdict{&domain.ApprovalGrantRefused{Reason: why, Approver: granted.Approver, RequestDigest: s.RequestDigest, Key: granted.Key,
				Statement: granted.Statement, Signature: signature}, causes, why, nil}, nil
		}
		return verdict{payload: &granted, causes: causes}, nil
	})
	if err != nil {
		return decided, err
	}
	return decided, a.counts(ctx, operation, s.Request, func(one *approval.Approval) (domain.ApprovalRefusal, bool) {
		i := slices.IndexFunc(one.Grants, func(g approval.Grant) bool { return g.Event == decided.Event })
		if i < 0 {
			return "", false
		}
		return one.Grants[i].Void, true
	})
}

// grantOf repeats the content of the statement for readers.
func grantOf(s *approval.GrantStatement, signature string) *domain.ApprovalGranted {
	return &domain.ApprovalGranted{RequestDigest: s.RequestDigest, Scope: s.Scope, ExpiresAt: s.ExpiresAt, Uses: s.Uses, Delegates: s.Delegates,
		Nonce: s.Nonce, Policy: s.Policy, Statement: base64.StdEncoding.EncodeToString(s.Bytes()), Signature: signature,
		Approver: "human:unknown", Assurance: domain.AssuranceSoftware}
}

// attribute repeats for readers what the signature proves.
func attribute(p *domain.ApprovalGranted, m *decisionContext, verifier approval.Verifier) {
	text, _ := base64.StdEncoding.DecodeString(p.Statement)
	sig, err := verifier.Verify(p.Signature, approval.PAE(approval.StatementMediaType, text), approval.GrantNamespace)
	if err != nil {
		return
	}
	p.Key = approval.Fingerprint(sig.Key)
	if sig.Presence {
		p.Assurance = domain.AssurancePresence
	}
	if signer := m.rules.Signers.Now().Find(p.Key); signer != nil {
		p.Approver = signer.Actor()
	}
}

// counts evaluates the grant as it was appended: the log's clock advanced since the evaluation
// before the append, and the signers may have changed.
func (a *Approvals) counts(ctx context.Context, operation string, stream domain.StreamID, of func(*approval.Approval) (domain.ApprovalRefusal, bool)) error {
	one, _, err := a.Load(ctx, stream)
	if err != nil {
		return err
	}
	why, found := of(one)
	if !found {
		why = domain.RefusedNoApproval
	}
	if why != "" {
		return Refusal(operation, stream, why)
	}
	return nil
}
