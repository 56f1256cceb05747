package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/cmd/claw/keyring"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/signing"
)

// checkKeys looks for keys of signers that an agent could use without a person.
func (a *app) checkKeys(rules *approval.Rules) check {
	const name = "approver_keys"
	signers := rules.Signers.Now()
	if len(signers.All()) == 0 {
		return check{name, healthOK, "nobody may grant approvals yet", ""}
	}
	at := a.usableKeys(signers)
	if len(at) > 0 {
		return check{name, healthWarn, "an agent could grant approvals with: " + strings.Join(at, ", "),
			"encrypt the file (ssh-keygen -p), ask at each use (ssh-add -c), or sign with a FIDO key"}
	}
	return check{name, healthOK, many(len(signers.All()), "signer") + ", and no key of theirs lies open here", ""}
}

// usableKeys names where keys of signers can be used by any program of this person. An
// agent does not tell which of its keys it asks about.
func (a *app) usableKeys(signers *approval.Signers) (at []string) {
	for _, fingerprint := range a.keyring().InAgent() {
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
		if s := signers.Find(signing.KeyID(key)); s != nil {
			at = append(at, file+" of "+s.Principal)
		}
	}
	return at
}
