package scrub_test

import (
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/scrub"
)

func TestWhatIsNoSecretStays(t *testing.T) {
	random := seeded(3)
	text := func(pattern string) string { s, _ := plant(pattern, random); return s }
	rows := []struct{ name, text string }{
		{"a commit id", "HEAD is now at " + text("<hex:40>")},
		{"a SHA-256", "sha256:" + text("<hex:64>")},
		{"a hash called a key of a cache", `"cache_key": "` + text("<hex:64>") + `"`},
		{"a UUID", text("<uuid>")},
		{"a ULID", text("01<B32:24>")},
		{"ids of calls", text("toolu_01<an:22> call_<an:24> fc_<hex:48> ctc_<an:24>")},
		{"ids of messages", text("msg_01<an:22> msg_bdrk_01<an:22> rs_<hex:48> resp_<hex:48> chatcmpl-<an:29>")},
		{"ids of requests", text("req_011C<an:20> req_vrtx_01<an:20>")},
		{"ids of sessions in member form", text(`{"session_id":"<uuid>","thread_id":"<uuid>","token_id":"<an:20>","key":"<an:24>"}`)},
		{"a page token", text(`{"next_page_token":"<an:40>","nextToken":"<an:40>","cursor":"<an:40>"}`)},
		{"counts of tokens", `{"max_tokens":"12345678","input_tokens":12345678} MAX_TOKENS=32000000`},
		{"an embedded image", "data:image/png;base64,iVBORw0KGgo" + text("<b64:2000>")},
		{"a signature of reasoning", text(`{"signature":"EvwDCkYICxgCKkBQ<b64:400>"}`)},
		{"an encrypted reasoning content", text(`{"encrypted_content":"gAAAAAB<w:400>"}`)},
		{"a redacted value", `password="REDACTED" API_KEY=REDACTED DB_PASSWORD=[REDACTED] Bearer REDACTED`},
		{"stars", `DB_PASSWORD=******** api_key: "****************" https://user:***@host/`},
		{"a placeholder", `export OPENAI_API_KEY=sk-... ANTHROPIC_API_KEY=your-key-here-123 TOKEN_SECRET=<your-secret> X_TOKEN=changeme1`},
		{"a row of x", "GITHUB_TOKEN=xxxxxxxxxxxxxxxx4 api_key='XXXXXXXXXXXXXXXX9'"},
		{"a shell variable", `DB_PASSWORD=$OTHER_PASSWORD DB_PASSWORD="${PW:-}" X_TOKEN=$(cat /run/token) curl -u "$USER:$PASSWORD1" https://$U:$P@host`},
		{"a template", `password: "{{.Env.MACOS_SIGN_PASSWORD}}" NPM_TOKEN=${{ secrets.NPM_TOKEN }}`},
		{"a reference in code", `X_TOKEN=process.env.X_TOKEN access_token="config.auth.token1" api_key = os.environ["API_KEY"]`},
		{"a path", `X_TOKEN=/run/secrets/token1 SSH_PRIVATE_KEY=~/.ssh/id_ed25519 TLS_PRIVATE_KEY=./certs/server1.pem`},
		{"a name for itself", `password: "password" api_key="api_key" token: 'access_token' client_secret="my-client-secret"`},
		{"a field of a form", `<input type="password" name="password1"> {"type":"password","label":"Password is required"}`},
		{"words after a scheme", "Bearer authentication, bearer tokens; Basic authentication, basic configuration"},
		{"hyphenated words that hold a prefix", "task-related-configuration-of-something risk-based disk-usage-0123456789012345678901234567890123456789"},
		{"addresses without password", "https://example.org:8080/a@b https://user@host/x ssh://git@github.com:22/x.git git@github.com:o/r.git"},
		{"an address in an address", "https://proxy.example.org/https://x:y@z"},
		{"an armour without a body", `strings.HasPrefix(s, "-----BEGIN PRIVATE ` + `KEY-----") and "-----END PRIVATE ` + `KEY-----"`},
		{"a public key", text("-----BEGIN PUBLIC KEY-----\n<b64:64>\n-----END PUBLIC KEY----- ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI<b64:43>")},
		{"a certificate", text("-----BEGIN CERTIFICATE-----\n<b64:64>\n-----END CERTIFICATE-----")},
		{"a source map", text("sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjoz<an:300>")},
		{"a lock file's integrity", text("integrity sha512-<b64:86>==")},
		{"base64 that holds a prefix", text("<b64:40>AKIA<b64:40> <an:20>AIza<an:60> <an:9>hf_<an:40>")},
		{"a longer word that begins like a token", text("dapi<hex:40> AKIA<B32:24> pul-<hex:64> SK<hex:40> <an:30>8Q~<w:60>_")},
		{"a longer word that ends like a token", text("a7<d:12>8Q~<w:33> x<an:14>.atlasv1.<w:60>")},
		{"prefixes in prose", "tokens start with ghp_, sk-ant-, xoxb-, AKIA, glpat-, hf_ or npm_ and eyJ"},
		{"an environment variable that is no secret", "CI_JOB_NAME=build-12345 TOKEN_COUNT=12345678 SECRET_SANTA=enabled12"},
		{"a marker", `{"scrubbed":{"rule":"github-token","bytes":40}}`},
		{"a marker in each context", `X_TOKEN={"scrubbed":{"rule":"env-secret","bytes":12}} https://u:{"scrubbed":{"rule":"url-password","bytes":12}}@h`},
	}
	s := scrub.New()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got, hits := s.Text(row.text); got != row.text || len(hits) > 0 {
				t.Errorf("found %v in %s", hits, row.text)
			}
			doc := `{"a":` + quoted(row.text) + `}`
			if strings.HasPrefix(row.text, "{") {
				doc = row.text
			}
			if _, hits, err := s.Data([]byte(doc)); len(hits) > 0 || err != nil {
				t.Errorf("as a document: %v, %v", hits, err)
			}
		})
	}
}

// mostFalseAlarms is how many of a hundred innocent texts may be changed.
const mostFalseAlarms = 2

func TestFewInnocentTextsAreChanged(t *testing.T) {
	s := scrub.New()
	texts, alarms, tried := corpus(t, "testdata/innocent.txt"), 0, 0
	if len(texts) < 200 {
		t.Fatalf("only %d texts were read", len(texts))
	}
	for i, pattern := range texts {
		for seed := range uint64(8) {
			text, _ := plant(pattern, seeded(seed<<16|uint64(i)))
			tried++
			_, inText := s.Text(text)
			_, inData, err := s.Data([]byte(`{"a":` + quoted(text) + `}`))
			if err != nil {
				t.Fatal(err)
			}
			if len(inText)+len(inData) > 0 {
				alarms++
				t.Logf("%v, %v in %.200q", inText, inData, text)
			}
		}
	}
	t.Logf("%d of %d innocent texts were changed", alarms, tried)
	if alarms*100 > tried*mostFalseAlarms {
		t.Errorf("%d of %d innocent texts were changed, more than %d %%", alarms, tried, mostFalseAlarms)
	}
}

// armoured is a signature of n bytes in the armour of OpenSSH.
func armoured(blob []byte) string {
	var b strings.Builder
	b.WriteString("-----BEGIN SSH SIGNATURE-----\n")
	encoded := base64.StdEncoding.EncodeToString(blob)
	for len(encoded) > 70 {
		b.WriteString(encoded[:70] + "\n")
		encoded = encoded[70:]
	}
	return b.String() + encoded + "\n-----END SSH SIGNATURE-----\n"
}

// TestASignatureIsNoSecret scrubs signatures of random bytes: some spell a word of a rule.
func TestASignatureIsNoSecret(t *testing.T) {
	if testing.Short() {
		t.Skip("many cases, and no goroutine")
	}
	s, dice, spelled := scrub.New(), rand.NewChaCha8([32]byte{7}), 0
	for range 20_000 {
		random := make([]byte, 226)
		_, _ = dice.Read(random)
		signature := armoured(append([]byte("SSHSIG\x00\x00\x00\x01"), random...))
		data, err := json.Marshal(map[string]string{"signature": signature})
		if err != nil {
			t.Fatal(err)
		}
		if _, hits, err := s.Data(data); err != nil || len(hits) > 0 {
			t.Fatalf("%s: %v, %v", signature, hits, err)
		}
		if _, hits := s.Text(signature); len(hits) > 0 {
			spelled++
		}
	}
	if spelled == 0 {
		t.Error("no signature spells the word of a rule: this test shows nothing")
	}
}

// TestWhatLooksSignedIsScrubbed holds that nothing else passes for a signature or a statement.
func TestWhatLooksSignedIsScrubbed(t *testing.T) {
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	statement := `{"_type":"https://in-toto.io/Statement/v1","x":"` + secret + `"}`
	for name, text := range map[string]string{
		"a secret in the armour":         "-----BEGIN SSH SIGNATURE-----\n" + secret + "\n-----END SSH SIGNATURE-----\n",
		"a secret behind the armour":     armoured([]byte("SSHSIG\x00\x00\x00\x01")) + secret,
		"a secret beside a statement":    base64.StdEncoding.EncodeToString([]byte(statement)) + " " + secret,
		"a statement that is not base64": statement,
	} {
		data, err := json.Marshal(map[string]string{"signature": text})
		if err != nil {
			t.Fatal(err)
		}
		if out, hits, err := scrub.New().Data(data); err != nil || len(hits) == 0 || strings.Contains(string(out), secret) {
			t.Errorf("%s passes: %s, %v, %v", name, out, hits, err)
		}
	}
}
