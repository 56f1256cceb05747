package ship_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// days is a branch to which people push, some seen and some not, and a log that scans
// bring up to date. It counts by itself what the log ought to say.
type days struct {
	repo
	n      int
	tip    domain.CommitID
	looked domain.CommitID // where the branch stood at the last scan
	was    domain.CommitID // where it stood before the last push
	moves  []ship.Moved
	held   map[ship.Move]*ship.Held
	done   []string
	// dropped counts how often a commit was taken off the branch, as far as a scan or the
	// recorder of a push could see.
	dropped map[domain.CommitID]int
	landed  map[domain.CommitID]int  // how often it came, seen or not
	unseen  map[domain.CommitID]bool // landed, and no recorded push brought it
	either  map[domain.CommitID]bool // landed with a push that is lost
	began   map[*ship.Held]int       // how many ships were recorded before
	order   []*ship.Held             // in the order in which they were recorded
	heard   []heard
}

// heard is the history of the branch that counts as seen when the log heard of it.
type heard struct {
	by      *ship.Held // nil: a look
	history map[domain.CommitID]bool
}

// tell notes that the log heard of the state of the branch, and returns when.
func (d *days) tell(by *ship.Held, history map[domain.CommitID]bool) time.Time {
	d.heard = append(d.heard, heard{by, history})
	return time.Unix(int64(len(d.heard)), 0)
}

// unlogged is what landed unseen since the log first heard of the branch: by a scan, or by a recorded
// push.
func (d *days) unlogged() map[domain.CommitID]bool {
	first := slices.IndexFunc(d.heard, func(h heard) bool { return h.by == nil || h.by.Recorded })
	since := maps.Clone(d.unseen)
	maps.DeleteFunc(since, func(id domain.CommitID, _ bool) bool { return d.heard[first].history[id] })
	return since
}

func newDays() *days {
	d := &days{repo: repo{}, held: map[ship.Move]*ship.Held{}, dropped: map[domain.CommitID]int{}, landed: map[domain.CommitID]int{}, unseen: map[domain.CommitID]bool{}, either: map[domain.CommitID]bool{}, began: map[*ship.Held]int{}}
	d.tip = d.commit()
	d.was = d.tip
	d.landed[d.tip] = 1
	return d
}

// commit makes a commit with these parents.
func (d *days) commit(parents ...domain.CommitID) domain.CommitID {
	d.n++
	id := domain.CommitID(fmt.Sprintf("c%02d", d.n))
	d.repo[id] = ship.Commit{ID: id, Tree: "tree " + string(id), PatchID: "patch " + string(id), Parents: parents}
	return id
}

func (d *days) before() domain.CommitID {
	if parents := d.repo[d.tip].Parents; len(parents) > 0 {
		return parents[0]
	}
	return d.tip
}

// dayWork is what may be pushed. No commit that was taken off comes back.
var dayWork = map[string]func(d *days) domain.CommitID{
	"commit":      func(d *days) domain.CommitID { return d.commit(d.tip) },
	"two commits": func(d *days) domain.CommitID { return d.commit(d.commit(d.tip)) },
	"merge":       func(d *days) domain.CommitID { return d.commit(d.tip, d.commit(d.commit(d.before()))) },
	"octopus":     func(d *days) domain.CommitID { return d.commit(d.tip, d.commit(d.before()), d.commit(d.tip)) },
	"merge main":  func(d *days) domain.CommitID { return d.commit(d.commit(d.before()), d.tip) },
	"amend":       func(d *days) domain.CommitID { return d.commit(d.repo[d.tip].Parents...) },
	"reset":       func(d *days) domain.CommitID { return d.before() },
	"replace":     func(d *days) domain.CommitID { return d.commit(d.before()) },
}

// leads is the set of commits that one leads to.
func (d *days) leads(id domain.CommitID) map[domain.CommitID]bool {
	all := map[domain.CommitID]bool{}
	reachable(d.repo, id, all)
	return all
}

// without lists the commits of a and not of b, sorted.
func without(a, b map[domain.CommitID]bool) (ids []domain.CommitID) {
	for id := range a {
		if !b[id] {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (d *days) move(old, new domain.CommitID) ship.Move {
	return ship.Move{Repo: demo.Repo, Ref: demo.Ref, Old: old, New: new}
}

// of is what the log holds of a move.
func (d *days) of(m ship.Move) *ship.Held {
	if d.held[m] == nil {
		d.held[m] = &ship.Held{Move: m}
	}
	return d.held[m]
}

// sight is how a push is seen.
type sight string

const (
	unseen sight = "unseen"
	seen   sight = "seen"
	begun  sight = "begun" // by a program that pushes, and ends before it records the push
)

// push moves the branch; where it is seen it is recorded as it happens. Only a push that is based on the
// branch is begun by a program that is to record it.
func (d *days) push(new domain.CommitID, by sight) {
	old := d.tip
	if d.tip = new; old == new {
		return
	}
	if by == begun && (!d.leads(new)[old] || d.of(d.move(old, new)).Told) {
		by = unseen
	}
	d.was = old
	came, left := without(d.leads(new), d.leads(old)), without(d.leads(old), d.leads(new))
	history := maps.Clone(d.unseen)
	for _, id := range came {
		d.landed[id]++
		d.unseen[id] = d.unseen[id] || by == unseen
	}
	if by == unseen {
		return
	}
	h := d.of(d.move(old, new))
	if h.First.IsZero() {
		h.First = d.tell(h, history)
	}
	if by == begun {
		h.Open, h.Commits, d.began[h] = true, came, len(d.order)
		return
	}
	h.Open, h.Recorded, h.Told, h.Commits = false, true, true, came
	d.order = append(d.order, h)
	if len(left) > 0 {
		h.Rewritten, h.Dropped = true, left
	}
	for _, id := range left {
		d.dropped[id]++
	}
}

// resume continues the pushes that were begun: one that is on the branch is closed with the commits that
// no ship is recorded to have brought since; another is lost.
func (d *days) resume() {
	for _, h := range d.held {
		switch on := d.leads(d.tip); {
		case !h.Open:
		case on[h.Move.New]:
			left := slices.DeleteFunc(slices.Clone(h.Commits), func(id domain.CommitID) bool {
				return slices.ContainsFunc(d.order[d.began[h]:], func(o *ship.Held) bool { return slices.Contains(o.Commits, id) })
			})
			if len(left) > 0 {
				h.Open, h.Recorded, h.Told, h.Commits = false, true, true, left
				d.order = append(d.order, h)
			}
		default:
			d.lost(h)
		}
	}
}

// lost marks a begun push that cannot be recorded any more. What it left on the branch is unlogged, and
// is not reported so where a scan read it while it could still be recorded.
func (d *days) lost(h *ship.Held) {
	for _, id := range h.Commits {
		d.either[id] = true
	}
}

// scan looks at the branch and appends what it finds.
func (d *days) scan(t rapid.TB) []ship.Found {
	if d.looked != d.tip {
		d.moves = append(d.moves, ship.Moved{Event: domain.EventID{15: byte(len(d.moves) + 1)}, At: d.tell(nil, maps.Clone(d.unseen)), Old: d.looked, New: d.tip, First: d.looked == ""})
		d.looked = d.tip
	}
	look := ship.Look{Target: demo, History: d.repo, Tip: d.tip, Moves: d.moves}
	for _, h := range d.held {
		look.Held = append(look.Held, *h)
	}
	scan := look.Scan()
	d.wantParted(t, scan.Parted)
	found := scan.Found
	for _, f := range found {
		d.hold(t, f)
	}
	return found
}

// wantParted holds that the branch parted only from what is not on it, and from what was recorded.
func (d *days) wantParted(t rapid.TB, parted []ship.Found) {
	on := d.leads(d.tip)
	for _, f := range parted {
		for _, id := range f.Payload.(*domain.ShipRewritten).Dropped {
			if on[id] || on[f.Move.Old] || d.leads(f.Move.Old)[d.tip] || d.landed[id] == 0 {
				t.Fatalf("%s\nto %s: it parted from %s", strings.Join(d.done, "\n"), d.tip, id)
			}
		}
	}
}

func (d *days) hold(t rapid.TB, f ship.Found) {
	h := d.of(f.Move)
	switch p := f.Payload.(type) {
	case *domain.ShipProvenance:
		if h.Told {
			t.Fatalf("%s\n%v is told again", strings.Join(d.done, "\n"), f.Move)
		}
		if h.Told = true; h.Open {
			d.lost(h)
			h.Open, h.Commits = false, nil
		}
		d.order = append(d.order, h)
		for i := range p.Commits {
			h.Commits = append(h.Commits, p.Commits[i].Commit)
		}
	case *domain.ShipRewritten:
		h.Rewritten, h.Dropped = true, p.Dropped
	case *domain.ShipUnloggedPushFound:
		h.Unlogged = p.Commits
	}
}

// dayReturns bring back what was taken off.
var dayReturns = map[string]func(d *days) domain.CommitID{
	"undo":          func(d *days) domain.CommitID { return d.was },
	"merge the old": func(d *days) domain.CommitID { return d.commit(d.tip, d.was) },
	"half of the old": func(d *days) domain.CommitID {
		if parents := d.repo[d.was].Parents; len(parents) > 0 {
			return parents[len(parents)-1]
		}
		return d.was
	},
}

// day is one push, and what is done after it.
type day struct {
	work           string
	by             sight
	scans, resumes bool
}

// live draws pushes of some work, seen and unseen, with scans in between.
func (d *days) live(t *rapid.T, some ...map[string]func(d *days) domain.CommitID) {
	work := map[string]func(d *days) domain.CommitID{}
	for _, one := range some {
		maps.Copy(work, one)
	}
	names := slices.Sorted(maps.Keys(work))
	if rapid.Bool().Draw(t, "looks first") {
		d.done = append(d.done, "look")
		d.scan(t)
	}
	for range rapid.IntRange(1, 20).Draw(t, "pushes") {
		d.pass(t, day{rapid.SampledFrom(names).Draw(t, "work"), rapid.SampledFrom([]sight{unseen, seen, begun}).Draw(t, "sight"),
			rapid.Bool().Draw(t, "scans"), rapid.Bool().Draw(t, "resumes")}, work)
	}
	d.end(t)
}

// pass lets a day pass.
func (d *days) pass(t rapid.TB, one day, work map[string]func(d *days) domain.CommitID) {
	d.done = append(d.done, fmt.Sprint(one.work, " ", one.by, " scans=", one.scans, " resumes=", one.resumes))
	d.push(work[one.work](d), one.by)
	if one.scans {
		d.look(t)
	}
	if one.resumes {
		d.resume()
	}
}

// end continues what was begun and scans, and once more: all is found by then.
func (d *days) end(t rapid.TB) {
	d.resume()
	d.look(t)
	if again := d.scan(t); len(again) > 0 {
		t.Fatalf("%s\nscanned again: %+v", strings.Join(d.done, "\n"), again)
	}
}

// look scans, and counts what that can see as dropped.
func (d *days) look(t rapid.TB) {
	for _, id := range without(d.leads(d.looked), d.leads(d.tip)) {
		d.dropped[id] = max(d.dropped[id], 1)
	}
	d.scan(t)
}

// TestDaysOfPushes pushes in every way, amends and replaces, seen and unseen, and scans in
// between. Each commit of the branch landed with one ship; each that was taken off while
// it could be observed is recorded as dropped once; and of the branch exactly what was not
// recorded is unlogged.
func TestDaysOfPushes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDays()
		d.live(t, dayWork)
		times, gone, unlogged := d.told()
		on, unseen := d.leads(d.tip), d.unlogged()
		for id := range d.repo {
			switch {
			case on[id] && times[id] != 1, times[id] > 1:
				t.Errorf("%s landed with %d ships", id, times[id])
			case gone[id] != d.dropped[id]:
				t.Errorf("%s is told as dropped %d times, was %d times", id, gone[id], d.dropped[id])
			case on[id] && unlogged[id] != unseen[id] && !d.either[id]:
				t.Errorf("%s unlogged %v, want %v", id, unlogged[id], unseen[id])
			}
		}
		if t.Failed() {
			t.Fatalf("%s\nto %s", strings.Join(d.done, "\n"), d.tip)
		}
	})
}

// TestWhatComesBack also brings back what was taken off: each commit of the branch landed
// with some ship, and with no more of them than it came times.
func TestWhatComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDays()
		d.live(t, dayWork, dayReturns)
		d.wantShips(t)
	})
}

// wantShips holds that each commit of the branch landed with some ship, and with no more of
// them than it came times.
func (d *days) wantShips(t rapid.TB) {
	times, _, _ := d.told()
	for id := range d.leads(d.tip) {
		if times[id] == 0 || times[id] > d.landed[id] {
			t.Fatalf("%s\nto %s: %s landed with %d ships, came %d times", strings.Join(d.done, "\n"), d.tip, id, times[id], d.landed[id])
		}
	}
}

// TestWhatCameBackOnce lets days pass on which it went wrong.
func TestWhatCameBackOnce(t *testing.T) {
	work := maps.Clone(dayWork)
	maps.Copy(work, dayReturns)
	for name, all := range map[string][]day{
		"more is told to have left than to have come": {
			{"two commits", unseen, true, false}, {"merge the old", unseen, false, false}, {"reset", seen, true, false},
			{"merge the old", unseen, false, false}, {"amend", seen, false, false}, {"merge main", seen, false, false}, {"merge", unseen, false, false},
		},
		"a push that was cut off brings back what was taken off": {
			{"amend", unseen, false, false}, {"amend", seen, false, false}, {"merge the old", begun, false, false}, {"merge main", seen, true, false},
		},
		"a push that was cut off is taken off, and half of it comes back": {
			{"undo", begun, true, false}, {"octopus", unseen, true, false}, {"amend", seen, true, false}, {"merge", begun, true, false},
			{"amend", begun, false, true}, {"merge the old", begun, true, false}, {"amend", begun, false, false}, {"reset", unseen, false, true},
			{"two commits", begun, true, false}, {"reset", seen, false, true}, {"merge the old", unseen, false, true}, {"replace", unseen, true, false},
			{"merge", unseen, true, true}, {"commit", begun, true, false}, {"amend", unseen, false, false}, {"commit", unseen, true, false},
			{"merge the old", unseen, false, true}, {"two commits", begun, false, false}, {"two commits", unseen, true, false},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDays()
			d.scan(t)
			for _, one := range all {
				d.pass(t, one, work)
			}
			d.end(t)
			d.wantShips(t)
		})
	}
}

// told counts in the ships of the log how often each commit landed and was dropped, and lists
// those that came unlogged.
func (d *days) told() (times, gone map[domain.CommitID]int, unlogged map[domain.CommitID]bool) {
	times, gone, unlogged = map[domain.CommitID]int{}, map[domain.CommitID]int{}, map[domain.CommitID]bool{}
	for _, h := range d.held {
		for _, id := range h.Commits {
			if !h.Open {
				times[id]++
			}
		}
		for _, id := range h.Dropped {
			gone[id]++
		}
		for _, id := range h.Unlogged {
			unlogged[id] = true
		}
	}
	return times, gone, unlogged
}
