package prose

import (
	"fmt"
	"strconv"
	"strings"
)

// HTML appends a page as one file of HTML that needs no script and no network. Every text of others is
// escaped. html/template would do the same, and makes the linker keep every method of the program, which
// each hook would pay for at its start.
func HTML(b []byte, p Page) []byte {
	w := &web{b, cited.Take()}
	defer w.cited.release()
	w.raw(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>`)
	w.text(p.Title)
	w.raw("</title><style>" + style + "</style></head><body><main>\n<h1>")
	w.text(p.Title)
	w.raw("</h1>\n")
	for _, s := range p.Summary {
		w.element("p", "", s)
	}
	for i := range p.Sections {
		w.section(&p.Sections[i])
	}
	w.raw("<section><h2>What this view leaves out</h2><ul>")
	for _, s := range p.Left {
		w.element("li", "", s)
	}
	w.raw("</ul></section>\n<section><h2>Where it comes from</h2><dl>")
	for _, f := range p.About {
		w.described(f.Label, f.Text)
	}
	w.raw("</dl></section>\n")
	w.evidence()
	w.document(p.Document)
	w.raw("</main></body></html>\n")
	return w.b
}

// web is a file of HTML being written.
type web struct {
	b     []byte
	cited *citations
}

// anchor is where a statement is in the file.
type anchor struct {
	section string
	n       int
}

func (a anchor) appendTo(b []byte, between byte) []byte {
	return strconv.AppendInt(append(append(b, a.section...), between), int64(a.n), 10)
}

func (w *web) raw(s string) { w.b = append(w.b, s...) }

func (w *web) text(s string) { w.b = appendEscaped(w.b, s) }

// appendEscaped appends a text as [html.EscapeString] escapes it.
func appendEscaped[T string | []byte](b []byte, s T) []byte {
	from := 0
	for i := range len(s) {
		if as := escapes[s[i]]; as != "" {
			b, from = append(append(b, s[from:i]...), as...), i+1
		}
	}
	return append(b, s[from:]...)
}

// escapes are what stands for characters that mean something in HTML.
var escapes = [256]string{'<': "&lt;", '>': "&gt;", '&': "&amp;", '\'': "&#39;", '"': "&#34;"}

// element writes a text in an element; class may be "".
func (w *web) element(name, class, s string) {
	w.raw("<")
	w.raw(name)
	if class != "" {
		w.raw(` class="` + class + `"`)
	}
	w.raw(">")
	w.text(s)
	w.raw("</")
	w.raw(name)
	w.raw(">\n")
}

// described writes a label and its text. What is not here is marked: no text of a report begins with [.
func (w *web) described(label string, text []byte) {
	w.raw("<dt>")
	w.text(label)
	if len(text) > 0 && text[0] == '[' {
		w.raw("</dt>\n<dd class=\"mark\">")
	} else {
		w.raw("</dt>\n<dd>")
	}
	w.b = appendEscaped(w.b, text)
	w.raw("</dd>\n")
}

func (w *web) section(s *Section) {
	w.raw(`<section id="` + s.Name + `"><h2>`)
	w.text(s.Heading)
	w.raw("</h2>\n")
	if s.Plot != nil {
		w.bars(s.Plot.Heading, s.Plot.Bars)
	}
	group, n := "", 0
	for i := range s.Items {
		if i.Group != group {
			group = i.Group
			w.element("h3", "", group)
		}
		n++
		w.item(anchor{s.Name, n}, i)
	}
	for _, says := range s.Says {
		class := ""
		if strings.HasPrefix(says, "[") {
			class = "mark"
		}
		w.element("p", class, says)
	}
	w.raw("</section>\n")
}

func (w *web) item(at anchor, i *Item) {
	w.raw(`<article id="`)
	w.b = at.appendTo(w.b, '-')
	w.raw(`"><h4>`)
	w.b = appendEscaped(w.b, i.Head)
	w.raw("</h4><dl>")
	for _, f := range i.Facts {
		w.described(f.Label, f.Text)
	}
	w.raw("</dl>")
	if len(i.Evidence) > 0 {
		w.raw(`<p class="evidence">shown by `)
		w.citations(at, i.Evidence)
		w.raw("</p>")
	}
	w.raw("</article>\n")
}

// citations links events to their places among the evidence; a mark is no event.
func (w *web) citations(at anchor, evidence [][]byte) {
	for n, id := range evidence {
		if n > 0 {
			w.raw(", ")
		}
		if len(id) > 0 && id[0] == '[' {
			w.element("span", "mark", string(id))
			continue
		}
		w.cite(at, id)
	}
}

// cite links an event to its place among the evidence.
func (w *web) cite(at anchor, id []byte) {
	w.raw(`<a href="#event-`)
	from := len(w.b)
	w.b = appendEscaped(w.b, id)
	until := len(w.b)
	w.raw(`">`)
	w.b = append(append(w.b, w.b[from:until]...), "</a>"...)
	w.cited.add(w.b, from, until, at)
}

// evidence lists the events that were cited, each with the statements that rest on it.
func (w *web) evidence() {
	if len(w.cited.events) == 0 {
		return
	}
	w.raw("<section><h2>Evidence</h2><p>Events of the log, and what rests on each.</p><ul class=\"events\">\n")
	for _, e := range w.cited.events {
		w.raw(`<li id="event-`)
		w.b = append(w.b, w.b[e.from:e.until]...)
		w.raw(`"><code>`)
		w.b = append(w.b, w.b[e.from:e.until]...)
		w.raw("</code>")
		for at := range w.cited.of(e) {
			w.raw(` <a href="#`)
			w.b = at.appendTo(w.b, '-')
			w.raw(`">`)
			w.b = append(w.b, strings.ReplaceAll(at.section, "_", " ")...)
			w.b = strconv.AppendInt(append(w.b, ' '), int64(at.n), 10)
			w.raw("</a>")
		}
		w.raw("</li>\n")
	}
	w.raw("</ul></section>\n")
}

// The element that holds the document which a page carries.
const (
	DocumentBegins = `<pre id="document" style="white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem">`
	DocumentEnds   = "</pre>"
)

// document writes the document that a page carries, as it is hashed.
func (w *web) document(text []byte) {
	if text == nil {
		return
	}
	w.raw("<section><h2>The document</h2><details><summary>As it is hashed: SHA-256 of the text below, in UTF-8.</summary>" + DocumentBegins)
	w.b = appendEscaped(w.b, text)
	w.raw(DocumentEnds + "</details></section>\n")
}

// bars draws a plot.
func (w *web) bars(heading string, all []Bar) {
	if len(all) == 0 {
		return
	}
	const row, left, width = 24, 260, 360
	w.raw("<figure><figcaption>")
	w.text(heading)
	w.raw(fmt.Sprintf(`</figcaption><svg viewBox="0 0 760 %d" role="group">`, row*len(all)))
	for i, one := range all {
		length := max(one.N*width/all[0].N, 1)
		w.raw(fmt.Sprintf(`<text x="%d" y="%d" text-anchor="end">`, left-8, i*row+16))
		w.text(shortened(one.Label))
		w.raw(fmt.Sprintf(`</text><rect x="%d" y="%d" width="%d" height="14" rx="2"/><text x="%d" y="%d">%d</text>`, left, i*row+5, length, int64(left)+length+6, i*row+16, one.N))
	}
	w.raw("</svg></figure>\n")
}

// shortened is a label as a plot has room for it; the section below has the whole.
func shortened(label string) string {
	const most = 36
	runes := []rune(label)
	switch {
	case strings.HasPrefix(label, "["):
		return "[redacted name]"
	case len(runes) <= most:
		return label
	}
	return string(runes[:most-1]) + "…"
}

// style is for screens that are light or dark, and for paper. A long word breaks anywhere: nothing is
// wider than a phone. On paper the facts of an item are one paragraph, and no heading ends a page.
const style = `:root{color-scheme:light dark;--ink:#1b1f24;--dim:#59636e;--line:#d1d9e0;--paper:#fff;--bar:#0969da;--mark:#9a6700}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--dim:#9198a1;--line:#3d444d;--paper:#0d1117;--bar:#4493f8;--mark:#d29922}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem;overflow-wrap:anywhere}h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
h3{font-size:1rem;color:var(--dim);margin:1.25rem 0 .25rem}h4{font-size:1rem;margin:0}p{margin:.4rem 0}
article{border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;margin:.5rem 0;break-inside:avoid}article:target,li:target{outline:2px solid var(--bar)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;margin:.3rem 0}dt{color:var(--dim)}dd{margin:0}
.mark{color:var(--mark);font-style:italic}.evidence,.events{font-size:.85rem;color:var(--dim)}a{color:var(--bar)}
figure{margin:1rem 0;break-inside:avoid;overflow-x:auto}figcaption{color:var(--dim)}svg{width:100%;min-width:40rem;height:auto;font-size:13px}svg text{fill:var(--ink)}svg rect{fill:var(--bar)}
@media print{:root{color-scheme:light;--ink:#000;--dim:#444;--line:#bbb;--paper:#fff;--bar:#000;--mark:#444}body{font-size:10pt}main{max-width:none;padding:0}a{text-decoration:none}
h2,h3{break-after:avoid}article dl{display:block}article dt,article dd{display:inline}article dt::after{content:": "}article dd:not(:last-child)::after{content:"; "}}`
