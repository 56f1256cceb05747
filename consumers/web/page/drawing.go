package page

// drawing is a story as marks: a column for each entry, in their order, and a band for each sort.
type drawing struct {
	Width, Height int
	Bands         []band
	Marks         []mark
	Turns         []span // what the prompt at its begin caused
	Days          []label
	Arrows        []arrow
}

type band struct {
	Name string
	Y    int
}

type mark struct {
	X, Y, Entry int
	Class, Says string
}

type span struct{ X, Width int }

type label struct {
	X    int
	Text string
}

// bandOf names the bands, and which entries belong to each.
var bandOf = []struct {
	name string
	of   []string
}{
	{"prompts", []string{"prompt", "session"}},
	{"answers", []string{"message", "answer", "reasoning"}},
	{"calls", []string{"call"}},
	{"writes", nil}, // calls that wrote files
	{"tests", []string{"test", "check"}},
	{"commits", []string{"commit", "push", "pull_request", "ship"}},
	{"approvals", []string{"approval"}},
	{"decisions", []string{"decision", "turn", "provider", "gap"}},
}

const (
	columnWidth = 14
	bandHeight  = 18
	leftEdge    = 78
	topEdge     = 22
	dayWidth    = 90 // of the label of a day
)

// draw lays a story out, in pixels.
func draw(entries []entry) drawing {
	d := drawing{Width: leftEdge + max(columnWidth*len(entries)+8, dayWidth), Height: topEdge + bandHeight*len(bandOf) + 6}
	y := map[string]int{}
	for i, b := range bandOf {
		at := topEdge + bandHeight*i + bandHeight/2
		d.Bands = append(d.Bands, band{b.name, at})
		for _, what := range b.of {
			y[what] = at
		}
		y["band "+b.name] = at
	}
	begun, day := -1, ""
	for i := range entries {
		e, x := &entries[i], leftEdge+columnWidth*i+columnWidth/2
		m := mark{X: x, Y: y[e.What], Entry: i, Class: "mark " + e.What, Says: e.name()}
		if e.What == "call" && len(e.Call.files()) > 0 {
			m.Y, m.Class = y["band writes"], "mark write"
		}
		if e.Failed {
			m.Class += " failed"
		}
		d.Marks = append(d.Marks, m)
		if e.What == "prompt" || e.What == "turn" || i == len(entries)-1 {
			if begun >= 0 {
				d.Turns = append(d.Turns, span{leftEdge + columnWidth*begun, columnWidth * (i - begun + 1)})
			}
			if begun = -1; e.What == "prompt" {
				begun = i
			}
		}
		if s := dayOf(e.At); s != "" && s != day && (len(d.Days) == 0 || x-d.Days[len(d.Days)-1].X > 80) {
			day = s
			d.Days = append(d.Days, label{x, s})
		}
	}
	d.Arrows = arrows(entries, d.Marks)
	return d
}

// name is an entry in a line, with its sort.
func (e *entry) name() string { return human(e.What) + ": " + line(headline(e)) }

func dayOf(t moment) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format("2006-01-02")
}

func (c *call) files() []string {
	if c == nil {
		return nil
	}
	var paths []string
	for _, f := range c.Files {
		paths = append(paths, f.Path)
	}
	return paths
}

// headline returns an entry in one line, made of its own members.
func headline(e *entry) string {
	switch {
	case e.Call != nil && e.Call.Command != "":
		return e.Call.Command
	case e.Call != nil && len(e.Call.Files) > 0:
		return e.Call.Tool + " " + e.Call.Files[0].Path
	case e.Call != nil && e.Call.LooksFor != "":
		return e.Call.Tool + " \"" + e.Call.LooksFor + "\""
	case e.Call != nil && len(e.Call.Names) > 0:
		return e.Call.Tool + " " + e.Call.Names[0]
	case e.Call != nil:
		return e.Call.Tool
	case e.Says != "":
		return e.Says
	case e.Words != nil:
		return e.Words.Text
	}
	return ""
}
