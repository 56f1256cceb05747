package shipping

import (
	"strings"

	"github.com/clawable/claw/domain"
)

// mostPinpointName is how long the name of a pinpoint may be, in bytes.
const mostPinpointName = 100

// PinpointName reads the name of a pinpoint: one word.
func PinpointName(typed string) (domain.PinpointName, bool) {
	return domain.PinpointName(typed), typed != "" && len(typed) <= mostPinpointName && !strings.ContainsFunc(typed, func(r rune) bool { return r <= ' ' || r == ',' || r == 0x7f })
}

// pinpointKey is the trailer of a commit that names the pinpoints that it fixes.
const pinpointKey = "pinpoint"

// pinpointsOf lists the pinpoints that the trailers of a commit name.
func pinpointsOf(c *domain.CommitObserved) (names []domain.PinpointName) {
	for _, t := range c.Trailers {
		if !strings.EqualFold(t.Key, pinpointKey) {
			continue
		}
		for _, word := range strings.FieldsFunc(t.Value, func(r rune) bool { return r == ',' || r == ' ' }) {
			if name, ok := PinpointName(word); ok {
				names = append(names, name)
			}
		}
	}
	return names
}
