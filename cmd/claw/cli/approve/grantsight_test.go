package approvecmd_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// askedShips are two commits on top of the yard's, by an author whose name hides something;
// the second one was not chosen.
const askedShips = `commit refs/heads/main
committer C` + "\u0430" + `rol <carol@example.org> 1700000700 +0000
data <<M
Fix` + "\u202e" + ` it

M
from refs/heads/main^0
M 755 inline run.sh
data <<D
one
two
D

commit refs/heads/main
committer Dave <dave@example.org> 1700000800 +0000
data <<M
Along
M
D more
M 120000 inline li` + "\u200b" + `nk
data <<D
/etc/passwd
D

`

// askShip prepares the commits of the yard, of which one is intended, and requests an approval.
func askShip(t *testing.T) (w *clitest.World, id string) {
	w = clitest.New(t)
	w.InYard(askedShips, "fast-import", "--quiet", "--force")
	meant := w.InYard("", "rev-parse", "main~1")
	d := clitest.Documents(t, w.Must("ship", "prepare", "yard", "--commit", meant[:12], "--json").Out)[0]
	id = clitest.Documents(t, w.Must("approval", "request", "--class", "ship", "--repo", d["repo"].(string), "--ref", d["ref"].(string),
		"--base", d["base_commit"].(string), "--head", d["head_commit"].(string), "--tree", d["tree"].(string), "--json").Out)[0]["approval"].(string)
	return w, id
}

// TestAShipIsGrantedInView looks at what the approver of a ship sees before the yes.
func TestAShipIsGrantedInView(t *testing.T) {
	w, id := askShip(t)
	w.Must("approval", "grant", id, "--key", "alice.key", "--clone", "yard")
	shown := w.Person.Shown.String()
	for _, want := range []string{
		"remote       origin, example.org/demo", "moves        refs/heads/main, " + string(clitest.DemoMerge) + ".." + w.InYard("", "rev-parse", "main"), "branch       main",
		"3 commits, 1 meant, 2 riding along", "intentional  Fix<U+202E> it  by C<U+0430>rol <carol@example.org>", "rider        Along  by Dave <dave@example.org>",
		"files        2 files, +3 -0", "+2 -0       run.sh, new a program", `$'li\u200bnk', new a link`, "tests        none recorded",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the approver does not see %q\n%s", want, shown)
		}
	}
}

// TestAShipThatIsNotHereIsNamed: without a clone the approver sees what the log holds, and
// that the rest is not shown.
func TestAShipThatIsNotHereIsNamed(t *testing.T) {
	w, id := askShip(t)
	w.Must("approval", "grant", id, "--key", "alice.key")
	for _, want := range []string{"3 commits, 1 meant, 2 riding along", "files        not shown: ", "--clone FOLDER"} {
		if shown := w.Person.Shown.String(); !strings.Contains(shown, want) {
			t.Errorf("the approver does not see %q\n%s", want, shown)
		}
	}
}

// TestACommandIsGrantedInView looks at which programs an approver lets run.
func TestACommandIsGrantedInView(t *testing.T) {
	w := clitest.New(t)
	w.File("bin/deploy", "#!/bin/sh\n")
	if err := os.Chmod(w.Path("bin/deploy"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.Symlink("deploy", "bin/ship")
	w.Env["PATH"] = w.Path("bin") + string(os.PathListSeparator) + w.Env["PATH"]
	sum := sha256.Sum256([]byte("#!/bin/sh\n"))
	id := clitest.Documents(t, w.Must("approval", "request", "--json", "--", "sh", "-c", "cd x && ship --now | nowhere").Out)[0]["approval"].(string)
	w.Must("approval", "grant", id, "--key", "alice.key")
	shown := strings.Join(strings.Fields(w.Person.Shown.String()), " ")
	for _, want := range []string{"program sh → ", "program ship → ", "→ " + w.Path("bin/deploy") + " sha256 " + hex.EncodeToString(sum[:])} {
		if !strings.Contains(shown, want) {
			t.Errorf("the approver does not see %q\n%s", want, shown)
		}
	}
}
