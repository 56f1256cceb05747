package opencode

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
	"github.com/clawable/claw/producers/opencode/ending"
)

// fault is why an answer broke off.
type fault struct {
	Name lenient.Word `json:"name"`
	Data lenient.Object[struct {
		Message lenient.Word `json:"message"`
		Status  lenient.Int  `json:"statusCode"`
	}] `json:"data"`
}

// class puts the fault into the closed list.
func (f *fault) class() domain.ProviderClass {
	switch f.Name {
	case "ProviderAuthError":
		return domain.ProviderAuth
	case "ContextOverflowError":
		return domain.ProviderContext
	}
	return producers.ClassOf(f.status(), string(f.Name), string(f.Data.V.Message))
}

// status is the HTTP status, 0 without one.
func (f *fault) status() int {
	if s := f.Data.V.Status.V; s > 0 && s < 1000 {
		return s
	}
	return 0
}

// ofProvider reports whether the fault is one of the provider's answer.
func (f *fault) ofProvider() bool {
	return f.Name == "ProviderAuthError" || f.Name == "ContextOverflowError" || f.Name == "APIError"
}

// broke records why an answer and its turn ended without a last message.
func (e *entry) broke(n producers.Note, f *fault) {
	name := producers.Short(f.Name)
	if f.Name == ending.Aborted {
		e.tell(n, "interrupted", domain.TurnInterrupted{Reason: name})
		return
	}
	if f.ofProvider() {
		n.Item.Value = domain.ItemID(n.Key)
		e.tell(n, "provider", domain.ProviderFailed{Class: f.class(), Status: f.status(), Code: name})
		n.Item.Value = ""
	}
	e.tell(n, "failed", domain.TurnFailed{Class: f.class(), Message: producers.Text(string(f.Data.V.Message))})
}
