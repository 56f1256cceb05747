package approval

import (
	"encoding/base64"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// The names in what signs a decision about a lane. They are permanent.
const (
	LaneNamespace = "lane@claw"
	LanePredicate = "https://github.com/clawable/claw/lane/v1"
)

// LaneStatement is what a signer signs to decide about a lane. Its subject is the decision: the lane's
// stream, and the digest of the whole event but for what the log and the signature add to it. The id
// of an event is used once, so a signature serves one decision of one log.
type LaneStatement struct {
	LogID    domain.Digest
	Lane     domain.StreamID
	Event    domain.EventID
	Decision domain.Digest
}

// Bytes returns the statement in the form that is signed.
func (s *LaneStatement) Bytes() []byte {
	return appendStatement(nil, LanePredicate, s.Lane.String(), s.Decision, func(m *jcs.Object) {
		m.Text("event", s.Event.String())
		addDigest(m, "log_id", s.LogID)
	})
}

// Sign repeats for readers what a signature over the statement proves at a time by the signers. agent
// reports that it was made inside an agent's session: a key that an agent can use without a person
// proves nothing there, only a key that a person touched does.
func (s *LaneStatement) Sign(signature string, v Verifier, by *Signers, at time.Time, agent bool) (domain.OperatorSignature, domain.ApprovalRefusal) {
	text := s.Bytes()
	sig, err := v.Verify(signature, PAE(StatementMediaType, text), LaneNamespace)
	if err != nil {
		return domain.OperatorSignature{}, WhySignature(err)
	}
	signer := by.Find(Fingerprint(sig.Key))
	switch {
	case signer == nil:
		return domain.OperatorSignature{}, domain.RefusedSignerUnknown
	case !signer.MayUse(LaneNamespace, at):
		return domain.OperatorSignature{}, domain.RefusedSignerNotValid
	case (agent || by.HasHardware()) && !sig.Presence:
		return domain.OperatorSignature{}, domain.RefusedAssurance
	}
	return domain.OperatorSignature{Signer: signer.Actor(), Statement: base64.StdEncoding.EncodeToString(text), Signature: signature}, ""
}
