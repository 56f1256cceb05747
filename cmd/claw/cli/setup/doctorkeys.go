package setupcmd

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/keyring"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/proof"
)

// checkSigners checks who may grant approvals now.
func checkSigners(rules *approval.Rules, now time.Time) check {
	const name = "signers"
	present, able, changing := 0, 0, 0
	signers := rules.Signers.Now().All()
	for i := range signers {
		s := &signers[i]
		if s.MayUse(approval.SignersNamespace, now) {
			changing++
		}
		if !s.MayUse(approval.GrantNamespace, now) {
			continue
		}
		if able++; s.Hardware() {
			present++
		}
	}
	for _, c := range rules.Signers.Changes() {
		if c.Refused != "" {
			return check{name, healthWarn, "a change of the signers does not count: " + string(c.Refused), "claw signers list names it"}
		}
	}
	const nobody = "nobody may grant approvals, so what a policy holds back is let through by nobody"
	switch {
	case len(signers) == 0:
		return check{name, healthWarn, nobody, "claw signers add LINE"}
	case able == 0 && changing == 0:
		return check{name, healthWarn, nobody + ": no line of " + term.Many(len(signers), "signer") + " holds now, and no key may add another",
			"claw signers list says for what and until when each holds"}
	case able == 0:
		return check{name, healthWarn, nobody + ": no line of " + term.Many(len(signers), "signer") + " holds now for grants",
			"claw signers list says for what and until when each holds; claw signers add LINE"}
	case able < len(signers):
		return check{name, healthOK, fmt.Sprintf("%s, of which %d may grant now, %d with a key that proves presence", term.Many(len(signers), "signer"), able, present), ""}
	}
	return check{name, healthOK, fmt.Sprintf("%s, %d of them with a key that proves presence", term.Many(len(signers), "signer"), present), ""}
}

// checkKeys looks for signers' keys that an agent could use without a person.
func checkKeys(a *app.App, rules *approval.Rules) check {
	const name = "approver_keys"
	signers := rules.Signers.Now()
	if len(signers.All()) == 0 {
		return check{name, healthOK, "there are no signers, whose keys could lie open here", ""}
	}
	at := usableKeys(a, signers)
	if len(at) > 0 {
		return check{name, healthWarn, "an agent could grant approvals with: " + strings.Join(at, ", "),
			"encrypt the file (ssh-keygen -p), ask at each use (ssh-add -c), or sign with a FIDO key"}
	}
	return check{name, healthOK, term.Many(len(signers.All()), "signer") + ", and no key of theirs lies open here", ""}
}

// usableKeys names the places where any program of this person can use a signer's key. An ssh-agent
// does not report which of its keys need a confirmation.
func usableKeys(a *app.App, signers *approval.Signers) (at []string) {
	for _, fingerprint := range approvaltext.Keyring(a).InAgent() {
		if s := signers.Find(fingerprint); s != nil {
			at = append(at, "the ssh-agent's key of "+s.Principal)
		}
	}
	files, _ := fs.Glob(os.DirFS(a.Home), ".ssh/*") // the pattern is well formed, whatever the home folder is called
	for _, name := range files {
		file := filepath.Join(a.Home, filepath.FromSlash(name))
		key, open, err := keyring.Unlocked(file)
		if err != nil || !open {
			continue
		}
		if s := signers.Find(proof.KeyID(key)); s != nil {
			at = append(at, file+" of "+s.Principal)
		}
	}
	return at
}
