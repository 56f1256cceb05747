package main_test

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/bench/gen"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

var crews = flag.Int("claw.crews", 1, "how many teams of five machines with processes of their own the campaign has")

// names are the machines of a team. Forwarders of the first three are killed and cut off.
var names = []string{"laptop", "skewed", "restored", "ci", "desk"}

// shared deals the events of streams to machines; those of one in seven go to two of them.
func shared(dice *rand.Rand, all []domain.Draft) [][]domain.Draft {
	shares, owners := make([][]domain.Draft, len(names)), map[domain.StreamID][]int{}
	for _, d := range all {
		if owners[d.Stream] == nil {
			first := len(owners) // each machine has something to send
			if first >= len(names) {
				first = dice.IntN(len(names))
			}
			owners[d.Stream] = []int{first}
			if dice.IntN(7) == 0 {
				owners[d.Stream] = append(owners[d.Stream], (first+1)%len(names))
			}
		}
		for _, i := range owners[d.Stream] {
			shares[i] = append(shares[i], d)
		}
	}
	return shares
}

// TestTheLogOfATeamOfProcessesConverges forwards the logs of five machines, each in a folder of its own, by
// processes of which three are killed and cut off at random. The server is killed, too. One machine has a
// wrong clock, one is restored from an old copy, two import the same session. The documents of the lanes are
// those of one log that got everything directly.
func TestTheLogOfATeamOfProcessesConverges(t *testing.T) {
	t.Parallel()
	for range *crews {
		seed := rand.Uint64()
		if !t.Run("", func(t *testing.T) { converges(t, seed) }) {
			t.Fatalf("the seed is %d", seed)
		}
	}
}

func converges(t *testing.T, seed uint64) {
	dice := rand.New(rand.NewPCG(seed, 1))
	var all []domain.Draft
	for d := range gen.Events(1500, seed) {
		all = append(all, d)
	}
	team, shares := boxOf(t), shared(dice, all)
	if a := team.run("", "claw", "init"); a.code != 0 {
		t.Fatalf("init: %+v", a)
	}
	team.serve()
	end(team.served)
	team.serve()
	direct := &sender{machine: boxOf(t).machine, clock: time.Now}
	direct.append(all)
	senders := make([]*sender, len(names))
	for i, name := range names {
		clock, harms := time.Now, (*rand.Rand)(nil)
		if name == "skewed" {
			clock = func() time.Time { return time.Now().AddDate(3, 0, 0) }
		}
		if i < 3 {
			harms = rand.New(rand.NewPCG(seed, uint64(10+i)))
		}
		senders[i] = senderTo(team, name, clock, harms)
	}
	session, err := filepath.Abs("../../fixtures/claude-code/session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*sender{direct, senders[3], senders[4]} {
		if a := m.run("", "claw", "import", session, "--yes"); a.code != 0 {
			t.Fatalf("import: %+v", a)
		}
	}
	for part := range 3 {
		for i, s := range senders {
			n := len(shares[i])
			drafts, old := shares[i][n*part/3:n*(part+1)/3], s.url+".old"
			last := max(0, len(drafts)-10)
			if names[i] == "restored" && part == 1 { // and records again what the copy does not have, after other events
				s.restore(old)
				s.append(drafts)
				drafts, last = shares[i][max(0, n/3-10):n/3], 0
			}
			s.append(drafts[:last])
			if part == 0 {
				s.backup(old)
			}
			s.append(drafts[last:])
		}
		forwarded(t, senders, func() {
			if part == 1 {
				end(team.served)
				team.serve()
			}
		})
	}
	hasEachOnce(t, team, direct)
	sameOutcomes(t, team, direct)
}

// forwarded forwards what all machines have, while something happens.
func forwarded(t *testing.T, senders []*sender, meanwhile func()) {
	t.Helper()
	var running sync.WaitGroup
	errs := make([]error, len(senders))
	for i, s := range senders {
		running.Go(func() { errs[i] = s.forward() })
	}
	meanwhile()
	running.Wait()
	for i, err := range errs {
		if err != nil {
			t.Fatalf("%s: %v", names[i], err)
		}
	}
}

// hasEachOnce holds the team's log to have every event of another one once, intact, and to have heard all.
func hasEachOnce(t *testing.T, team *box, direct *sender) {
	t.Helper()
	held := map[domain.EventID]int{}
	(&sender{machine: team.machine, clock: time.Now}).opened(func(log eventlog.Log) error {
		for e, err := range log.Read(t.Context(), eventlog.Query{EnvelopeOnly: true}) {
			if err != nil {
				return err
			}
			held[e.ID]++
		}
		return nil
	})
	direct.opened(func(log eventlog.Log) error {
		for e, err := range log.Read(t.Context(), eventlog.Query{EnvelopeOnly: true}) {
			if err != nil {
				return err
			}
			if held[e.ID] != 1 && e.Stream.Family != domain.FamilyLog {
				t.Errorf("the team has event %s %d times", e.ID, held[e.ID])
			}
		}
		return nil
	})
	if a := team.run("", "claw", "log", "verify"); a.code != 0 {
		t.Errorf("verify: %+v", a)
	}
	says := team.run("", "claw", "projector", "status").out
	for _, name := range names {
		if !strings.Contains(says, "heard       "+name+", ") {
			t.Errorf("%s is not heard:\n%s", name, says)
		}
	}
}

// asOf is later than all clocks, for documents of two logs at the same time.
const asOf = "2035-01-01T00:00:00Z"

// position is the line of a document that says at which place of its log it was made.
var position = regexp.MustCompile(` *"as_of_position": \d+,\n`)

// sameOutcomes compares the documents of all lanes, by both servers, and one by claw from the team's log over
// the protocol of EventStoreDB.
func sameOutcomes(t *testing.T, team *box, direct *sender) {
	t.Helper()
	alone := &box{machine: direct.machine}
	alone.serve()
	lanes := regexp.MustCompile(`"lane": "([0-9A-Z]{26})"`).FindAllStringSubmatch(alone.get("/v1/lanes?limit=1000"), -1)
	if len(lanes) < 5 {
		t.Fatalf("there are only %d lanes", len(lanes))
	}
	for _, l := range lanes {
		path := "/v1/lanes/" + l[1] + "/outcome?as_of=" + asOf
		if diff := cmp.Diff(position.ReplaceAllString(alone.get(path), ""), position.ReplaceAllString(team.get(path), "")); diff != "" {
			t.Errorf("lane %s (-direct +team)\n%s", l[1], diff)
		}
	}
	reader := &machine{t, t.TempDir(), programs, strings.Replace(team.ESDB, "esdb://", "esdb://claw@", 1) + "?passwordFile=" + team.Secret + "&tlsCAFile=" + team.cert}
	args := []string{"lane", "outcome", lanes[0][1], "--json", "--as-of", asOf}
	here, there := direct.run("", "claw", args...), reader.run("", "claw", args...)
	if here.code != there.code || position.ReplaceAllString(here.out, "") != position.ReplaceAllString(there.out, "") {
		t.Errorf("by claw:\n%+v\n%+v", here, there)
	}
}
