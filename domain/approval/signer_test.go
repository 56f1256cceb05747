package approval_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain/approval"
)

const blob = "AAAAC3NzaC1lZDI1NTE5AAAAINTxKyVtyF/nckJDBgxqMNXP66ZafM6mMw6k3dQQUpPb"

func TestParseSigner(t *testing.T) {
	for name, row := range map[string]struct {
		line string
		want string // of what is wrong
	}{
		"a person's key":              {"alice@example.org ssh-ed25519 " + blob, ""},
		"with a comment":              {"alice@example.org ssh-ed25519 " + blob + " alice's laptop", ""},
		"with namespaces":             {`alice@example.org namespaces="approval@claw,signers@claw" ssh-ed25519 ` + blob, ""},
		"with times":                  {`alice@example.org valid-after="20260101Z",valid-before="202601020304Z" ssh-ed25519 ` + blob, ""},
		"two people":                  {"alice,bob ssh-ed25519 " + blob, "names no single principal"},
		"a pattern":                   {"*@example.org ssh-ed25519 " + blob, "names no single principal"},
		"a certificate authority":     {"alice cert-authority ssh-ed25519 " + blob, "is a certificate authority"},
		"a namespace pattern":         {`alice namespaces="*" ssh-ed25519 ` + blob, "has a pattern for a namespace"},
		"a time without a zone":       {`alice valid-after="20260101" ssh-ed25519 ` + blob, "has the time 20260101 without a zone or in another form"},
		"an unknown option":           {"alice no-such ssh-ed25519 " + blob, "has the unknown option or key type no-such"},
		"a key of another type":       {"alice ssh-rsa " + blob, "holds no ssh-rsa key"},
		"no base64":                   {"alice ssh-ed25519 !!", "holds no ssh-ed25519 key"},
		"a .pub file's line":          {"ssh-ed25519 " + blob + " alice", "is a public key without whose it is"},
		"no key":                      {"alice ssh-ed25519", "holds no public key"},
		"an open quote":               {`alice namespaces="x ssh-ed25519 ` + blob, "has a quote that is not closed"},
		"nothing":                     {"", "is no allowed_signers line"},
		"two lines in one":            {"alice ssh-ed25519 " + blob + "\nmallory ssh-ed25519 " + blob, "is no allowed_signers line"},
		"a DSA key, as ssh-keygen is": {"alice ssh-dss " + blob, "has the unknown option or key type ssh-dss"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := approval.ParseSigner(row.line)
			got := ""
			if err != nil {
				got = messageOf(t, err)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

func TestASignerMaySignInItsTimeAndForItsPurpose(t *testing.T) {
	s, err := approval.ParseSigner(`alice namespaces="approval@claw",valid-after="20260102Z",valid-before="20260103Z" ssh-ed25519 ` + blob)
	if err != nil {
		t.Fatal(err)
	}
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	for name, row := range map[string]struct {
		namespace string
		at        time.Time
		want      bool
	}{
		"inside":              {"approval@claw", day(2), true},
		"for another purpose": {"signers@claw", day(2), false},
		"before":              {"approval@claw", day(2).Add(-1), false},
		"after":               {"approval@claw", day(3), false},
	} {
		if got := s.MayUse(row.namespace, row.at); got != row.want {
			t.Errorf("%s: %v, want %v", name, got, row.want)
		}
	}
}

func FuzzParseSigner(f *testing.F) {
	f.Add("alice@example.org ssh-ed25519 " + blob)
	f.Add(`alice namespaces="a",valid-after="20260101Z" ssh-ed25519 ` + blob)
	f.Fuzz(func(t *testing.T, line string) {
		s, err := approval.ParseSigner(line)
		if err != nil {
			return
		}
		if again, err := approval.ParseSigner(s.Line); err != nil || cmp.Diff(s, again) != "" {
			t.Fatalf("%q reads as %+v, again as %+v, %v", line, s, again, err)
		}
	})
}
