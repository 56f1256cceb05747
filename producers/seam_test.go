package producers_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// TestACutPartsNoSecretFromWhatSaysThatItIsOne moves a secret that has no form of its own
// over the place where the end of a long text begins: what is left of it a scrubber
// still knows for what it is.
func TestACutPartsNoSecretFromWhatSaysThatItIsOne(t *testing.T) {
	scrubber := scrub.New()
	const secret = "q7Zt2Lm9Rb4Wn8Yc3Hs6Jd1Fg5"
	for _, said := range []string{"Authorization: Bearer " + secret, `password = "` + secret + `"`, `{"api_key": "` + secret + `"}`,
		"curl -u admin:" + secret, "X-Api-Key: " + secret, "export DB_PASSWORD=" + secret, "tool --token " + secret} {
		for back := range 120 {
			after := strings.Repeat("y ", (16<<10-60)/2) + strings.Repeat("z", back)
			text := producers.Text(strings.Repeat("x ", 100<<10) + said + " " + after)
			if text.Cut == nil {
				t.Fatal("the text was not cut")
			}
			if clean, _ := scrubber.Text(text.Cut.Tail); strings.Contains(clean, secret) {
				t.Errorf("%d bytes before the end, the tail begins %.60q", len(after), clean)
			}
		}
	}
}
