package approvecmd_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// unseen are texts with something in them that a reader would not see, or would take for
// something else, and what of them has to be shown.
var unseen = map[string][2]string{
	"an override":                 {"a\u202eb", "a<U+202E>b"},
	"an isolate":                  {"a\u2066b\u2069", "a<U+2066>b<U+2069>"},
	"an escape":                   {"a\x1b[2Jb", "a<U+001B>[2Jb"},
	"a C1 control":                {"a\u009b31m", "a<U+009B>31m"},
	"a return that overwrites":    {"rm -rf /\rls", "rm -rf /<U+000D>ls"},
	"a line separator":            {"a\u2028b", "a<U+2028>b"},
	"a space of no width":         {"pay\u200bpal", "pay<U+200B>pal"},
	"a joiner of Latin letters":   {"g\u200dit", "g<U+200D>it"},
	"a byte order mark":           {"\ufeffgit", "<U+FEFF>git"},
	"a word joiner":               {"a\u2060b", "a<U+2060>b"},
	"an invisible times":          {"a\u2062b", "a<U+2062>b"},
	"a soft hyphen":               {"re\u00admove", "re<U+00AD>move"},
	"a grapheme joiner":           {"a\u034fb", "a<U+034F>b"},
	"a hangul filler":             {"a\u3164b", "a<U+3164>b"},
	"a vowel separator":           {"a\u180eb", "a<U+180E>b"},
	"tags":                        {"ok\U000e0072\U000e006d", "ok<U+E0072><U+E006D>"},
	"tags behind a flag":          {"\U0001f3f4\U000e0072\U000e006d\U000e007f", "\U0001f3f4<U+E0072><U+E006D><U+E007F>"},
	"a variant of a letter":       {"a\ufe0f", "a<U+FE0F>"},
	"a variant of the second set": {"\U0001f600\U000e0100", "\U0001f600<U+E0100>"},
	"two variants":                {"\u2764\ufe0f\ufe0f", "\u2764\ufe0f<U+FE0F>"},
	"a space that does not break": {"rm\u00a0-rf", "rm<U+00A0>-rf"},
	"a thin space":                {"a\u2009b", "a<U+2009>b"},
	"an ideographic space":        {"rm\u3000-rf", "rm<U+3000>-rf"},
	"a space beside a filler":     {"\u3164\u3000a", "<U+3164><U+3000>a"},
	"braille without a dot":       {"a\u2800b", "a<U+2800>b"},
	"a mark on nothing":           {"\u0338x", "<U+0338>x"},
	"a mark on a space":           {"a \u0301b", "a <U+0301>b"},
	"a mark on a slash":           {"a/\u0338b", "a/<U+0338>b"},
	"a mark twice":                {"a\u0301\u0301", "a\u0301<U+0301>"},
	"a heap of marks":             {"a\u0300\u0301\u0302\u0303\u0304", "a\u0300\u0301\u0302\u0303<U+0304>"},
	"private use":                 {"a\ue000", "a<U+E000>"},
	"no character":                {"a\uffff", "a<U+FFFF>"},
	"a byte":                      {"a\x9bb", "a<0x9B>b"},
	"a Cyrillic a":                {"p\u0430ypal", "p<U+0430>ypal"},
	"a word that reads as Latin":  {"\u0440\u0430\u0443p\u0430l", "<U+0440><U+0430><U+0443>p<U+0430>l"},
	"a Latin a in Cyrillic":       {"\u041c\u043e\u0441\u043a\u0432a", "\u041c\u043e\u0441\u043a\u0432<U+0061>"},
	"a Greek o":                   {"g\u03bfogle", "g<U+03BF>ogle"},
	"an Armenian o":               {"g\u0585ogle", "g<U+0585>ogle"},
	"a phonetic g":                {"\u0261it", "<U+0261>it"},
	"a fullwidth letter":          {"g\uff49t", "g<U+FF49>t"},
	"a mathematical word":         {"\U0001d68c\U0001d697", "<U+1D68C><U+1D697>"},
	"a slash that is none":        {"example.com\u2215login", "example.com<U+2215>login"},
	"a dot that is none":          {"example\u2024com", "example<U+2024>com"},
}

// ordinary are texts of languages, and emoji.
var ordinary = []string{"Москва и сосо", "Ελληνικά", "العربية", "می‌خواهم", "עברית", "हिन्दी", "क्‍ष", "ไทย", "한국어", "日本語　とTシャツ", "第１回Go勉強会", "café", "cafe\u0301", "Việt Nam", "Türkçe ısı", "Íslenska þú",
	"naïve — “quoted” … it’s", "Δt = 3 μs, 10 kΩ", "1⁄2", "👩‍👩‍👧‍👦 👍🏽 ❤️ 🏳️‍🌈 1️⃣ #️⃣ 🇩🇪", "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "≠ =\u0338 ∀x", "─│┌ █ ✓ →", "ｶﾞ", "𝑥 + 𝑦"}

// TestWhatIsNotSeenIsShown has an error name each text.
func TestWhatIsNotSeenIsShown(t *testing.T) {
	w := clitest.New(t)
	for name, text := range unseen {
		if out := w.Run("approval", "deny", "x", "--as", text[0]).Err; !strings.Contains(out, text[1]) {
			t.Errorf("%s: %q is shown as\n%s", name, text[0], out)
		}
	}
	for _, text := range ordinary {
		if out := w.Run("approval", "deny", "x", "--as", text).Err; !strings.Contains(out, text) {
			t.Errorf("%q is shown as\n%s", text, out)
		}
	}
}

// TestArgumentsAreShownAsAShellReadsThem compares the command that a person signs with its bytes.
func TestArgumentsAreShownAsAShellReadsThem(t *testing.T) {
	for arg, want := range map[string]string{
		"git": "git", "": "''", "it's": `'it'\''s'`, "fix: größer — schneller": "'fix: größer — schneller'", "Привет а мир": "'Привет а мир'",
		"a\nb": `$'a\nb'`, "a\u202e'b\\": `$'a\u202e\'b\\'`, "\xff": `$'\xff'`, "\x1b[1m": `$'\e[1m'`, "x\U000e0072": `$'x\U000e0072'`,
		"g\u0456t": `$'g\u0456t'`, "\u0441\u0440": `$'\u0441\u0440'`, "\u2212rf": `$'\u2212rf'`, "/tmp\u2215x": `$'/tmp\u2215x'`, "\uff47\uff49\uff54": `$'\uff47\uff49\uff54'`,
		"👩‍👧": "👩‍👧",
	} {
		if got := approvaltext.ArgumentWord(arg); got != want {
			t.Errorf("%q is shown as %s, want %s", arg, got, want)
		}
	}
}

// TestTextsThatDifferAreShownDifferently takes words apart that a reader could not.
func TestTextsThatDifferAreShownDifferently(t *testing.T) {
	var tricky []rune
	for _, text := range unseen {
		tricky = append(tricky, []rune(strings.ReplaceAll(text[0], "\x9b", ""))...)
	}
	drawn := rapid.StringOfN(rapid.SampledFrom(append(tricky, []rune("gitpayl 12/-.їЖλ界é👩")...)), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		text := drawn.Draw(t, "text")
		seen := term.Printable(text)
		for _, r := range seen {
			switch {
			case r < ' ', r >= 0x7f && r <= 0xa0, r == 0xad, r >= 0x2000 && r <= 0x200c, r >= 0x2028 && r <= 0x202f, r >= 0x2060 && r <= 0x206f, r == 0xfeff, r >= 0xe0000:
				t.Fatalf("%q is shown with %U", text, r)
			}
		}
		if back := term.Printable(seen); back != seen {
			t.Fatalf("%q is shown as %q, and that as %q", text, seen, back)
		}
		if plain := strings.Map(func(r rune) rune {
			if r > 0x7e {
				return -1
			}
			return r
		}, seen); term.Printable(text+"\u200b") == seen || plain == text && seen != text {
			t.Fatalf("%q and another text are both shown as %q", text, seen)
		}
	})
}
