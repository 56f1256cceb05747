package top

import "strings"

// text is a page on the screen.
type text struct {
	what    Page
	row     Row
	lines   []string
	top     int  // the first line on the screen
	loading bool // a text is on its way
	again   bool // and is out of date already
}

// take shows a text. The screen stays where it is; where it showed the end, it shows the end.
func (t *text) take(whole string, height int) {
	atEnd := len(t.lines) > height && t.top >= len(t.lines)-height
	t.lines = strings.Split(strings.TrimRight(whole, "\n"), "\n")
	if atEnd {
		t.top = len(t.lines)
	}
	t.scroll(0, height)
}

// scroll moves the screen by some lines.
func (t *text) scroll(by, height int) {
	t.top = min(max(t.top+by, 0), max(len(t.lines)-height, 0))
}

// visible are the lines on the screen.
func (t *text) visible(height int) []string {
	return t.lines[t.top:min(t.top+height, len(t.lines))]
}
