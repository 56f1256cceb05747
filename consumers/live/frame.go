package live

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// Frame is one message of a stream. It is never changed after it was made.
type Frame struct {
	Number uint64 // of its feed, growing; gaps are possible
	Text   []byte // as it is sent
	// Event is what a frame of an event tells, for filters; nil for other frames, and for an event that
	// is damaged.
	Event *domain.Event
}

// Encode is the text of a message: data is one line. An id or event of "" is left out.
func Encode(id, event string, data []byte) []byte {
	text := make([]byte, 0, len(id)+len(event)+len(data)+24)
	if id != "" {
		text = append(append(append(text, "id: "...), id...), '\n')
	}
	if event != "" {
		text = append(append(append(text, "event: "...), event...), '\n')
	}
	if data != nil {
		text = append(append(append(text, "data: "...), data...), '\n')
	}
	return append(text, '\n')
}

// ID is the id of the frame of a number: the number alone without an epoch, else EPOCH.NUMBER.
func ID(epoch string, n uint64) string {
	if epoch == "" {
		return strconv.FormatUint(n, 10)
	}
	return epoch + "." + strconv.FormatUint(n, 10)
}

// ParseID is the inverse of [ID].
//
// Errors: that of a text that is no id.
func ParseID(id string) (n uint64, epoch string, err error) {
	text := id
	if before, after, ok := strings.Cut(id, "."); ok {
		epoch, text = before, after
	}
	if n, err = strconv.ParseUint(text, 10, 63); err == nil && ID(epoch, n) != id {
		err = strconv.ErrSyntax
	}
	return n, epoch, err
}
