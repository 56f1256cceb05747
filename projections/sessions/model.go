package sessions

import "github.com/clawable/claw/domain"

// ModelOf returns the model of a response that names none itself: that of its turn, else the
// current one of the session, else the only one that the session names; "" where none was
// recorded.
func (s *Session) ModelOf(turn domain.TurnID) string {
	if model := s.Turns[string(turn)].Model.Value; model != "" {
		return model
	}
	if model := s.Text("model"); model != "" {
		return model
	}
	if len(s.Models) == 1 {
		return s.Models[0]
	}
	return ""
}
