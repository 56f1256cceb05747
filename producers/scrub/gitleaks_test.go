package scrub_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/scrub"
)

const (
	gitleaks = "github.com/zricethezav/gitleaks/v8@v8.30.1"
	// mostMissed is how many of a thousand samples of gitleaks may pass.
	mostMissed = 30
)

// sample is a text in which a rule of gitleaks finds a secret, or does not: then it is empty.
type sample struct{ Rule, Text, Secret string }

// gitleaksSamples are the texts that gitleaks checks its own rules with. Its generator of rules
// makes them anew in each run, from a copy of its module in which it prints them.
func gitleaksSamples(t *testing.T) []sample {
	t.Helper()
	var module struct{ Dir, Error string }
	answer, err := exec.Command("go", "mod", "download", "-json", gitleaks).Output()
	if e := json.Unmarshal(answer, &module); e != nil || err != nil || module.Error != "" {
		t.Skipf("%s is neither in the module cache nor to be had from the module proxy: %v %s", gitleaks, err, module.Error)
	}
	copied := filepath.Join(t.TempDir(), "gitleaks")
	if err := os.CopyFS(copied, os.DirFS(module.Dir)); err != nil {
		t.Fatal(err)
	}
	printer, err := os.ReadFile("testdata/gitleaks/validate.go")
	if err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(copied, "cmd/generate/config/utils/validate.go")
	if err := os.Remove(place); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(place, printer, 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", "-mod=mod", ".", filepath.Join(copied, "rules.toml"))
	run.Dir = filepath.Join(copied, "cmd/generate/config")
	var said bytes.Buffer
	run.Stderr = &said
	lines, err := run.Output()
	if err != nil {
		if strings.Contains(said.String(), "dial tcp") || strings.Contains(said.String(), "module lookup disabled") {
			t.Skipf("what %s imports is not to be had: %s", gitleaks, said.String())
		}
		t.Fatalf("run gitleaks' generator: %v\n%s", err, said.String())
	}
	return readSamples(t, lines)
}

func readSamples(t *testing.T, lines []byte) []sample {
	t.Helper()
	var samples []sample
	scan := bufio.NewScanner(bytes.NewReader(lines))
	scan.Buffer(nil, 1<<24)
	for scan.Scan() {
		var s sample
		if err := json.Unmarshal(scan.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		samples = append(samples, s)
	}
	return samples
}

func TestFewOfGitleaksSecretsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("builds gitleaks' generator; run without -short")
	}
	s := scrub.New()
	positives, missed := 0, map[string]int{}
	passed := 0
	for _, one := range gitleaksSamples(t) {
		if one.Secret == "" {
			continue
		}
		positives++
		if clean, _ := s.Text(one.Text); strings.Contains(clean, one.Secret) {
			missed[one.Rule]++
			passed++
		}
	}
	if positives < 5000 {
		t.Fatalf("only %d samples were made", positives)
	}
	t.Logf("%d of %d secrets passed (%.2f %%): %v", passed, positives, 100*float64(passed)/float64(positives), missed)
	if passed*1000 > positives*mostMissed {
		t.Errorf("more than %d of a thousand secrets passed", mostMissed)
	}
}
