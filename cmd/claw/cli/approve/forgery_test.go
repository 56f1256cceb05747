package approvecmd_test

import (
	"slices"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/proof/prooftest"
)

// forgery is one way to a grant or a use that no person gave, tried in every place where
// one might count: with the program, as a row that a reader of the log folds, and as an
// envelope that a stranger verifies. Each says why it does not count.
type forgery struct {
	name              string
	cli, fold, export func(*trial) string
	want              [3]string // of cli, fold, export
}

func all(why domain.ApprovalRefusal) [3]string {
	return [3]string{string(why), string(why), string(why)}
}

// items are what a forgery suite has to have, each once.
var items = []string{"unsigned", "badly signed", "signed for another purpose", "signed by a stranger", "an edited statement", "granted by who asked",
	"used again", "another argument", "another folder", "another path", "another repository", "another ref", "another tree", "expired", "revoked",
	"used by one whom nobody named", "software where presence is due", "a token that nobody touched", "a row written straight into the file",
	"a second bootstrap", "a signer who left before the use", "an action with a secret"}

// TestEachForgeryCountsNowhere holds the table to the list, and every cell to its proof.
func TestEachForgeryCountsNowhere(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range forgeries() {
		seen[f.name] = true
		for i, place := range []struct {
			name string
			try  func(*trial) string
		}{{"cli", f.cli}, {"fold", f.fold}, {"export", f.export}} {
			t.Run(f.name+"/"+place.name, func(t *testing.T) {
				t.Parallel()
				if place.try == nil || f.want[i] == "" || f.want[i] == "accepted" {
					t.Fatal("nothing proves it here")
				}
				if got := place.try(newTrial(t)); got != f.want[i] {
					t.Errorf("%q, want %q", got, f.want[i])
				}
			})
		}
	}
	for _, name := range items {
		if !seen[name] {
			t.Errorf("no row for %q", name)
		}
		delete(seen, name)
	}
	for name := range seen {
		t.Errorf("%q is not in the list", name)
	}
}

// TestWhatIsNoForgeryCounts is the control: the same ways without a forgery.
func TestWhatIsNoForgeryCounts(t *testing.T) {
	x := newTrial(t)
	p := x.row(clitest.Signer(clitest.AliceSeed), approval.GrantNamespace, nil)
	x.smuggle(x.stream, p)
	if got := word(x.folded().Grants[0].Void); got != "accepted" {
		t.Errorf("a good grant: %s", got)
	}
	if got := x.exportedRow(p); got != "status granted, exit 0" {
		t.Errorf("its export: %s", got)
	}
	if got := x.consumes(asked()); got != "accepted" {
		t.Errorf("its use: %s", got)
	}
	z := newTrial(t)
	z.tokenSigner()
	z.presenceDue()
	if got := z.tokenGrants(prooftest.Token{Seed: tokenSeed, Flags: prooftest.Touched}); got != "accepted" {
		t.Errorf("a token that somebody touched: %s", got)
	}
	if g := z.folded().Grants[0]; g.Assurance != domain.AssurancePresence {
		t.Errorf("its assurance: %s", g.Assurance)
	}
	y := newTrial(t).granted()
	if got := y.smuggledUse(y.action(), asker, y.scope()); got != "accepted" {
		t.Errorf("a use by hand: %s", got)
	}
}

// forgeries is the table.
func forgeries() []forgery {
	return slices.Concat(forgedGrants(), widened(), late(), strangers())
}

// forgedRow is a forgery of a grant: its row is in the log, and its envelope in a file.
func forgedRow(name string, why domain.ApprovalRefusal, row func(*trial) *domain.ApprovalGranted) forgery {
	return forgery{name,
		func(x *trial) string {
			x.smuggle(x.stream, row(x))
			if got := x.says("approval", "export", x.stream.String()); got != string(why) {
				x.T.Errorf("export: %s", got)
			}
			return x.consumes(asked())
		},
		func(x *trial) string {
			x.smuggle(x.stream, row(x))
			return word(x.folded().Grants[0].Void)
		},
		func(x *trial) string {
			p := row(x)
			x.smuggle(x.stream, p)
			return x.exportedRow(p)
		}, all(why)}
}

func forgedGrants() []forgery {
	good := func(x *trial) *domain.ApprovalGranted {
		return x.row(clitest.Signer(clitest.AliceSeed), approval.GrantNamespace, nil)
	}
	return []forgery{
		forgedRow("unsigned", domain.RefusedSignature, func(x *trial) *domain.ApprovalGranted {
			p := good(x)
			p.Signature = ""
			return p
		}),
		forgedRow("badly signed", domain.RefusedSignature, func(x *trial) *domain.ApprovalGranted {
			p, other := good(x), x.row(clitest.Signer(clitest.AliceSeed), approval.GrantNamespace, func(s *approval.GrantStatement) { s.Nonce = "ff" })
			p.Signature = other.Signature
			return p
		}),
		forgedRow("signed for another purpose", domain.RefusedSignature, func(x *trial) *domain.ApprovalGranted {
			return x.row(clitest.Signer(clitest.AliceSeed), "file", nil)
		}),
		forgedRow("signed by a stranger", domain.RefusedSignerUnknown, func(x *trial) *domain.ApprovalGranted {
			return x.row(clitest.Signer(clitest.StrangerSeed), approval.GrantNamespace, nil)
		}),
		forgedRow("an edited statement", domain.RefusedSignature, func(x *trial) *domain.ApprovalGranted {
			p, wider := good(x), x.row(clitest.Signer(clitest.AliceSeed), approval.GrantNamespace, func(s *approval.GrantStatement) { s.Uses = 9 })
			p.Statement, p.Uses = wider.Statement, 9
			return p
		}),
		forgedRow("granted by who asked", domain.RefusedSelf, func(x *trial) *domain.ApprovalGranted {
			x.ask(asked().but("--as", string(alice)))
			return good(x)
		}),
		forgedRow("software where presence is due", domain.RefusedAssurance, func(x *trial) *domain.ApprovalGranted {
			x.presenceDue()
			return good(x)
		}),
		forgedRow("a row written straight into the file", domain.RefusedSignature, func(*trial) *domain.ApprovalGranted {
			return &domain.ApprovalGranted{Approver: alice, Assurance: domain.AssurancePresence, ExpiresAt: domain.At(clitest.Now.AddDate(1, 0, 0)), Uses: 9,
				Nonce: "00", Key: clitest.CarolsKey, Statement: "e30=", Signature: "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n"}
		}),
	}
}

// widened are uses of a good grant for more, or for something else, than was granted.
func widened() []forgery {
	beyond := func(name string, u use, action func(*domain.Action), scope func(*domain.ApprovalScope), statement func(*approval.GrantStatement)) forgery {
		return forgery{name,
			func(x *trial) string { return x.granted().consumes(u) },
			func(x *trial) string {
				x.granted()
				does, there := x.action(), x.scope()
				if action != nil {
					action(&does)
				}
				if scope != nil {
					scope(&there)
				}
				return x.smuggledUse(does, asker, there)
			},
			func(x *trial) string { return x.granted().exportedEdited(statement) },
			[3]string{string(domain.RefusedScope), string(domain.RefusedScope), string(domain.RefusedSignature)}}
	}
	other := func(s *approval.GrantStatement) { s.ActionDigest[0]++ }
	more := asked()
	more.argv = []string{"deploy", "now", "--all"}
	folder := beyond("another folder", asked(), func(a *domain.Action) { a.CWD = "/elsewhere" }, nil, other)
	folder.cli = func(x *trial) string {
		x.granted()
		x.Folder("elsewhere")
		x.Env["CLAW_LOG"] = x.World.Log()
		x.Dir = x.Path("elsewhere")
		return x.consumes(asked())
	}
	path := beyond("another path", asked(), func(a *domain.Action) { a.Argv = []string{"Write", `{"file_path":"/etc/passwd"}`} }, nil, other)
	path.cli = func(x *trial) string {
		x.File("q.diff", "--- /etc/passwd\n+++ /etc/passwd\n")
		d := clitest.Documents(x.T, x.Must("approval", "request", "--json", "--as", asker, "--patch", "p.diff").Out)[0]
		x.stream = clitest.Stream(x.T, d["approval"].(string))
		x.granted("--patch", "p.diff")
		return x.says("approval", "consume", x.stream.String(), "--as", asker, "--patch", "q.diff")
	}
	return []forgery{
		beyond("another argument", more, func(a *domain.Action) { a.Argv = append(a.Argv, "--all") }, nil, other),
		folder, path,
		beyond("another repository", asked().but("--repo", "example.org/other"), nil, func(s *domain.ApprovalScope) { s.Repo = "example.org/other" },
			func(s *approval.GrantStatement) { s.Scope.Repo = "" }),
		beyond("another ref", asked().but("--ref", "refs/heads/release"), nil, func(s *domain.ApprovalScope) { s.Ref = "refs/heads/release" },
			func(s *approval.GrantStatement) { s.Scope.Ref = "" }),
		beyond("another tree", asked().but("--tree", "d0"), func(a *domain.Action) { a.Tree = "d0" }, nil, other),
	}
}

// late are uses of a grant that was good, too late or by the wrong one.
func late() []forgery {
	relay := func(s *approval.GrantStatement) { s.Delegates = append(s.Delegates, "agent:codex/other") }
	again := func(x *trial) *trial {
		x.granted()
		if got := x.consumes(asked()); got != "accepted" {
			x.T.Fatalf("the first use: %s", got)
		}
		return x
	}
	expired := func(x *trial) *trial {
		x.granted("--for", "1h")
		x.later(2 * time.Hour)
		return x
	}
	revoked := func(x *trial) *trial {
		x.granted()
		x.Must("approval", "revoke", x.stream.String())
		return x
	}
	left := func(x *trial) *trial {
		x.ask(asked())
		x.KeyFile("carol.key", clitest.CarolSeed, "")
		x.Must("approval", "grant", x.stream.String(), "--key", "carol.key")
		return x
	}
	remove := func(x *trial) *trial {
		x.Must("signers", "remove", clitest.CarolsKey, "--key", "alice.key")
		return x
	}
	use := func(x *trial) string { return x.smuggledUse(x.action(), asker, x.scope()) }
	return []forgery{
		{"used again", func(x *trial) string { return again(x).consumes(asked()) }, func(x *trial) string { return use(again(x)) },
			func(x *trial) string { return again(x).exportedStored() },
			[3]string{string(domain.RefusedConsumed), string(domain.RefusedConsumed), "status consumed, exit 0"}},
		{"expired", func(x *trial) string { return expired(x).consumes(asked()) }, func(x *trial) string { return use(expired(x)) },
			func(x *trial) string { return expired(x).exportedStored() },
			[3]string{string(domain.RefusedExpired), string(domain.RefusedExpired), "status expired, exit 1"}},
		{"revoked", func(x *trial) string { return revoked(x).consumes(asked()) }, func(x *trial) string { return use(revoked(x)) },
			func(x *trial) string { return revoked(x).exportedStored() },
			[3]string{string(domain.RefusedRevoked), string(domain.RefusedRevoked), "status revoked, exit 1"}},
		{"used by one whom nobody named", func(x *trial) string { return x.granted().consumes(asked().but("--as", "agent:codex/other")) },
			func(x *trial) string { return x.granted().smuggledUse(x.action(), "agent:codex/other", x.scope()) },
			func(x *trial) string { return x.granted().exportedEdited(relay) },
			[3]string{string(domain.RefusedDelegate), string(domain.RefusedDelegate), string(domain.RefusedSignature)}},
		{"a signer who left before the use", func(x *trial) string { return remove(left(x)).consumes(asked()) },
			func(x *trial) string { return use(remove(left(x))) },
			func(x *trial) string {
				if got := remove(left(x)).says("approval", "export", x.stream.String()); got != string(domain.RefusedSignerUnknown) {
					x.T.Errorf("export: %s", got)
				}
				return x.exportedStored()
			}, all(domain.RefusedSignerUnknown)},
	}
}

// strangers are signatures of non-signers, tokens that prove no person, and requests that are not allowed.
func strangers() []forgery {
	stranger := func(x *trial) *domain.ApprovalGranted {
		return x.row(clitest.Signer(clitest.StrangerSeed), approval.GrantNamespace, nil)
	}
	return []forgery{
		{"a second bootstrap", func(x *trial) string {
			x.KeyFile("mallory.key", clitest.StrangerSeed, "")
			x.File("mallory.signers", clitest.SignerLine("mallory@example.org", clitest.StrangerSeed))
			return x.says("signers", "add", "mallory.signers", "--key", "mallory.key")
		}, (*trial).smuggledBootstrap, func(x *trial) string {
			x.smuggledBootstrap()
			p := stranger(x)
			x.smuggle(x.stream, p)
			return x.exportedRow(p)
		}, [3]string{string(domain.RefusedSignerUnknown), string(domain.RefusedNonceUsed), string(domain.RefusedSignerUnknown)}},
		{"a token that nobody touched", func(x *trial) string {
			x.tokenSigner()
			x.presenceDue()
			return x.tokenGrants(untouched)
		}, func(x *trial) string {
			x.tokenSigner()
			x.presenceDue()
			p := x.row(untouched, approval.GrantNamespace, nil)
			x.smuggle(x.stream, p)
			return word(x.folded().Grants[0].Void)
		}, func(x *trial) string {
			x.tokenSigner()
			return x.exportedRow(x.row(untouched, approval.GrantNamespace, nil))
		}, all(domain.RefusedAssurance)},
		{"an action with a secret", func(x *trial) string {
			return x.says("approval", "request", "--as", asker, "--head", secretWord)
		}, func(x *trial) string {
			x.smuggledSecret()
			x.says("approval", "consume", x.stream.String(), "--as", asker, "--head", secretWord)
			return string(x.folded().Refusals[0].Reason)
		}, func(x *trial) string {
			x.smuggledSecret()
			if got := x.says("approval", "export", x.stream.String()); got != string(domain.RefusedPending) {
				x.T.Errorf("export: %s", got)
			}
			return x.says("approval", "grant", x.stream.String(), "--key", "alice.key")
		}, all(domain.RefusedSecretInTheAction)},
	}
}
