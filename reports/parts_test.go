package reports_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

const someReport = "report-01KT1GRHA00000000000000001"

// whole is a document of a report.
func whole(s reports.Sealed) reports.Whole {
	return reports.Whole{Report: someReport, Content: s.Hash, Text: s.Text}
}

// cut cuts a document, which has to work.
func cut(t fataler, s reports.Sealed, limit int) []reports.Part {
	parts, err := reports.Cut(whole(s), limit)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return parts
}

// TestPartsMakeTheirDocumentInAnyOrder cuts reports for channels of any limit, and brings the parts
// in any order, some of them twice.
func TestPartsMakeTheirDocumentInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, limit := sealed(t, document(t, nil)), rapid.IntRange(4, 900).Draw(t, "limit")
		parts := cut(t, s, limit)
		for _, p := range parts {
			if len(p.Text) > limit || len(p.Text) == 0 {
				t.Fatalf("a part of %d bytes for a limit of %d", len(p.Text), limit)
			}
		}
		came := append(slices.Clone(parts), rapid.SliceOfN(rapid.SampledFrom(parts), 0, 5).Draw(t, "repeats")...)
		got, err := reports.Assemble(rapid.Permutation(came).Draw(t, "order"))
		if diff := cmp.Diff(whole(s), got); err != nil || diff != "" {
			t.Fatalf("%v; -want +got\n%s", err, diff)
		}
	})
}

// TestAPartEndsWithALine cuts prose: at lines where that leaves a part half full, else between characters.
func TestAPartEndsWithALine(t *testing.T) {
	w := reports.Whole{Report: someReport, View: domain.Digest{7}, Text: []byte("# Lanes\n\n- one\n- two\nééééééééé\nend\n")}
	parts, err := reports.Cut(w, 13)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, p := range parts {
		texts = append(texts, p.Text)
	}
	if diff := cmp.Diff([]string{"# Lanes\n\n", "- one\n- two\n", "éééééé", "ééé\nend\n"}, texts); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	slices.Reverse(parts)
	if got, err := reports.Assemble(parts); err != nil || !cmp.Equal(w, got) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestMissingPartsAreNamed loses some parts, never all: the others name exactly those.
func TestMissingPartsAreNamed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := cut(t, sealed(t, document(t, nil)), rapid.IntRange(20, 900).Draw(t, "limit"))
		var came []reports.Part
		var lost []int
		for _, p := range rapid.Permutation(parts).Draw(t, "order") {
			if len(came) > 0 && rapid.IntRange(0, 2).Draw(t, "lost") == 0 {
				lost = append(lost, p.Index)
				continue
			}
			came = append(came, p)
		}
		slices.Sort(lost)
		_, err := reports.Assemble(came)
		if len(lost) == 0 {
			if err != nil {
				t.Fatal(err)
			}
			return
		}
		var e *domain.Error
		if !errors.As(err, &e) || e.Kind != domain.ErrNotFound {
			t.Fatalf("%v, want not_found", err)
		}
		if diff := cmp.Diff(lost[:min(len(lost), 100)], e.Detail["missing"]); diff != "" {
			t.Fatalf("missing -want +got\n%s", diff)
		}
	})
}

// TestPartsThatDoNotFit changes one part, or brings one of elsewhere.
func TestPartsThatDoNotFit(t *testing.T) {
	s := sealed(t, reports.Build(&reports.Observed{}, &reports.Statement{}, nil, "claw"))
	other := sealed(t, reports.Build(&reports.Observed{SessionCount: 1}, &reports.Statement{}, nil, "claw"))
	foreign, err := reports.Cut(reports.Whole{Report: "report-01KT1GRHA00000000000000002", Content: s.Hash, Text: s.Text}, 400)
	if err != nil {
		t.Fatal(err)
	}
	viewed, err := reports.Cut(reports.Whole{Report: someReport, Content: s.Hash, View: domain.Digest{7}, Text: []byte("a view\n")}, 400)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		change func(parts []reports.Part) []reports.Part
		kind   domain.ErrorKind
	}{
		"none":                        {func([]reports.Part) []reports.Part { return nil }, domain.ErrNotFound},
		"a part of a view of it":      {func(p []reports.Part) []reports.Part { return append(p, viewed[0]) }, domain.ErrConflict},
		"a view, as its document":     {func([]reports.Part) []reports.Part { viewed[0].View = domain.Digest{}; return viewed[:1] }, domain.ErrCorrupt},
		"a part of another report":    {func(p []reports.Part) []reports.Part { return append(p, foreign[0]) }, domain.ErrConflict},
		"a part of another version":   {func(p []reports.Part) []reports.Part { return append(p, cut(t, other, 400)[0]) }, domain.ErrConflict},
		"parts of another cut":        {func(p []reports.Part) []reports.Part { return append(p, cut(t, s, 300)[0]) }, domain.ErrConflict},
		"another text":                {func(p []reports.Part) []reports.Part { p[1].Text += " "; return p }, domain.ErrCorrupt},
		"another index":               {func(p []reports.Part) []reports.Part { p[0].Index = 2; return p }, domain.ErrCorrupt},
		"an index that is none":       {func(p []reports.Part) []reports.Part { p[0].Index = 0; return p[:1] }, domain.ErrCorrupt},
		"a count that is none":        {func(p []reports.Part) []reports.Part { p[0].Count = 0; return p[:1] }, domain.ErrCorrupt},
		"a hash that is another one":  {func(p []reports.Part) []reports.Part { p[0].Hash = domain.Digest{1}; return p }, domain.ErrCorrupt},
		"a content that is not there": {func(p []reports.Part) []reports.Part { return forged(p) }, domain.ErrCorrupt},
	} {
		parts := cut(t, s, 400)
		if len(parts) < 3 {
			t.Fatalf("%d parts", len(parts))
		}
		_, err := reports.Assemble(test.change(parts))
		e := typed(t, err, test.kind)
		if e.Kind != domain.ErrNotFound && e.Target == "" {
			t.Errorf("%s: %v names no part", name, err)
		}
	}
}

// forged are parts of the first report that an attacker cut from another text, as a program would: all
// hashes of parts are right, that of the content is not.
func forged(parts []reports.Part) []reports.Part {
	text := []byte(`{"forged":true,"pad":"` + string(bytes.Repeat([]byte("x"), 40)) + `"}`)
	again, err := reports.Cut(reports.Whole{Report: parts[0].Report, Content: parts[0].Content, Text: text}, 20)
	if err != nil {
		panic(err)
	}
	return again
}

func TestALimitHasRoomForACharacter(t *testing.T) {
	for _, limit := range []int{-1, 0, 3} {
		_, err := reports.Cut(reports.Whole{Report: someReport, Text: []byte("{}")}, limit)
		typed(t, err, domain.ErrUsage)
	}
}

// FuzzAssemble takes lists of parts of any bytes: what comes out has the hash that the parts name,
// and an error is typed.
func FuzzAssemble(f *testing.F) {
	s := sealed(f, reports.Build(&reports.Observed{}, &reports.Statement{}, nil, "claw"))
	parts := cut(f, s, 700)
	for _, some := range [][]reports.Part{parts, parts[1:], {parts[1], parts[0], parts[0]}, {{Report: someReport, Index: 1, Count: 1 << 40}}} {
		text, err := json.Marshal(some)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var parts []reports.Part
		if json.Unmarshal(text, &parts) != nil {
			return
		}
		got, err := reports.Assemble(parts)
		if err != nil {
			var e *domain.Error
			if !errors.As(err, &e) || e.Kind == "" || e.Message == "" {
				t.Fatalf("%#v", err)
			}
			return
		}
		if sum := domain.Digest(sha256.Sum256(got.Text)); got.View.IsZero() && sum != parts[0].Content || !got.View.IsZero() && sum != parts[0].Bytes {
			t.Fatalf("hash %s of parts of %s", sum, parts[0].Content)
		}
	})
}
