package approval

import (
	"encoding/base64"
	"slices"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// The namespaces of signatures. They are permanent.
const (
	GrantNamespace   = "approval@claw"
	SignersNamespace = "signers@claw"
)

// Verifier checks SSH signatures (PROTOCOL.sshsig).
type Verifier interface {
	// Verify returns the key, in wire format, that signed message for the namespace, and
	// whether the signature proves that a person touched it.
	//
	// Errors: the signature does not hold for message and namespace, or was made with another
	// hash than sha512. [ErrUntouched]: it comes from a token that was not touched.
	Verify(armored string, message []byte, namespace string) (Signature, error)
}

// Signature is a signature that holds.
type Signature struct {
	Key      []byte // public key, SSH wire format
	Presence bool
}

// Signers is a set of keys that may sign, in the order in which they were added. It
// is never changed: a change makes another one.
type Signers struct {
	list []Signer
}

// All lists the signers.
func (s *Signers) All() []Signer {
	if s == nil {
		return nil
	}
	return s.list
}

// Find returns the signer of a key, nil for none.
func (s *Signers) Find(fingerprint string) *Signer {
	for i := range s.All() {
		if s.list[i].Fingerprint() == fingerprint {
			return &s.list[i]
		}
	}
	return nil
}

// HasHardware reports whether one of the keys lives in a FIDO token.
func (s *Signers) HasHardware() bool {
	return slices.ContainsFunc(s.All(), func(k Signer) bool { return k.Hardware() })
}

// Change returns the set that results from applying a statement to s.
//
// Errors: kind not_found: a key to remove that is not in the set. Kind usage: an invalid line, a
// key that is there already or twice, no signer left: an empty set would let any actor begin anew.
func (s *Signers) Change(st *SignersStatement) (*Signers, error) {
	next := &Signers{list: slices.Clone(s.All())}
	for _, key := range st.Removed {
		i := slices.IndexFunc(next.list, func(k Signer) bool { return k.Fingerprint() == key })
		if i < 0 {
			return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "change signers", Target: key,
				Message: "is the key of no signer of this log", Next: domain.Step{Code: nextstep.ListSignerKeys}}
		}
		next.list = slices.Delete(next.list, i, i+1)
	}
	for _, line := range st.Added {
		k, err := ParseSigner(line)
		switch {
		case err != nil:
			return nil, err
		case next.Find(k.Fingerprint()) != nil:
			return nil, k.refuse("is in the set already: "+k.Fingerprint(), "a key stands for one person, once")
		}
		next.list = append(next.list, k)
	}
	if len(next.list) == 0 {
		return nil, domain.Usage("change signers", "", "leave one signer at least")
	}
	return next, nil
}

// SignersHistory is what the log's own stream says of signers: the set at each position.
type SignersHistory struct {
	LogID   domain.Digest
	Clock   Clock // by which their times are judged
	changes []SignersChange
}

// SignersChange is an event that changes, or claims to change, who may sign.
type SignersChange struct {
	Event     domain.EventID
	Position  domain.Position
	By        domain.Actor // the signer, "" when not known
	Bootstrap bool         // the first set, signed by a key that is in it
	Refused   domain.ApprovalRefusal
	Signers   *Signers // from here on
}

// Changes lists all changes, in log order, refused ones too.
func (h *SignersHistory) Changes() []SignersChange { return slices.Clone(h.changes) }

// Now is the set after the last change.
func (h *SignersHistory) Now() *Signers {
	if len(h.changes) == 0 {
		return nil
	}
	return h.changes[len(h.changes)-1].Signers
}

// Last is the change that made the set of now; zero for none.
func (h *SignersHistory) Last() domain.EventID {
	for i := len(h.changes) - 1; i >= 0; i-- {
		if h.changes[i].Refused == "" {
			return h.changes[i].Event
		}
	}
	return domain.EventID{}
}

// At is the set that held at a position.
func (h *SignersHistory) At(p domain.Position) *Signers {
	i := len(h.changes)
	for i > 0 && h.changes[i-1].Position.After(p) {
		i--
	}
	if i == 0 {
		return nil
	}
	return h.changes[i-1].Signers
}

// Apply folds an event of the log's stream, in log order.
func (h *SignersHistory) Apply(e *domain.Event, p *domain.LogSignersChanged, v Verifier) {
	change := h.Judge(e, p, v)
	if change.Refused != "" {
		change.Signers = h.Now()
	}
	h.changes = append(h.changes, change)
}

// Judge returns what an event would change, and in Refused why it does not count. The first
// set is signed by a key that it adds, every later one by a key of the set before.
func (h *SignersHistory) Judge(e *domain.Event, p *domain.LogSignersChanged, v Verifier) SignersChange {
	c := SignersChange{Event: e.ID, Position: e.Position}
	statement, sig, refused := h.read(p, v)
	if refused != "" {
		c.Refused = refused
		return c
	}
	now := h.Now()
	next, err := now.Change(statement)
	if err != nil {
		c.Refused = domain.RefusedRequestMismatch
		return c
	}
	trusted := now
	if len(now.All()) == 0 {
		trusted, c.Bootstrap = next, true
	}
	c.By, c.Refused = trusted.forTheLog(&sig, h.Clock.Time(e))
	c.Signers = next
	return c
}

// signedForTheLog returns the text of a statement about the log itself and its signature, or why
// it does not count.
func signedForTheLog(statement, signature string, v Verifier) ([]byte, Signature, domain.ApprovalRefusal) {
	text, err := base64.StdEncoding.DecodeString(statement)
	if err != nil {
		return nil, Signature{}, domain.RefusedSignature
	}
	sig, err := v.Verify(signature, PAE(StatementMediaType, text), SignersNamespace)
	if err != nil {
		return nil, Signature{}, WhySignature(err)
	}
	return text, sig, ""
}

// forTheLog returns the signer of the set who made a signature about the log itself, "" for none
// of them, and why it does not count at this time.
func (s *Signers) forTheLog(sig *Signature, at time.Time) (domain.Actor, domain.ApprovalRefusal) {
	signer := s.Find(Fingerprint(sig.Key))
	switch {
	case signer == nil:
		return "", domain.RefusedSignerUnknown
	case !signer.MayUse(SignersNamespace, at):
		return signer.Actor(), domain.RefusedSignerNotValid
	case s.HasHardware() && !sig.Presence:
		return signer.Actor(), domain.RefusedAssurance
	}
	return signer.Actor(), ""
}

// read returns the statement and its signature, or why it does not count.
func (h *SignersHistory) read(p *domain.LogSignersChanged, v Verifier) (*SignersStatement, Signature, domain.ApprovalRefusal) {
	text, sig, refused := signedForTheLog(p.Statement, p.Signature, v)
	if refused != "" {
		return nil, Signature{}, refused
	}
	statement, err := ParseSignersStatement(text)
	switch {
	case err != nil:
		return nil, sig, domain.RefusedRequestMismatch
	case statement.LogID != h.LogID:
		return nil, sig, domain.RefusedLogMismatch
	case statement.Previous != h.Last():
		return nil, sig, domain.RefusedNonceUsed // it was made for another set
	case !slices.Equal(statement.Added, p.Added) || !slices.Equal(statement.Removed, p.Removed):
		return nil, sig, domain.RefusedRequestMismatch
	}
	return statement, sig, ""
}
