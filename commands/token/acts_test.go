package token_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// TestAnImportIsAnActOfItsTokenByItsAdmission imports, for one token, an event of another log that carries
// the channel of another token.
func TestAnImportIsAnActOfItsTokenByItsAdmission(t *testing.T) {
	log, other := commandtest.NewLog(t), commandtest.NewLog(t)
	tokens := tokensOf(log, record.StandingTerminal)
	for _, name := range []string{"dash", "courier"} {
		if _, err := tokens.Create(t.Context(), terms(name, domain.TokenImport)); err != nil {
			t.Fatal(err)
		}
	}
	appended := func(to eventlog.Log, key, channel string) domain.EventID {
		d := commandtest.Said(key, "hello")
		d.Source.Channel = channel
		if _, err := to.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
		return d.ID
	}
	own := appended(log, "own", token.Channel+"dash")
	foreign := appended(other, "foreign", token.Channel+"dash")
	exported := commandtest.Lines(t, other)
	for _, channel := range []string{token.Channel + "courier", ""} { // the second one brings nothing new
		if _, err := importing.Copy(t.Context(), log, producers.Lines(bytes.NewReader(bytes.Join(exported, []byte("\n")))), channel); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	var of []domain.EventID // that the acts are about
	err := (&token.Book{Log: log}).EachAct(t.Context(), func(act token.Act) bool {
		if act.Did == token.DidAppend {
			got = append(got, act.Name+" "+string(act.Event.Kind))
			of = append(append(of, act.Event.ID), act.Event.Causes...)
		}
		return true
	})
	if diff := cmp.Diff([]string{"dash message.recorded", "courier log.admitted"}, got); diff != "" || err != nil {
		t.Fatalf("%v (-want +acts)\n%s", err, diff)
	}
	if of[0] != own || of[2] != foreign || len(of) != 3 {
		t.Errorf("the acts are about %v, want %s and %s", of, own, foreign)
	}
}
