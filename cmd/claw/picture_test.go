package main_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"
)

// The picture of a terminal, in pixels.
const (
	glyphWidth = 8
	lineHeight = 18
	border     = 14
)

// pictureStyle has the colors of the picture, for light and dark pages.
const pictureStyle = `
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328 }
rect { fill: #f6f8fa; stroke: #d1d9e0 }
.s1 { font-weight: bold } .s2 { fill: #59636e } .s31 { fill: #b3141d } .s32 { fill: #176f2c } .s33 { fill: #8a5300 } .s36 { fill: #0b6b78 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } rect { fill: #151b23; stroke: #3d444d }
.s2 { fill: #9198a1 } .s31 { fill: #ff8c82 } .s32 { fill: #56d364 } .s33 { fill: #e3b341 } .s36 { fill: #76d9e6 }
}
`

// styled is a change of style, as claw writes it.
var styled = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// word is the content of a column: words with one space between, or the space between columns.
var word = regexp.MustCompile(`[^ ]+(?: [^ ]+)*| +`)

// TestThePictureOfTheReadmeIsWhatClawPrints draws the board of the README's own command; -update rewrites
// docs/board.svg.
func TestThePictureOfTheReadmeIsWhatClawPrints(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the samples show paths of Unix")
	}
	const file, command = "../../docs/board.svg", "board --log demo.db"
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	line := goRun.FindSubmatch(readme)
	if line == nil || !strings.Contains(string(readme), "](docs/board.svg)") {
		t.Fatal("the README has no command that makes the board, or does not show its picture")
	}
	s := newSample(t)
	s.run(string(line[1]))
	s.colored = true
	got := picture("claw "+command, s.run(command))
	wellFormed(t, got)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("docs/board.svg (-want +got)\n%s", diff)
	}
}

// TestThePictureEscapesWhatItShows draws what would be markup.
func TestThePictureEscapesWhatItShows(t *testing.T) {
	got := picture("claw board", "a \x1b[31m<script>&\"'\x1b[0m </text> \x1b[1mb\n漢字 \x1b[36m|\x1b[0m\n")
	wellFormed(t, got)
	for _, want := range []string{">&lt;script&gt;&amp;&#34;&#39;<", `class="s31"`, fmt.Sprintf(`class="s36" x="%d"`, border+5*glyphWidth)} {
		if !strings.Contains(got, want) {
			t.Errorf("the picture is without %s:\n%s", want, got)
		}
	}
}

// picture is an SVG of a terminal in which a command was typed and printed a text.
func picture(command, printed string) string {
	lines := strings.Split(strings.TrimRight("$ "+command+"\n"+printed, "\n"), "\n")
	width, height := sampleColumns*glyphWidth+2*border, len(lines)*lineHeight+2*border
	var svg strings.Builder
	fmt.Fprintf(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n", width, height)
	fmt.Fprintf(&svg, "<title>What %s prints on a terminal</title>\n<style>%s</style>\n", html.EscapeString(command), pictureStyle)
	fmt.Fprintf(&svg, "<rect x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", width-1, height-1)
	for i, line := range lines {
		fmt.Fprintf(&svg, "<text y=\"%d\">%s</text>\n", border+(i+1)*lineHeight-5, spans(line))
	}
	return svg.String() + "</svg>\n"
}

// spans are the parts of a line that have one style each, every part at its column.
func spans(line string) string {
	var all strings.Builder
	column, style := 0, ""
	for rest := line; rest != ""; {
		part, next := rest, ""
		at := styled.FindStringSubmatchIndex(rest)
		if at != nil {
			part, next = rest[:at[0]], rest[at[1]:]
		}
		for _, word := range word.FindAllString(part, -1) {
			n := runewidth.StringWidth(word)
			if !strings.HasPrefix(word, " ") {
				fmt.Fprintf(&all, "<tspan%s x=\"%d\" textLength=\"%d\">%s</tspan>", style, border+column*glyphWidth, n*glyphWidth, html.EscapeString(word))
			}
			column += n
		}
		if style = ""; at != nil && rest[at[2]:at[3]] != "0" {
			style = fmt.Sprintf(" class=\"s%s\"", rest[at[2]:at[3]])
		}
		rest = next
	}
	return all.String()
}

// wellFormed holds a text to be XML.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("the picture is not XML: %v\n%s", err, text)
		}
	}
}
