package domain

// OperatorSignature is the signature of a decision about a lane. It is absent from a decision without a
// signature.
type OperatorSignature struct {
	Signer    Actor  `json:"signer,omitzero"`    // the owner of the key, by the log's signers
	Statement string `json:"statement,omitzero"` // base64 of the bytes that were signed
	Signature string `json:"signature,omitzero"` // armoured SSH signature over DSSE's encoding of the statement
}

// LaneAccepted states that an outcome is good enough and requires no further action. It
// applies only to the outcome of this fingerprint.
type LaneAccepted struct {
	laneFact
	OperatorSignature
	OutcomeFingerprint Digest `json:"outcome_fingerprint"`
	Reason             string `json:"reason,omitzero"` // typed by the actor who decides
}

// LaneReopened revokes the acceptance of an outcome.
type LaneReopened struct {
	laneFact
	OperatorSignature
	OutcomeFingerprint Digest `json:"outcome_fingerprint"`
	Reason             string `json:"reason,omitzero"` // typed by the actor who decides
}

// SetSignature sets the signature of the decision that holds s.
func (s *OperatorSignature) SetSignature(by OperatorSignature) { *s = by }
