package producers

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// A payload may have maxData bytes in canonical form. Up to easyData no writing of
// numbers and characters makes it longer than that.
const (
	maxData  = 512 << 10
	easyData = 128 << 10
)

// Encode returns the JSON of a payload, its texts cut further where all of them
// together are too long for a log.
func Encode(p domain.Payload) []byte {
	data := marshal(p)
	if len(data) <= easyData || mayBeStored(data) {
		return data
	}
	return marshal(tight(p))
}

func marshal(p domain.Payload) []byte {
	data, err := json.Marshal(p, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return []byte("{}") // not for any payload of this package
	}
	return data
}

func mayBeStored(data []byte) bool {
	v := jsontext.Value(append(make([]byte, 0, len(data)), data...))
	return v.Canonicalize() == nil && len(v) <= maxData
}

// tight returns the payload with less of its texts and foreign values.
func tight(p domain.Payload) domain.Payload { return recut{less, lessJSON}.payload(p) }

// lessText is how much of either end of a text is left: six of them fit, each
// byte escaped.
const lessText = 8 << 10

func less(t domain.Text) domain.Text {
	head, tail := t.Preview(), ""
	if t.Cut != nil {
		tail = t.Cut.Tail
	} else if tail = head; len(head) <= 2*lessText {
		return t
	}
	head = head[:seamBefore(head, min(len(head), lessText))]
	tail = tail[seamAfter(tail, max(0, len(tail)-lessText)):]
	return domain.Text{Cut: &domain.Cut{Bytes: t.Bytes(), Head: head, Tail: tail}}
}

func lessJSON(v domain.JSON, raw bool) (domain.JSON, bool) {
	if len(v) <= 2*lessText {
		return v, raw
	}
	text, err := less(Text(string(v))).MarshalJSON()
	if err != nil {
		return nil, raw
	}
	return text, true
}
