package domain

// OperatorSignature is the signature of a decision about a lane. It is absent from a decision that nobody
// signed.
type OperatorSignature struct {
	Signer    Actor  `json:"signer,omitzero"`    // whose key signed, as the log's signers say
	Statement string `json:"statement,omitzero"` // base64 of the bytes that were signed
	Signature string `json:"signature,omitzero"` // armoured SSH signature over DSSE's encoding of the statement
}

// LaneAccepted is somebody's word that an outcome is good enough: nobody need look at it again. It
// holds for the outcome of this fingerprint alone.
type LaneAccepted struct {
	laneFact
	OperatorSignature
	OutcomeFingerprint Digest `json:"outcome_fingerprint"`
	Reason             string `json:"reason,omitzero"` // typed by the one who decides
}

// LaneReopened takes back that an outcome was accepted.
type LaneReopened struct {
	laneFact
	OperatorSignature
	OutcomeFingerprint Digest `json:"outcome_fingerprint"`
	Reason             string `json:"reason,omitzero"` // typed by the one who decides
}

// SetSignature sets the signature of the decision that holds s.
func (s *OperatorSignature) SetSignature(by OperatorSignature) { *s = by }
