package projections

import "github.com/clawable/claw/domain"

// Message is one message of a conversation; its words stay in the log.
type Message struct {
	Role     domain.Role `json:"role,omitzero"` // the least that is stated
	Sessions Sightings   `json:"sessions"`
	// Synthetic says that the agent's program wrote it.
	Synthetic bool `json:"synthetic,omitzero"`
}

func messageKey(e *domain.Event) string {
	if e.Kind != domain.KindMessageRecorded {
		return ""
	}
	return itemKey(e)
}

type messageData struct {
	role      domain.Role
	synthetic bool
}

func readMessage(e *domain.Event) (messageData, error) {
	var p messageData
	d := membersOf(e.Data)
	for name, v, ok := d.next(); ok; name, v, ok = d.next() {
		switch string(name) {
		case "role":
			p.role = domain.Role(d.text(v))
		case "synthetic":
			p.synthetic = string(v) == "true"
		}
	}
	return p, d.err()
}

func applyMessage(m *Message, e *domain.Event, p messageData) {
	m.Sessions.seeIn(e)
	m.Synthetic = m.Synthetic || p.synthetic
	if p.role != "" && (m.Role == "" || p.role < m.Role) {
		m.Role = p.role
	}
}
