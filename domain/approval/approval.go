package approval

import (
	"slices"
	"time"

	"github.com/clawable/claw/domain"
)

// Approval is what the stream of one request says. Its times are the log's, see [Clock].
type Approval struct {
	Stream      domain.StreamID
	Request     *Request // nil before one is seen
	Grants      []Grant  // as they came, void ones too
	Denied      *Word    // the first no
	Revoked     []Word
	Delegations []Delegation
	Uses        []Use // as they came, void ones too
	// Refusals are grants and uses that a command turned away: negative evidence.
	Refusals []Refusal
	Revision domain.Revision
	nonces   map[string]bool
}

// Request is a request for approval.
type Request struct {
	domain.ApprovalRequested
	Event      domain.EventID
	Digest     domain.Digest // the core of the event
	ObservedAt domain.Instant
	RecordedAt time.Time
}

// Grant is a signed yes. It counts when Void is "".
type Grant struct {
	Event      domain.EventID
	Statement  GrantStatement
	Approver   domain.Actor // the signer's principal; what the event claims when void
	Key        string       // fingerprint
	Assurance  domain.Assurance
	RecordedAt time.Time
	Position   domain.Position
	Void       domain.ApprovalRefusal
	Spent      int  // uses that count
	Revoked    bool // by name, or with all
	// Until is when the grant is over by the wall clock, as far as is known now: when its
	// statement says, and earlier where the log's time was ahead, see [Approval.JudgeGrant].
	Until time.Time
	ends  time.Time // the recorded_at after which it is over
	until time.Time // the wall clock after which it is over
	// What was signed and the signature, as they are stored: SHA-256 of the statement's
	// bytes, zero when they cannot be read, and of the armoured signature.
	StatementDigest, SignatureDigest domain.Digest
}

// Word is a no, or a grant taken back. It counts unsigned.
type Word struct {
	Event      domain.EventID
	By         domain.Actor
	Grant      domain.EventID // zero: all
	Reason     string
	RecordedAt time.Time
}

// Delegation hands the use of a grant on.
type Delegation struct {
	Event    domain.EventID
	Grant    domain.EventID
	From, To domain.Actor
	Void     domain.ApprovalRefusal
}

// Use is a consumption. It counts when Void is "".
type Use struct {
	Event      domain.EventID
	Grant      domain.EventID
	Number     int // of the grant's uses, from 1; 0 when void
	Executor   domain.Actor
	Chain      []domain.Actor // requester, relays, executor; two alike make one
	RecordedAt time.Time
	Compared   bool                // the files of the request were looked at again
	Changed    []domain.FileChange // those that were not as they were
	Void       domain.ApprovalRefusal
	// Result is the event that names the consumption among its causes, zero while the result
	// is unknown. It is in another stream: see [Approval.Resulted].
	Result domain.EventID
}

// Refusal is a grant or a use that was turned away.
type Refusal struct {
	Event  domain.EventID
	Kind   domain.Kind
	Reason domain.ApprovalRefusal
	By     domain.Actor
	// Changed are the files that were not as they were.
	Changed []domain.FileChange
}

// Bounds is what a policy's rule demands of a grant.
type Bounds struct {
	Longest time.Duration    // from grant to expiry; 0 when the rule says nothing
	Least   domain.Assurance // "" when the rule says nothing
	Never   bool             // nothing lets through what the rule denies
	Bind    domain.Binding   // "" when a change of a file is only named
}

// DefaultLongest is how long a grant may hold when no policy says.
const DefaultLongest = 24 * time.Hour

// Rules is what is known around the stream when it is folded.
type Rules struct {
	LogID    domain.Digest
	Signers  *SignersHistory
	Verifier Verifier
	// Bounds returns what a rule of an adopted policy demands; ok is false for a policy
	// that the log does not hold.
	Bounds func(policy domain.Digest, rule string) (b Bounds, ok bool)
}

// grant returns the grant of an event.
func (a *Approval) grant(id domain.EventID) *Grant {
	for i := range a.Grants {
		if a.Grants[i].Event == id {
			return &a.Grants[i]
		}
	}
	return nil
}

// JudgeSpent returns why an event is no use of an approval for an action, "" when it is one
// that counts.
func (a *Approval) JudgeSpent(event domain.EventID, action domain.Digest) domain.ApprovalRefusal {
	i := slices.IndexFunc(a.Uses, func(u Use) bool { return u.Event == event })
	switch {
	case a.Request == nil || i < 0:
		return domain.RefusedNoApproval
	case a.Request.ActionDigest != action:
		return domain.RefusedRequestMismatch
	}
	return a.Uses[i].Void
}

// Resulted notes that an event names the consumption use as a cause; the first counts.
func (a *Approval) Resulted(use, result domain.EventID) {
	for i := range a.Uses {
		if u := &a.Uses[i]; u.Event == use && u.Void == "" && u.Result.IsZero() {
			u.Result = result
		}
	}
}
