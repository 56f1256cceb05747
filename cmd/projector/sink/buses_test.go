package sinkcmd_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/sink/sinktest"
	"github.com/clawable/claw/fixtures"
)

var busKills = flag.Int("claw.buskills", 10, "how often the process of the sinks is killed in the campaign of the buses")

// TestEveryBusEndsWithTheFactsOfTheLog kills the process of three sinks while the log grows: a webhook that
// fails every third call, NATS and Kafka. Each ends with what the log says of each lane, in the order of the
// lane, and NATS with each delivery once: it drops what a crash repeats. The server of the log is killed too, while
// 32 producers append: its three readers, of which one is slow, end with each event once and in order.
func TestEveryBusEndsWithTheFactsOfTheLog(t *testing.T) {
	w := clitest.Empty(t)
	called := make(chan int, 10000)
	hook := receiving(t, func(call int, _ delivery) int {
		called <- call
		if call%3 == 0 {
			return http.StatusInternalServerError
		}
		return http.StatusNoContent
	})
	natsd, cluster := sinktest.NATS(t, &server.Options{}), sinktest.Kafka(t)
	stream := sinktest.Stream(t, natsd)
	settings(w, fmt.Sprintf("[[sink]]\nname = 'hook'\nkind = 'webhook'\nurl = '%s'\nfrom = 'start'\n"+
		"[[sink]]\nname = 'nats'\nkind = 'nats'\nurl = '%s'\nsubject = 'claw.outcomes'\nfrom = 'start'\n"+
		"[[sink]]\nname = 'kafka'\nkind = 'kafka'\nbrokers = ['%s']\ntopic = '%s'\nfrom = 'start'\n", hook.URL, natsd.ClientURL(), cluster.ListenAddrs()[0], sinktest.Topic))
	names := fixtures.Names()
	c := newLoad(t, w)
	for n := range *busKills {
		for i := range names {
			if i%*busKills == n {
				importRun(t, w, names[i])
			}
		}
		run, idle := process(t, w)
		c.killed(10*n%30 + 1)
		for range n%4 + 1 { // another place of its life each time
			select {
			case <-called:
			case <-idle:
			}
		}
		if err := run.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = run.Wait() // it was killed
	}
	for try := 0; projector(w, "sink", "run", "--once", "--log", w.Log()).Code != 0; try++ {
		if try > 100 {
			t.Fatal("it never ends")
		}
	}
	c.together()
	var inNATS, inKafka []delivery
	for _, m := range sinktest.InStream(t, stream) {
		inNATS = append(inNATS, deliveryOf(t, m.Data))
	}
	for _, r := range sinktest.InTopic(t, cluster) {
		inKafka = append(inKafka, deliveryOf(t, r.Value))
	}
	facts := stands(t, w)
	if len(facts) < 10 {
		t.Fatalf("the log has %d lanes", len(facts))
	}
	for says, all := range map[string][]delivery{"the webhook": hook.told(), "NATS": inNATS, "Kafka": inKafka} {
		last, twice := lastOf(t, says, all)
		if diff := cmp.Diff(facts, last); diff != "" {
			t.Errorf("%s (-log +receiver)\n%s", says, diff)
		}
		if most := *busKills; twice > most || says == "NATS" && twice > 0 {
			t.Errorf("%s has %d deliveries twice after %d kills", says, twice, most)
		}
	}
}

func deliveryOf(t *testing.T, text []byte) (d delivery) {
	t.Helper()
	if err := json.Unmarshal(text, &d); err != nil || !strings.HasPrefix(d.Key, "outcome-") {
		t.Fatalf("%v: %s", err, text)
	}
	return d
}

// lastOf is the last fingerprint of each lane that a receiver got, where it ignores keys that it has, and
// how many keys it got again.
func lastOf(t *testing.T, says string, all []delivery) (last map[string]string, twice int) {
	t.Helper()
	last, seq, keys := map[string]string{}, map[string]int{}, map[string]bool{}
	for _, d := range all {
		if keys[d.Key] {
			twice++
			continue
		}
		if keys[d.Key] = true; d.Outcome.Seq < seq[d.Outcome.Lane] {
			t.Errorf("%s, lane %s: number %d after %d", says, d.Outcome.Lane, d.Outcome.Seq, seq[d.Outcome.Lane])
		}
		last[d.Outcome.Lane], seq[d.Outcome.Lane] = d.Outcome.Fingerprint, d.Outcome.Seq
	}
	if slices.Contains(slices.Collect(maps.Values(last)), "") {
		t.Errorf("%s: an outcome without a fingerprint", says)
	}
	return last, twice
}
