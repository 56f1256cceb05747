package approval

import (
	"encoding/json"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// The names in what approvers sign, in-toto statements v1. They are permanent.
const (
	statementType = "https://in-toto.io/Statement/v1"
	// GrantPredicate is the predicate type of a [GrantStatement].
	GrantPredicate = "https://github.com/clawable/claw/approval/v1"
	// SignersPredicate is the predicate type of a [SignersStatement].
	SignersPredicate = "https://github.com/clawable/claw/signers/v1"
	// ClockPredicate is the predicate type of a [ClockStatement].
	ClockPredicate = "https://github.com/clawable/claw/clock/v1"
	// StatementMediaType is the payload type of the DSSE envelope around a statement.
	StatementMediaType = "application/vnd.in-toto+json"
)

// GrantStatement is what an approver signs: the yes to one request, and its bounds.
// Its subject is the request, by stream and digest. As bytes it is RFC 8785:
//
//	{"_type":"https://in-toto.io/Statement/v1",
//	 "predicate":{"action_digest":…,"delegates":[…],"expires_at":…,"log_id":…,"nonce":…,
//	              "policy_digest":…,"request_digest":…,"scope":{…},"uses":n},
//	 "predicateType":"https://github.com/clawable/claw/approval/v1",
//	 "subject":[{"digest":{"sha256":request_digest},"name":"approval-01…"}]}
type GrantStatement struct {
	Request       domain.StreamID
	RequestDigest domain.Digest // the core of the approval.requested event
	ActionDigest  domain.Digest
	LogID         domain.Digest // the leaf of position 1
	Policy        domain.Digest // of the policy that demands the approval; zero for none
	Scope         domain.ApprovalScope
	ExpiresAt     domain.Instant
	Uses          int // at least 1
	Delegates     []domain.Actor
	Nonce         string // 16 random bytes, hex
}

// Bytes returns the statement in the form that is signed.
func (s *GrantStatement) Bytes() []byte {
	return appendStatement(nil, GrantPredicate, s.Request.String(), s.RequestDigest, func(m *jcs.Object) {
		addDigest(m, "action_digest", s.ActionDigest)
		if len(s.Delegates) > 0 {
			m.Texts("delegates", toStrings(s.Delegates))
		}
		m.Text("expires_at", s.ExpiresAt.String())
		addDigest(m, "log_id", s.LogID)
		m.Text("nonce", s.Nonce)
		addDigest(m, "policy_digest", s.Policy)
		addDigest(m, "request_digest", s.RequestDigest)
		if !s.Scope.IsZero() {
			m.Name("scope")
			m.JSON = appendScope(m.JSON, &s.Scope)
		}
		m.Number("uses", uint64(max(s.Uses, 0)))
	})
}

// SignersStatement is what a signer signs to change who may sign. Its subject is the log;
// Previous ties it to the set that it changes, so that it counts once.
type SignersStatement struct {
	LogID    domain.Digest
	Previous domain.EventID // the change that made the set before; zero for the first
	Added    []string       // allowed_signers lines
	Removed  []string       // key fingerprints
}

// Bytes returns the statement in the form that is signed.
func (s *SignersStatement) Bytes() []byte {
	return appendStatement(nil, SignersPredicate, "log", s.LogID, func(m *jcs.Object) {
		if len(s.Added) > 0 {
			m.Texts("added", s.Added)
		}
		addDigest(m, "log_id", s.LogID)
		if !s.Previous.IsZero() {
			m.Text("previous", s.Previous.String())
		}
		if len(s.Removed) > 0 {
			m.Texts("removed", s.Removed)
		}
	})
}

// ClockStatement is what a signer signs to set the log's time to the wall clock. Its subject is
// the log; Previous holds it to the reset before, so that it counts once.
type ClockStatement struct {
	LogID    domain.Digest
	Previous domain.EventID // the reset before; zero for the first
	Wall     domain.Instant // what the wall clock says
}

// Bytes returns the statement in the form that is signed.
func (s *ClockStatement) Bytes() []byte {
	return appendStatement(nil, ClockPredicate, "log", s.LogID, func(m *jcs.Object) {
		addDigest(m, "log_id", s.LogID)
		if !s.Previous.IsZero() {
			m.Text("previous", s.Previous.String())
		}
		m.Text("wall", s.Wall.String())
	})
}

// PAE is the pre-authentication encoding of DSSE v1: the bytes that are signed.
// https://github.com/secure-systems-lab/dsse/blob/v1.0.0/protocol.md
func PAE(mediaType string, body []byte) []byte {
	b := append([]byte("DSSEv1 "), strconv.Itoa(len(mediaType))...)
	b = append(append(b, ' '), mediaType...)
	b = append(strconv.AppendInt(append(b, ' '), int64(len(body)), 10), ' ')
	return append(b, body...)
}

// ParseGrantStatement reads what [GrantStatement.Bytes] writes, and nothing else: a
// text that differs in one byte from the statement's own form is refused, so that two
// readers never see different things in it.
//
// Errors: kind [domain.ErrParse].
func ParseGrantStatement(b []byte) (*GrantStatement, error) {
	var in struct {
		Predicate struct {
			ActionDigest  domain.Digest        `json:"action_digest"`
			Delegates     []domain.Actor       `json:"delegates"`
			ExpiresAt     domain.Instant       `json:"expires_at"`
			LogID         domain.Digest        `json:"log_id"`
			Nonce         string               `json:"nonce"`
			Policy        domain.Digest        `json:"policy_digest"`
			RequestDigest domain.Digest        `json:"request_digest"`
			Scope         domain.ApprovalScope `json:"scope"`
			Uses          int                  `json:"uses"`
		} `json:"predicate"`
		Subject []struct {
			Name domain.StreamID `json:"name"`
		} `json:"subject"`
	}
	if err := json.Unmarshal(b, &in); err != nil || len(in.Subject) != 1 {
		return nil, badStatement("grant", err)
	}
	p := &in.Predicate
	s := &GrantStatement{Request: in.Subject[0].Name, RequestDigest: p.RequestDigest, ActionDigest: p.ActionDigest, LogID: p.LogID,
		Policy: p.Policy, Scope: p.Scope, ExpiresAt: p.ExpiresAt, Uses: p.Uses, Delegates: p.Delegates, Nonce: p.Nonce}
	if string(s.Bytes()) != string(b) {
		return nil, badStatement("grant", nil)
	}
	return s, nil
}

// ParseSignersStatement reads what [SignersStatement.Bytes] writes, and nothing else.
//
// Errors: kind [domain.ErrParse].
func ParseSignersStatement(b []byte) (*SignersStatement, error) {
	var in struct {
		Predicate struct {
			Added    []string       `json:"added"`
			LogID    domain.Digest  `json:"log_id"`
			Previous domain.EventID `json:"previous"`
			Removed  []string       `json:"removed"`
		} `json:"predicate"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return nil, badStatement("signers", err)
	}
	s := &SignersStatement{LogID: in.Predicate.LogID, Previous: in.Predicate.Previous, Added: in.Predicate.Added, Removed: in.Predicate.Removed}
	if string(s.Bytes()) != string(b) {
		return nil, badStatement("signers", nil)
	}
	return s, nil
}

// ParseClockStatement reads what [ClockStatement.Bytes] writes, and nothing else.
//
// Errors: kind [domain.ErrParse].
func ParseClockStatement(b []byte) (*ClockStatement, error) {
	var in struct {
		Predicate struct {
			LogID    domain.Digest  `json:"log_id"`
			Previous domain.EventID `json:"previous"`
			Wall     domain.Instant `json:"wall"`
		} `json:"predicate"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return nil, badStatement("clock", err)
	}
	s := &ClockStatement{LogID: in.Predicate.LogID, Previous: in.Predicate.Previous, Wall: in.Predicate.Wall}
	if !s.Wall.Known() || string(s.Bytes()) != string(b) {
		return nil, badStatement("clock", nil)
	}
	return s, nil
}

func badStatement(what string, err error) error {
	return (&domain.Error{Kind: domain.ErrParse, Operation: "read statement", Target: what, Message: "is not a " + what + " statement in its canonical form",
		Hint: "sign the statement that claw writes, byte for byte"}).Because(err)
}

func appendStatement(b []byte, predicateType, subject string, digest domain.Digest, predicate func(*jcs.Object)) []byte {
	m := jcs.NewObject(b)
	m.Text("_type", statementType)
	m.Name("predicate")
	inner := jcs.NewObject(m.JSON)
	predicate(&inner)
	m.JSON = inner.End()
	m.Text("predicateType", predicateType)
	m.Name("subject")
	m.JSON = append(m.JSON, `[{"digest":{"sha256":"`...)
	m.JSON = append(append(m.JSON, digest.String()...), `"},"name":`...)
	m.JSON = append(jcs.AppendString(m.JSON, subject), "}]"...)
	return m.End()
}

// appendScope writes the scope as RFC 8785.
func appendScope(b []byte, s *domain.ApprovalScope) []byte {
	m := jcs.NewObject(b)
	m.Text("after", s.After.String())
	m.Text("branch", string(s.Branch))
	m.Text("executor", string(s.Executor))
	m.Text("ref", string(s.Ref))
	m.Text("repo", string(s.Repo))
	m.Text("until", s.Until.String())
	return m.End()
}

// addDigest writes a digest, unless it is none.
func addDigest(m *jcs.Object, name string, d domain.Digest) {
	if !d.IsZero() {
		m.Text(name, d.String())
	}
}

func toStrings[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
