package token_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// madeToken is a token of a log that is valid for a day.
func madeToken(t *testing.T, log eventlog.Log) token.Created {
	t.Helper()
	p := terms("dashboard")
	p.ExpiresAt = domain.At(now.Add(24 * time.Hour))
	made, err := tokensOf(log, record.StandingTerminal).Create(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestTheLastUseIsNotedOnceAnHour shows a secret at times of one day.
func TestTheLastUseIsNotedOnceAnHour(t *testing.T) {
	log := commandtest.NewLog(t)
	made := madeToken(t, log)
	folder := filepath.Join(t.TempDir(), "tokens")
	failed := 0
	watched := &token.Watched{Book: &token.Book{Log: log}, Uses: token.Uses(folder), Failed: func(error) { failed++ }}
	for _, of := range []struct {
		says        string
		after, want time.Duration
	}{
		{"the first use", 0, 0},
		{"within the hour", 59 * time.Minute, 0},
		{"an hour later", time.Hour, time.Hour},
		{"within the next", 90 * time.Minute, time.Hour},
		{"by a clock that was set back far", -2 * time.Hour, -2 * time.Hour},
	} {
		if _, err := watched.Holder(t.Context(), made.Secret, now.Add(of.after)); err != nil {
			t.Fatal(err)
		}
		last, err := watched.Uses.Last(made.ID)
		if got := last.Time().Sub(now); err != nil || got != of.want {
			t.Errorf("%s: noted at %s, want %s; %v", of.says, got, of.want, err)
		}
	}
	if _, err := watched.Holder(t.Context(), made.Secret+"x", now.Add(9*time.Hour)); err == nil {
		t.Error("another secret is taken")
	}
	if last, _ := watched.Uses.Last(made.ID); last.Time().Sub(now) != -2*time.Hour || failed != 0 {
		t.Errorf("a refused secret is noted at %s; %d failures", last, failed)
	}
	if err := os.WriteFile(filepath.Join(folder, made.ID.String()), []byte("noon"), 0o600); err != nil {
		t.Fatal(err)
	}
	if last, err := watched.Uses.Last(made.ID); err == nil {
		t.Errorf("a file without a time is read as %s", last)
	}
}

// TestATokenIsTakenWhereItsUseCannotBeNoted has a file where the folder would be.
func TestATokenIsTakenWhereItsUseCannotBeNoted(t *testing.T) {
	log := commandtest.NewLog(t)
	made := madeToken(t, log)
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	failed := 0
	watched := &token.Watched{Book: &token.Book{Log: log}, Uses: token.Uses(file), Failed: func(error) { failed++ }}
	if _, err := watched.Holder(t.Context(), made.Secret, now); err != nil || failed != 1 {
		t.Errorf("%v, %d failures", err, failed)
	}
}
