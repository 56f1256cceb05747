package redact

import "github.com/clawable/claw/domain/jcs"

// Item is a member of an object of whose members the reader does not ask for all (see [Leaves]), as it is in the document.
type Item struct {
	of     *spot // the object
	quoted []byte
	text   []byte
}

// Items are the items of the member that was rewritten last, until the next one, in the order in which they were
// written. There are none unless the reader asks for them.
func (w *Rewriting) Items() []Item { return w.items }

// Item returns what the reader gets of an item that another rewriting of the document met.
func (w *Rewriting) Item(it Item) []byte {
	of, from := w.top, len(w.out)
	for _, name := range segmentsOf(it.of.pattern) {
		of = of.in([]byte(name), false)
	}
	c := jcs.NewCursor(it.text)
	w.member(of, of.member(it.quoted), it.quoted, &c)
	return w.out[from:len(w.out):len(w.out)]
}
