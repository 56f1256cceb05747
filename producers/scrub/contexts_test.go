package scrub_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/scrub"
)

// corpus is the lines of a file of texts that say something: \n in one is the end of a line.
func corpus(t *testing.T, file string) []string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.SplitSeq(string(content), "\n") {
		if line != "" && !strings.HasPrefix(line, "# ") && !strings.HasPrefix(line, "## ") {
			lines = append(lines, strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return lines
}

// shapes make secrets as machines and people do. The first three may be in an address.
var shapes = []struct {
	name string
	make func(*rand.Rand) string
}{
	{"hexadecimal", func(r *rand.Rand) string { return fill("hex", 32, r) }},
	{"letters and digits", func(r *rand.Rand) string { return random("an", 24, r) }},
	{"made by a person", func(r *rand.Rand) string { return pick(r, people) + "-" + random("d", 4, r) + "-" + pick(r, people) }},
	{"base64", func(r *rand.Rand) string {
		return random("an", 7, r) + "+" + random("an", 14, r) + "/" + random("an", 16, r) + "="
	}},
	{"with punctuation", func(r *rand.Rand) string {
		return random("an", 4, r) + "!" + random("an", 4, r) + "%^" + random("an", 6, r) + "*"
	}},
	{"made by a person, with a sign", func(r *rand.Rand) string {
		return strings.ToUpper(pick(r, people)) + random("d", 2, r) + "!" + pick(r, people)
	}},
}

const inAddress = 3

var people = []string{"Sommer", "horse", "Garden", "banana", "Rocket", "winter", "Coffee", "dragon", "Lisbon", "pepper"}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

// random is what fill makes, without its fixed beginning, but with a digit and a letter.
func random(kind string, n int, r *rand.Rand) string {
	letters := alphabets[kind]
	for {
		out := make([]byte, n)
		for i := range out {
			out[i] = letters[r.IntN(len(letters))]
		}
		if kind == "d" || n < 8 || strings.ContainsAny(string(out), digits) && strings.ContainsAny(string(out), lower+upper) {
			return string(out)
		}
	}
}

func TestNoSecretPassesInAnEverydayContext(t *testing.T) {
	s := scrub.New()
	texts, leaks, tried := corpus(t, "testdata/contexts.txt"), 0, 0
	if len(texts) < 116 {
		t.Fatalf("only %d contexts were read", len(texts))
	}
	for i, pattern := range texts {
		kinds := shapes
		if strings.Contains(pattern, "<token>") {
			kinds = shapes[:inAddress]
		}
		for seed := range uint64(8) {
			for _, shape := range kinds {
				secret := shape.make(rand.New(rand.NewPCG(seed, uint64(i))))
				text := strings.NewReplacer("<secret>", secret, "<token>", secret).Replace(pattern)
				tried++
				inText, _ := s.Text(text)
				inData, _, err := s.Data([]byte(`{"a":` + quoted("$ "+text+"\nnext line") + `}`))
				if err != nil {
					t.Fatal(err)
				}
				asDocument := ""
				if jsontext.Value(text).IsValid() {
					clean, _, err := s.Data([]byte(text))
					if err != nil {
						t.Fatal(err)
					}
					asDocument = string(clean)
				}
				if survives(asDocument, secret) || survives(inText, secret) || survives(string(inData), secret) {
					leaks++
					t.Errorf("%s: %q became\n%q", shape.name, text, inText)
				}
			}
		}
	}
	t.Logf("%d of %d secrets passed, in %d contexts", leaks, tried, len(texts))
}

// survives reports whether the text contains a half of the secret.
func survives(text, secret string) bool {
	half := len(secret) / 2
	for i := 0; i+half <= len(secret); i++ {
		if strings.Contains(text, secret[i:i+half]) {
			return true
		}
	}
	return false
}
