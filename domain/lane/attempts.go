package lane

import "github.com/clawable/claw/domain"

// countAttempts numbers the attempts (rule 3). An event belongs to the highest
// attempt whose opening event precedes it, else to attempt 1. Openers are
// lane.started, lane.restarted, and a prompt accepted after the attempt's end: a
// prompt.accepted, or the turn.started of a prompt that names the end.
func (d *derivation) countAttempts() {
	d.opens, d.attempt = make([]int, len(d.facts)), make([]int, len(d.facts))
	d.void = d.voidOpeners()
	byComponent := make([][]int, len(d.ord.next))
	for i, c := range d.ord.comp {
		byComponent[c] = append(byComponent[c], i)
	}
	heard := make([]heardBefore, len(d.ord.next))
	for c, members := range byComponent {
		own := heard[c]
		for _, i := range members {
			if !d.void[i] {
				d.opens[i] = d.opensAttempt(i, own)
			}
			d.attempt[i] = max(1, own.opened, d.opens[i])
		}
		for _, i := range members {
			own.take(d.opens[i], d.ends(i), d.attempt[i], d.facts[i].rank())
		}
		for _, n := range d.ord.next[c] {
			heard[n].join(own)
		}
	}
	for i := range d.facts {
		d.top = max(d.top, d.opens[i])
	}
	d.top = max(d.top, 1)
	d.fence()
	d.adoptEchoes()
}

// heardBefore is what precedes an event: the highest attempt opened, and by the
// trust of the speaker the highest attempt ended.
type heardBefore struct {
	opened int
	ended  [4]int
}

func (h *heardBefore) take(opens int, ends bool, attempt, rank int) {
	h.opened = max(h.opened, opens)
	if ends {
		h.ended[rank] = max(h.ended[rank], attempt)
	}
}

func (h *heardBefore) join(o heardBefore) {
	h.opened = max(h.opened, o.opened)
	for r, n := range o.ended {
		h.ended[r] = max(h.ended[r], n)
	}
}

// opensAttempt returns the attempt that fact i opens, 0 when it opens none.
func (d *derivation) opensAttempt(i int, before heardBefore) int {
	f := d.facts[i]
	now := max(before.opened, 1)
	ended := false
	for r := 0; r <= f.rank(); r++ {
		ended = ended || before.ended[r] >= now
	}
	switch f.Kind {
	case "lane.started":
		if before.opened == 0 && !ended {
			return 1
		}
		return now + 1
	case "lane.restarted":
		return now + 1
	case "prompt.accepted", "turn.started":
		if ended && d.mayOpen(f) && !d.kin.isSubagent(f) {
			return now + 1
		}
	}
	return 0
}

// ends reports whether a prompt accepted after fact i begins something new: an
// ending of the lane, or the end of a root session.
func (d *derivation) ends(i int) bool {
	return d.isEnding(i) || d.facts[i].Kind == "session.ended" && !d.kin.isSubagent(d.facts[i])
}

// isEnding reports whether fact i claims an end of the lane. A subagent cannot
// end it, and a failure that names an outage is the outage's.
func (d *derivation) isEnding(i int) bool {
	f := d.facts[i]
	return IsEnding(f.Kind) && !d.kin.isSubagent(f) && !(f.Kind == "lane.failed" && d.namesOutage(f))
}

func (d *derivation) namesOutage(f *Fact) bool {
	for _, c := range f.Causes {
		if d.downIDs()[c] {
			return true
		}
	}
	return false
}

// voidOpeners marks openers that are not heard: one that does not precede every
// ending of a higher trust; and an untrusted one that does not precede all that is
// trusted.
func (d *derivation) voidOpeners() []bool {
	void := make([]bool, len(d.facts))
	for rank := range domain.TrustHigh.Rank() {
		openers := d.where(func(_ int, f *Fact) bool { return f.rank() == rank && d.mayOpen(f) })
		if len(openers) == 0 {
			continue
		}
		above := d.where(func(i int, f *Fact) bool {
			return f.rank() > rank && (d.isEnding(i) || f.trusted() && rank < domain.TrustMedium.Rank() && inOrder(f.Kind))
		})
		for _, first := range d.ord.first(above) {
			before := d.ord.before([]int{first})
			for _, i := range openers {
				void[i] = void[i] || !before[d.ord.comp[i]]
			}
		}
	}
	return void
}

// mayOpen reports whether f is of the sort that opens an attempt. A turn is when it
// names an end: every prompt starts one, and few start something new.
func (d *derivation) mayOpen(f *Fact) bool {
	switch f.Kind {
	case "lane.started", "lane.restarted", "prompt.accepted":
		return true
	}
	return f.Kind == "turn.started" && d.answersEnding(f)
}

// fence moves what a replaced boot says to before the attempt that replaced it.
func (d *derivation) fence() {
	for o, f := range d.facts {
		if d.opens[o] < 2 {
			continue
		}
		for i, x := range d.facts {
			if len(f.Said.Fences) > 0 && d.opens[i] == 0 && d.fenced([]int{o}, x) {
				d.attempt[i] = min(d.attempt[i], d.opens[o]-1)
			}
		}
	}
}

// adoptEchoes gives an ending that is not ordered to a later attempt's opening,
// and says what an ending of that attempt says, to the latest such attempt: it is
// a repeat. One whose like was said in its own attempt stays there.
func (d *derivation) adoptEchoes() {
	if d.top == 1 {
		return
	}
	endings := d.where(func(i int, _ *Fact) bool { return d.isEnding(i) })
	opened := make([][]bool, d.top+1)
	for a := 2; a <= d.top; a++ {
		opened[a] = d.ord.before(d.where(func(i int, _ *Fact) bool { return d.opens[i] == a }))
	}
	adopted := map[int]int{}
	for _, c := range d.claims(endings) {
		said, anchored := make([]bool, d.top+1), make([]bool, d.top+1)
		for _, i := range c.facts {
			a := d.attempt[i]
			said[a] = true
			anchored[a] = anchored[a] || a < d.top && opened[a+1][d.ord.comp[i]]
		}
		for _, i := range c.facts {
			for a := d.top; a > d.attempt[i] && !anchored[d.attempt[i]]; a-- {
				if said[a] && !opened[a][d.ord.comp[i]] {
					adopted[i] = a
					break
				}
			}
		}
	}
	for i, a := range adopted {
		d.attempt[i] = a
	}
}
