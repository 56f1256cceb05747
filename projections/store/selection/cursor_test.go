package selection_test

import (
	"encoding/base64"
	"testing"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/selection"
)

func TestACursorComesBackFromItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := selection.Cursor{Rank: rapid.Int().Draw(t, "rank"), At: rapid.Int64().Draw(t, "time"), Key: rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z]*/?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)).Draw(t, "key")}
		list := rapid.String().Draw(t, "list")
		text := want.Text(list)
		if got, err := selection.ParseCursor(text, list); err != nil || got != want {
			t.Fatalf("%+v came back as %+v, %v", want, got, err)
		}
		cut := text[:rapid.IntRange(1, len(text)-1).Draw(t, "cut")]
		if got, err := selection.ParseCursor(cut, list); domain.KindOf(err) != domain.ErrUsage {
			t.Fatalf("a part of a cursor is taken for %+v, %v", got, err)
		}
		if got, err := selection.ParseCursor(text, list+"?"); domain.KindOf(err) != domain.ErrUsage {
			t.Fatalf("the cursor of another list is taken for %+v, %v", got, err)
		}
	})
}

func TestACursorOfAnEarlierReleaseIsRead(t *testing.T) {
	text := base64.RawURLEncoding.EncodeToString([]byte(`[2,1782297600000000000,"ln_01KJSEVMA0FGZDS8MX33HD33KS","1x2y3z"]`))
	want := selection.Cursor{Rank: 2, At: 1782297600000000000, Key: "ln_01KJSEVMA0FGZDS8MX33HD33KS"}
	if got, err := selection.ParseCursor(text, "1x2y3z"); err != nil || got != want {
		t.Errorf("read as %+v, %v", got, err)
	}
	if _, err := selection.ParseCursor(text, "3z2y1x"); domain.KindOf(err) != domain.ErrUsage {
		t.Errorf("of another list: %v", err)
	}
}

func TestACursorIsShort(t *testing.T) {
	for _, key := range []string{"ln_01KJSEVMA0FGZDS8MX33HD33KS", "claude-code/8fce1b46-fbc1-4b0e-9a7c-620f3c0e760a"} {
		if text := (selection.Cursor{Rank: 2, At: 1782297600000000000, Key: key}).Text("1x2y3z"); len(text) > 60 {
			t.Errorf("%d characters: %s", len(text), text)
		}
	}
}

func TestWhatIsNoCursorIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"words":                  "not a cursor",
		"nothing of the form":    base64.RawURLEncoding.EncodeToString([]byte{1}),
		"a part of a UUID":       base64.RawURLEncoding.EncodeToString([]byte{2, 0, 0, 0, 0, 0, 0, 3, 'k', 'e', 'y'}),
		"an unknown form":        base64.RawURLEncoding.EncodeToString([]byte{3, 0, 0, 0, 0, 0, 0, 0}),
		"a rank without an end":  base64.RawURLEncoding.EncodeToString([]byte{1, 0, 0, 0, 0, 0x80}),
		"a key that is too long": base64.RawURLEncoding.EncodeToString([]byte{1, 0, 0, 0, 0, 0, 0, 9, 'k'}),
		"an array of few":        base64.RawURLEncoding.EncodeToString([]byte(`["a"]`)),
	} {
		if got, err := selection.ParseCursor(text, "list"); domain.KindOf(err) != domain.ErrUsage {
			t.Errorf("%s: read as %+v, %v", name, got, err)
		}
	}
}
