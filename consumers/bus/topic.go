package bus

import (
	"strings"

	"github.com/clawable/claw/domain"
)

// Outcomes is the topic of the outcomes of lanes.
const Outcomes = "outcomes"

// Selection is what a topic selects; exactly one member is set.
type Selection struct {
	Outcomes bool
	Kind     domain.Kind
	Family   domain.Family
	Stream   domain.StreamID
}

// ParseTopic reads a topic.
//
// Errors: kind usage for what is no topic.
func ParseTopic(topic string) (s Selection, err error) {
	switch {
	case topic == Outcomes:
		return Selection{Outcomes: true}, nil
	case strings.Contains(topic, "."):
		return Selection{Kind: domain.Kind(topic)}, nil
	case strings.Contains(topic, "-"):
		s.Stream, err = domain.ParseStreamID(topic)
		return s, err
	}
	for f := domain.FamilyLane; f <= domain.FamilyLog; f++ {
		if f.Prefix() == topic+"-" {
			return Selection{Family: f}, nil
		}
	}
	return s, domain.Usage("parse topic", topic, "outcomes, a kind such as lane.finished, a family such as lane, or a stream")
}

// has reports whether an event is selected.
func (s *Selection) has(d *domain.Draft) bool {
	switch {
	case s.Kind != "":
		return d.Kind == s.Kind
	case s.Family != 0:
		return d.Stream.Family == s.Family
	}
	return !s.Outcomes && d.Stream == s.Stream
}
