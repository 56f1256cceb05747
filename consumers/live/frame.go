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
	// Event is the event of a frame, for filters; nil for other frames, and for an event that is
	// damaged.
	Event *domain.Event
}

// Batch is frames that are sent together, in their order. Readers share it: it is never changed after it
// was made.
type Batch struct {
	Frames []Frame
	Text   []byte // of all frames, one after the other
}

// newBatch makes a batch of frames and takes ownership of them; size is that of their texts.
func newBatch(frames []Frame, size int) Batch {
	if len(frames) == 1 {
		return Batch{frames, frames[0].Text}
	}
	text := make([]byte, 0, size)
	for i := range frames {
		from := len(text)
		text = append(text, frames[i].Text...)
		frames[i].Text = text[from:len(text):len(text)] // the frame's own text is held no longer
	}
	return Batch{frames, text}
}

// last is the number of the last frame.
func (b Batch) last() uint64 { return b.Frames[len(b.Frames)-1].Number }

// after is the part of a batch after a number; it has no frame where there is none.
func (b Batch) after(n uint64) Batch {
	from := 0
	for from < len(b.Frames) && b.Frames[from].Number <= n {
		from++
	}
	skipped := 0
	for i := range b.Frames[:from] {
		skipped += len(b.Frames[i].Text)
	}
	return Batch{b.Frames[from:], b.Text[skipped:]}
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
