package projections

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/payload"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/values"
)

// Message is one message of a conversation; its words stay in the log.
type Message struct {
	Role     domain.Role      `json:"role,omitzero"` // the least that is stated
	Sessions values.Sightings `json:"sessions"`
	// Synthetic reports that the agent's program wrote it.
	Synthetic bool `json:"synthetic,omitzero"`
}

func messageKey(e *domain.Event) string {
	if e.Kind != domain.KindMessageRecorded {
		return ""
	}
	return entitykey.Of(e)
}

type messageData struct {
	role      domain.Role
	synthetic bool
}

func readMessage(e *domain.Event) (messageData, error) {
	var p messageData
	d := payload.MembersOf(e.Data)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		switch string(name) {
		case "role":
			p.role = domain.Role(d.Text(v))
		case "synthetic":
			p.synthetic = string(v) == "true"
		}
	}
	return p, d.Err()
}

func applyMessage(m *Message, e *domain.Event, p messageData) {
	m.Sessions.SeeIn(e)
	m.Synthetic = m.Synthetic || p.synthetic
	if p.role != "" && (m.Role == "" || p.role < m.Role) {
		m.Role = p.role
	}
}

// AppendState writes the RFC 8785 form.
func (m *Message) AppendState(w *statejson.Writer) {
	w.Open('{')
	w.Text("role", string(m.Role))
	m.Sessions.AppendMember(w, "sessions")
	w.Flag("synthetic", m.Synthetic)
	w.Close('}')
}
