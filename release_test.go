package claw_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// releaser is the program that makes releases. v2.17.0 imports a module that the Go module proxy refuses; it
// reads .goreleaser.yaml too.
const releaser = "github.com/goreleaser/goreleaser/v2@v2.16.0"

// released is the version that the test gives to the release.
const released = "v0.0.1"

// TestARelease makes a snapshot of the release of one platform, of the commit that is checked out, and runs
// what its .deb installs.
func TestARelease(t *testing.T) {
	if os.Getenv("CLAW_TEST_RELEASE") == "" {
		t.Skip("CLAW_TEST_RELEASE is not set: it builds goreleaser and both programs")
	}
	dist := snapshot(t)
	t.Run("each file has its checksum", func(t *testing.T) { checksummed(t, dist) })
	t.Run("each program has a list of its modules", func(t *testing.T) { listsModules(t, dist) })
	t.Run("the installed package runs", func(t *testing.T) { installed(t, dist) })
}

// snapshot returns the folder of a release of a clone of this repository.
func snapshot(t *testing.T) string {
	t.Helper()
	clone := filepath.Join(t.TempDir(), "claw")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	runIn(t, here, "git", "clone", "-q", "--no-hardlinks", here, clone)
	runIn(t, clone, "git", "tag", released)
	config := readText(t, ".goreleaser.yaml")
	all := "targets: [linux_amd64, linux_arm64, darwin_arm64, windows_amd64]"
	if !strings.Contains(config, all) {
		t.Fatalf(".goreleaser.yaml lacks the line %q", all)
	}
	one := filepath.Join(filepath.Dir(clone), "one.yaml")
	if err := os.WriteFile(one, []byte(strings.ReplaceAll(config, all, "targets: [linux_amd64]")), 0o600); err != nil {
		t.Fatal(err)
	}
	runIn(t, clone, "go", "run", releaser, "check", ".goreleaser.yaml")
	runIn(t, clone, "go", "run", releaser, "release", "--snapshot", "--clean", "--config", one)
	return filepath.Join(clone, "dist")
}

// checksummed recounts the checksums of a release.
func checksummed(t *testing.T, dist string) {
	ends := map[string]bool{".tar.gz": false, ".deb": false, ".rpm": false, ".cdx.json": false}
	for line := range strings.Lines(readText(t, filepath.Join(dist, "checksums.txt"))) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		bytes := sha256.Sum256([]byte(readText(t, filepath.Join(dist, name))))
		if got := hex.EncodeToString(bytes[:]); got != sum {
			t.Errorf("%s has the sum %s, and checksums.txt says %s", name, got, sum)
		}
		for end := range ends {
			ends[end] = ends[end] || strings.HasSuffix(name, end)
		}
	}
	for end, found := range ends {
		if !found {
			t.Errorf("the release has no %s", end)
		}
	}
}

// listsModules reads the SBOM of each program.
func listsModules(t *testing.T, dist string) {
	for program, module := range map[string]string{"claw": "zombiezen.com/go/sqlite", "projector": "charm.land/bubbletea/v2"} {
		files, err := filepath.Glob(filepath.Join(dist, program+"_*.cdx.json"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%s has the lists %v: %v", program, files, err)
		}
		var list struct {
			Components []struct {
				Name string `json:"name"`
			} `json:"components"`
		}
		if err := json.Unmarshal([]byte(readText(t, files[0])), &list); err != nil {
			t.Fatal(err)
		}
		linked := false
		for _, c := range list.Components {
			linked = linked || c.Name == module
		}
		if !linked {
			t.Errorf("the list of %s has %d modules, and not %s", program, len(list.Components), module)
		}
	}
}

// installed installs the .deb into a separate folder, and runs claw and projector there.
func installed(t *testing.T, dist string) {
	if _, err := exec.LookPath("dpkg"); err != nil {
		t.Skip("there is no dpkg here")
	}
	if os.Getuid() != 0 {
		t.Skip("only root installs packages")
	}
	debs, err := filepath.Glob(filepath.Join(dist, "*.deb"))
	if err != nil || len(debs) != 1 {
		t.Fatalf("the release has the packages %v: %v", debs, err)
	}
	root := t.TempDir()
	for _, dir := range []string{"updates", "info", "triggers"} {
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	runIn(t, root, "dpkg", "--root="+root, "--log=/dev/null", "--force-architecture", "-i", debs[0])
	commit := strings.Fields(runIn(t, filepath.Dir(dist), "git", "log", "-1", "--format=%H %cI"))
	for _, name := range []string{"usr/bin/projector", "usr/share/man/man1/claw-board.1", "usr/share/bash-completion/completions/claw", "usr/share/doc/claw/copyright"} {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
	claw := filepath.Join(root, "usr/bin/claw")
	said := runIn(t, root, claw, "version")
	if !strings.HasPrefix(said, "claw "+released+" ") || !strings.Contains(said, "\ncommit "+commit[0]+" of ") || strings.Contains(said, "not committed") {
		t.Errorf("the installed claw says it is\n%s\nand the commit is %v", said, commit)
	}
	demo := filepath.Join(root, "demo.db")
	runIn(t, root, claw, "log", "import", "--demo", "--log", demo)
	if board := runIn(t, root, claw, "board", "--log", demo); !strings.Contains(board, "finished_unverified") {
		t.Errorf("the board of the demo is\n%s", board)
	}
	runIn(t, root, filepath.Join(root, "usr/bin/projector"), "--help")
}

// runIn runs a program in a folder, with a separate home where it is not a tool of the build.
func runIn(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=")
	if filepath.IsAbs(program) {
		cmd.Env = []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH")}
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", program, args, err, out)
	}
	return string(out)
}
