package eventlog

import "github.com/clawable/claw/domain"

// ReceiptLine is a receipt as programs are given it.
type ReceiptLine struct {
	Type     string          `json:"type"`
	ID       domain.EventID  `json:"id"`
	Stream   domain.StreamID `json:"stream"`
	Revision uint64          `json:"revision"`
	Position uint64          `json:"position"`
	Leaf     domain.Digest   `json:"leaf"`
	Repeated bool            `json:"repeated"`
}

// Line is the receipt as programs are given it.
func (r Receipt) Line() ReceiptLine {
	return ReceiptLine{Type: "receipt", ID: r.ID, Stream: r.Stream, Revision: uint64(r.Revision),
		Position: r.Position.Number(), Leaf: r.Leaf, Repeated: r.Repeated}
}
