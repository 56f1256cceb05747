package view

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// PageDocument is the answer of a verb that wrote its answer as a page.
type PageDocument struct {
	app.Head
	File  string `json:"file"`
	Page  string `json:"page"` // board, lane, session, report or release
	Bytes int    `json:"bytes"`
}

func (d *PageDocument) Text(p *term.Page) {
	p.Line("%s: the page of the %s, %s", d.File, d.Page, term.Many(d.Bytes, "byte"))
}

const pageFlag = "html"

// PageFile is the flag of verbs whose answer can be a page in a file.
type PageFile struct{ name string }

// Flags declares --html.
func (o *PageFile) Flags(f *pflag.FlagSet) {
	f.StringVar(&o.name, pageFlag, "", "write the answer as a page to this file, to read in a browser and to send: it needs no server and no network")
}

// TakesPages is the annotation of a verb whose page only a program with [app.Program.Pages] makes.
const TakesPages = "takes_pages"

// FlagsOfVerb declares --html of a verb that calls Make.
func (o *PageFile) FlagsOfVerb(cmd *cobra.Command) {
	o.Flags(cmd.Flags())
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[TakesPages] = pageFlag
}

// PageElsewhere returns the file of a page that this program does not make, "" for none. Flags are parsed.
func PageElsewhere(a *app.App, cmd *cobra.Command) string {
	if a.Pages != nil || cmd.Annotations[TakesPages] == "" {
		return ""
	}
	return cmd.Flags().Lookup(pageFlag).Value.String()
}

// Asked reports whether a page is requested.
func (o *PageFile) Asked() bool { return o.name != "" }

// Fits refuses another format than that of a page beside a page; "" is none.
//
// Errors: kind usage.
func (o *PageFile) Fits(format string) error {
	if !o.Asked() || format == "" || format == "html" {
		return nil
	}
	return app.UsageError("parse arguments", "--html --format "+format, "contradict each other: a page is of the format html", "leave one of them out")
}

// Make makes a page of documents, by their path in the API, and writes it.
//
// Errors: kind usage where the file holds something else, kind unavailable in a program that makes no
// pages; those of the operating system.
func (o *PageFile) Make(a *app.App, r app.PageRequest, documents map[string]app.Document) (*PageDocument, error) {
	if a.Pages == nil {
		return nil, &domain.Error{Kind: domain.ErrUnavailable, Operation: "write page", Target: o.name, Message: "this program makes no pages", Hint: "run the same verb of claw"}
	}
	r.Documents = make(map[string][]byte, len(documents))
	for path, d := range documents {
		text, err := app.EncodedWarned(a, d)
		if err != nil {
			return nil, err
		}
		r.Documents[path] = text
	}
	at, err := app.ReadingTime(a)
	if err != nil {
		return nil, err
	}
	r.Now = at.Time()
	r.Next = func(line string) string { return app.NextStep(a, line) }
	if r.Query == nil {
		r.Query = url.Values{}
	}
	html, err := a.Pages(a.Ctx, r)
	if err != nil {
		return nil, err
	}
	return o.Write(a, r.Name, html)
}

// Write writes a page that is made. It replaces an older page, and nothing else.
//
// Errors: as of [PageFile.Make].
func (o *PageFile) Write(a *app.App, name string, html []byte) (*PageDocument, error) {
	file := app.Path(a, o.name)
	if err := isPage(file); err != nil {
		return nil, err
	}
	if err := files.Replace(file, html, 0o600); err != nil { // it contains the words of people and agents
		return nil, err
	}
	return &PageDocument{Head: app.HeadOf("page"), File: o.name, Page: name, Bytes: len(html)}, nil
}

// isPage refuses to write over a file that is no page.
func isPage(file string) error {
	in, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	const begin = "<!DOCTYPE html>"
	head := make([]byte, len(begin))
	n, err := io.ReadFull(in, head)
	if errors.Is(err, io.EOF) || bytes.EqualFold(head[:n], []byte(begin)) {
		return nil
	}
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return app.UsageError("write page", file, "is there already, and is no page", "name another file, or remove this one")
}
