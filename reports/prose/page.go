package prose

import "iter"

// Page is a document as prose: what every format writes.
type Page struct {
	Title    string
	Summary  []string // sentences
	Sections []Section
	Left     []string // what is left out, and why
	About    []Said   // where it comes from
	Document []byte   // that the page carries, of HTML alone; nil for none
}

// Section is a part of a page.
type Section struct {
	Name, Heading string
	Says          []string // sentences in place of items, or behind them
	Items         iter.Seq[*Item]
	Count         int   // of items
	Plot          *Plot // of HTML alone; nil for none
}

// Item is one thing. It is that of the section until the next one.
type Item struct {
	Head     []byte
	Facts    []Said
	Evidence [][]byte // ids of events
	Group    string   // what stands above items of one kind; "" for nothing
}

// Said is a text with a label.
type Said struct {
	Label string
	Text  []byte
}

// Plot is a figure of numbers, the largest first.
type Plot struct {
	Heading string
	Bars    []Bar
}

// Bar is one row of a plot.
type Bar struct {
	Label string
	N     int64
}

// Empty are the items of a section without.
func Empty(func(*Item) bool) {}

// List are the items of a section that are there already.
func List(all []Item) iter.Seq[*Item] {
	return func(yield func(*Item) bool) {
		for i := range all {
			if !yield(&all[i]) {
				return
			}
		}
	}
}

// Thousands separates the thousands of a number.
func Thousands(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
