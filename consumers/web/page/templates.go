package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"github.com/clawable/claw/internal/lazy"
	"html/template"
	"io/fs"
	"maps"
	"net/url"
)

//go:embed templates
var sources embed.FS

//go:embed assets
var assets embed.FS

// Assets are the files that pages of a server load: assets/page.css and assets/page.js.
func Assets() fs.FS { return assets }

//go:embed assets/page.css
var style string

// served are the templates of pages of a server, and sent those of files. Programs that make no page do
// not parse them.
var (
	served = lazy.Value[*template.Template]{Make: func() *template.Template { return parsed(template.FuncMap{"file": no, "href": leads}) }}
	sent   = lazy.Value[*template.Template]{Make: func() *template.Template { return parsed(template.FuncMap{"file": yes, "href": leadsNowhere}) }}
)

func parsed(own template.FuncMap) *template.Template {
	all := functions()
	maps.Copy(all, own)
	return template.Must(template.New("").Funcs(all).ParseFS(sources, "templates/*.html"))
}

func yes() bool { return true }
func no() bool  { return false }

// leads is the attribute of a link to another page of the server: a path, to which an id and a fragment
// may be added.
func leads(path string, parts ...string) template.HTMLAttr {
	if len(parts) > 0 {
		path += url.PathEscape(parts[0])
	}
	if len(parts) > 1 {
		path += parts[1]
	}
	return template.HTMLAttr(`href="` + template.HTMLEscapeString(path) + `"`)
}

// leadsNowhere is the attribute of the same link in a file: none, so that it is text.
func leadsNowhere(string, ...string) template.HTMLAttr { return "" }

// inside is the style for a file, which loads nothing.
func inside() template.CSS { return template.CSS(style) }

// fileAllows is what a browser lets a file do: have its own style, and nothing else.
func fileAllows() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; img-src data:; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Notice makes a page with one message and nothing from a log: closed, used, entered, or handover, which
// leads to a link.
func Notice(name, link string) ([]byte, error) { return execute(false, name, link) }
