package audit

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/tools"
)

// What says what sort of evidence an event is.
type What string

// The sorts of evidence.
const (
	WhatCall        What = "call"        // the record of the call that asks
	WhatRequest     What = "request"     // the digest is that of the event's core
	WhatStatement   What = "statement"   // what was signed: SHA-256 of its bytes
	WhatSignature   What = "signature"   // SHA-256 of the armour as stored
	WhatDelegation  What = "delegation"  // that counts
	WhatConsumption What = "consumption" // that counts
	WhatResult      What = "result"
)

// Enum lists the values.
func (What) Enum() []string {
	return []string{string(WhatCall), string(WhatRequest), string(WhatStatement), string(WhatSignature), string(WhatDelegation),
		string(WhatConsumption), string(WhatResult)}
}

// Evidence is an event that proves a part of an act.
type Evidence struct {
	What   What           `json:"what"`
	Event  domain.EventID `json:"event"`
	Digest string         `json:"digest,omitzero"`
	// Word is on whose word it rests, nil when the log cannot give the event.
	Word *projections.Authority `json:"on_the_word_of,omitzero"`
}

func callEvidence(t *tools.Tool) []Evidence {
	out := []Evidence{}
	if !t.Request.IsZero() {
		out = append(out, Evidence{What: WhatCall, Event: t.Request})
	}
	if end := cameBack(t); !end.IsZero() {
		out = append(out, Evidence{What: WhatResult, Event: end})
	}
	return out
}

// requestEvidence is what proves a request, its grants that count and the uses that are chosen.
func requestEvidence(j *Judged, chosen func(*approval.Use) bool) []Evidence {
	out := []Evidence{{What: WhatRequest, Event: j.Request.Event, Digest: j.Request.Digest.String()}}
	for i := range j.Grants {
		if g := &j.Grants[i]; g.Void == "" {
			out = append(out, Evidence{What: WhatStatement, Event: g.Event, Digest: g.StatementDigest.String()}, Evidence{What: WhatSignature, Event: g.Event, Digest: g.SignatureDigest.String()})
		}
	}
	for i := range j.Delegations {
		if d := &j.Delegations[i]; d.Void == "" {
			out = append(out, Evidence{What: WhatDelegation, Event: d.Event})
		}
	}
	for i := range j.Uses {
		u := &j.Uses[i]
		if u.Void != "" || !chosen(u) {
			continue
		}
		out = append(out, Evidence{What: WhatConsumption, Event: u.Event})
		if !u.Result.IsZero() {
			out = append(out, Evidence{What: WhatResult, Event: u.Result})
		}
	}
	return out
}
