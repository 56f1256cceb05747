package approve

import (
	"context"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/policy"
)

// Known is what a log holds around approvals at one time. Readers may pass it on; a decision reads
// it again.
type Known struct {
	Rules *approval.Rules
	// Adoptions are all events that claim an adoption, the last one last, also those that do not
	// count.
	Adoptions []Adoption
}

// Known reads what is known around approvals now: the log's id, its signers and the
// policies that it adopted.
//
// Errors: those of the log.
func (a *Approvals) Known(ctx context.Context) (*Known, error) {
	signers, _, err := a.Signers().history(ctx)
	if err != nil {
		return nil, err
	}
	read := map[domain.Digest]*policy.Policy{}
	rules := &approval.Rules{LogID: signers.LogID, Signers: signers, Verifier: a.verifier,
		Bounds: func(p domain.Digest, rule string) (approval.Bounds, bool) { return boundsOf(read[p], rule) }}
	adoptions, err := adoptions(ctx, a.Operator, rules, read)
	if err != nil {
		return nil, err
	}
	return &Known{rules, adoptions}, nil
}

// Rules reads the rules of [Approvals.Known].
//
// Errors: those of the log.
func (a *Approvals) Rules(ctx context.Context) (*approval.Rules, error) {
	known, err := a.Known(ctx)
	if err != nil {
		return nil, err
	}
	return known.Rules, nil
}

// Adopted is the policy that the log adopted last, nil for none; see [Approvals.Adopt] for
// what counts as adopted.
//
// Errors: kind parse for a text that this program cannot read: it denies, see
// [policy.Layer].
func (k *Known) Adopted() (*policy.Policy, error) {
	for i := range slices.Backward(k.Adoptions) {
		if last := &k.Adoptions[i]; last.Void == "" {
			return last.read, last.err
		}
	}
	return nil, nil
}

// PolicyOf is the digest of the policy that was adopted last of those with a rule.
func (k *Known) PolicyOf(rule string) (digest domain.Digest, known bool) {
	for _, p := range slices.Backward(k.Adoptions) {
		if p.Void == "" && p.read != nil && ruleOf(p.read, rule) != nil {
			return p.read.Digest, true
		}
	}
	return digest, false
}
