package visible

import (
	"strings"
	"unicode"
)

// The tables are data of Unicode 17.0.0, confusables.txt of UTS #39: the characters whose
// skeleton is one ASCII character, written by their code points. Fullwidth forms and
// mathematical letters are ranges and need no table.

// alphabetLookalikes are letters of other alphabets than Latin, of phonetic notation and of
// the letterlike block that look like an ASCII letter or digit. Scripts in whose words
// Latin letters are ordinary, or that run from right to left, are not in it.
const alphabetLookalikes = "" +
	"\u018d\u0251\u0261\u026a\u028f\u037a\u037f\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7" +
	"\u03b1\u03b3\u03b9\u03bd\u03bf\u03c1\u03c3\u03c5\u03d2\u03dc\u03e8\u03ec\u03ed\u03f1\u03f2\u03f3\u03f8\u03f9\u03fa\u0405\u0406" +
	"\u0408\u0410\u0412\u0415\u0417\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u042c\u0430\u0431\u0433\u0435\u043e\u0440" +
	"\u0441\u0443\u0445\u0448\u0455\u0456\u0458\u0461\u0474\u0475\u04ae\u04af\u04bb\u04bd\u04c0\u04cf\u04e0\u0501\u050c\u051b\u051c" +
	"\u051d\u054d\u054f\u0555\u0561\u0563\u0566\u0570\u0578\u057c\u057d\u0581\u0582\u0584\u0585\u10e7\u10ff\u13a0\u13a1\u13a2\u13a5" +
	"\u13a9\u13aa\u13ab\u13ac\u13b3\u13b7\u13bb\u13bd\u13c0\u13c2\u13c3\u13ce\u13cf\u13d2\u13d4\u13d5\u13d9\u13da\u13de\u13df\u13e2" +
	"\u13e6\u13e7\u13ee\u13f3\u13f4\u142f\u144c\u146d\u146f\u1472\u148d\u14aa\u14bf\u1541\u157c\u157d\u1587\u15af\u15b4\u15c5\u15de" +
	"\u15ea\u15f0\u15f7\u1d04\u1d0f\u1d11\u1d1c\u1d20\u1d21\u1d22\u1d26\u1d83\u1d8c\u1fbe\u2102\u210a\u210b\u210c\u210d\u210e\u2110" +
	"\u2111\u2112\u2113\u2115\u2119\u211a\u211b\u211c\u211d\u2124\u2128\u212a\u212c\u212d\u212f\u2130\u2131\u2133\u2134\u2139\u213d" +
	"\u2145\u2146\u2147\u2148\u2149\u2160\u2164\u2169\u216c\u216d\u216e\u216f\u2170\u2174\u2179\u217c\u217d\u217e\u217f\u2c82\u2c85" +
	"\u2c8e\u2c92\u2c93\u2c94\u2c98\u2c9a\u2c9c\u2c9e\u2c9f\u2ca2\u2ca3\u2ca4\u2ca5\u2ca6\u2ca8\u2ca9\u2cac\u2cbd\u2cc4\u2cca\u2ccb" +
	"\u2ccc\u2cce\u2ccf\u2cd0\u2cd2\u2cd3\u2cdc\u2d38\u2d39\u2d4f\u2d54\u2d55\u2d5d\ua4d0\ua4d1\ua4d2\ua4d3\ua4d4\ua4d6\ua4d7\ua4d9" +
	"\ua4da\ua4dc\ua4dd\ua4df\ua4e0\ua4e1\ua4e2\ua4e3\ua4e6\ua4e7\ua4ea\ua4eb\ua4ec\ua4ee\ua4f0\ua4f2\ua4f3\ua4f4\ua644\ua647\ua731" +
	"\ua798\ua799\ua79f\ua7ab\ua7b2\ua7b3\ua7b4\uab32\uab35\uab3d\uab47\uab48\uab4e\uab52\uab5a\uab75\uab81\uab83\uab93\uaba9\uabaa" +
	"\uabaf\U00010282\U00010286\U00010287\U0001028a\U00010290\U00010292\U00010295\U00010296\U00010297\U000102a0\U000102a1\U000102a2" +
	"\U000102a5\U000102ab\U000102b0\U000102b1\U000102b2\U000102b4\U000102cf\U00010301\U00010302\U00010309\U00010311\U00010315" +
	"\U00010317\U0001031a\U00010404\U00010415\U0001041b\U00010420\U0001042c\U0001043d\U00010448\U000104b4\U000104c2\U000104ce" +
	"\U000104d2\U000104ea\U000104f6\U00010513\U00010516\U00010518\U0001051c\U0001051d\U00010525\U00010526\U00010527\U000118a0" +
	"\U000118a2\U000118a3\U000118a4\U000118a6\U000118a9\U000118ac\U000118ae\U000118af\U000118b2\U000118b5\U000118b8\U000118bb" +
	"\U000118bc\U000118c0\U000118c1\U000118c2\U000118c3\U000118c4\U000118c6\U000118c8\U000118ca\U000118cc\U000118d5\U000118d6" +
	"\U000118d7\U000118d8\U000118dc\U00016f08\U00016f0a\U00016f16\U00016f28\U00016f35\U00016f3a\U00016f3b\U00016f40\U00016f42" +
	"\U00016f43"

// latinLookalikes are those among the letters that living languages write in Latin words:
// in prose they are what they are, in the argument of a command they are suspect.
const latinLookalikes = "" +
	"\u00fe\u0131\u017f\u0184\u0192\u0196\u01a6\u01a7\u01b7\u01bc\u01bd\u01bf\u01c0\u021c\u0222\u0223\u0263\u0269\u026f\u028b\u1e9d" +
	"\u1eff\ua75a\ua76a\ua76e"

// markLookalikes look like the ASCII punctuation that separates names: / \ : ; . | *
const markLookalikes = "" +
	"\u02d0\u02f8\u037e\u0589\u05c3\u066d\u0701\u0702\u0703\u0704\u16ec\u1735\u1803\u1809\u2024\u2041\u2044\u204e\u205a\u2215\u2216" +
	"\u2217\u2223\u2236\u23fd\u2571\u27cb\u27cd\u29f5\u29f8\u29f9\u2f02\u2f03\u31d3\u31d4\ua60e\ua789\ufe30\ufe68\U00010a50" +
	"\U0001d20f\U0001d23a\U0001d23b"

// alphabet is the script of a letter, as far as letters of several pass for each other.
type alphabet byte

const (
	noAlphabet alphabet = iota // no letter, or of a script that is distinguishable from Latin at sight
	latinAlphabet
	cyrillicAlphabet
	greekAlphabet
	fullwidthForms
	mathematicalForms
	otherAlphabet
	alphabets // how many there are
)

func alphabetOf(r rune) alphabet {
	switch {
	case r < 0x80:
		if r|0x20 >= 'a' && r|0x20 <= 'z' {
			return latinAlphabet
		}
		return noAlphabet
	case isFullwidth(r) && unicode.In(r, unicode.L, unicode.Nd):
		return fullwidthForms
	case r >= 0x1D400 && r <= 0x1D7FF:
		return mathematicalForms
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillicAlphabet
	case unicode.Is(unicode.Greek, r):
		return greekAlphabet
	case strings.ContainsRune(alphabetLookalikes, r):
		return otherAlphabet
	case unicode.Is(unicode.Latin, r):
		return latinAlphabet
	}
	return noAlphabet
}

// isFullwidth reports whether r is an ASCII character in the width of an ideograph.
func isFullwidth(r rune) bool { return r >= 0xFF01 && r <= 0xFF5E }

// looksLatin reports whether a letter outside of ASCII looks like one in it.
func looksLatin(r rune) bool {
	return isFullwidth(r) || r >= 0x1D400 && r <= 0x1D7FF || r >= 0x80 && strings.ContainsRune(alphabetLookalikes, r)
}

// inWord reports whether r continues a word. An ideograph or a syllable ends it: Latin
// letters between them are ordinary.
func inWord(r rune) bool {
	if r < 0x80 {
		return alphabetOf(r) == latinAlphabet || r >= '0' && r <= '9'
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl) && !isIdeographic(r)
}

// isIdeographic reports whether r is of the scripts that mix with Latin without a space.
func isIdeographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) || r >= 0x3001 && r <= 0x303F || r == 0x30FC
}

// markWord marks the letters of one word that pass for letters of another alphabet. The
// alphabet of the word is Latin where all of it can be read as Latin, else the one that
// most of its letters are of.
func markWord(word []rune, mark []bool) {
	var letters [alphabets]int
	readsLatin, used := true, 0
	for _, r := range word {
		of := alphabetOf(r)
		if letters[of]++; letters[of] == 1 && of != noAlphabet {
			used++
		}
		readsLatin = readsLatin && (r < 0x80 || of == latinAlphabet || looksLatin(r))
	}
	home := latinAlphabet
	if letters[latinAlphabet] == 0 || !readsLatin {
		for of := latinAlphabet; of < alphabets; of++ {
			if letters[of] > letters[home] {
				home = of
			}
		}
	}
	if letters[mathematicalForms] > 1 { // words of these are no language's
		home, used = latinAlphabet, 2
	}
	if used < 2 {
		return
	}
	for i, r := range word {
		of := alphabetOf(r)
		mark[i] = mark[i] || of != home && (of == latinAlphabet || looksLatin(r))
	}
}

// markLookalikesOf marks what passes for something else in a text: letters word by word, and
// separators between ASCII letters or digits.
func markLookalikesOf(text []rune, mark []bool) {
	for i := 0; i < len(text); i++ {
		if !inWord(text[i]) {
			between := i > 0 && i+1 < len(text) && isASCIIWord(text[i-1]) && isASCIIWord(text[i+1])
			mark[i] = mark[i] || between && isSeparator(text[i]) && !(text[i] == 0x2044 && text[i-1] <= '9') // 1⁄2
			continue
		}
		start := i
		for i+1 < len(text) && inWord(text[i+1]) {
			i++
		}
		markWord(text[start:i+1], mark[start:i+1])
	}
}

// markArgument marks more than [markLookalikesOf]: an argument in which everything can be read
// as ASCII is no text of another language.
func markArgument(text []rune, mark []bool) {
	markLookalikesOf(text, mark)
	for _, r := range text {
		if inWord(r) && r >= 0x80 && !looksLatin(r) && !strings.ContainsRune(latinLookalikes, r) && !unicode.IsMark(r) {
			return
		}
	}
	for i, r := range text {
		mark[i] = mark[i] || r >= 0x80 && (looksLatin(r) || isSeparator(r) || strings.ContainsRune(latinLookalikes, r)) ||
			i == 0 && isDash(r)
	}
}

func isSeparator(r rune) bool {
	return r >= 0x80 && (isFullwidth(r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) || strings.ContainsRune(markLookalikes, r))
}

// isDash reports whether r is a dash that is not the one which begins an option.
func isDash(r rune) bool { return r >= 0x80 && (unicode.Is(unicode.Pd, r) || r == 0x2212) }

func isASCIIWord(r rune) bool { return r < 0x80 && inWord(r) }
