package httpapi

import (
	"io"
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// writeJSON writes a document in the form in which claw prints documents.
func writeJSON(w io.Writer, v any) error {
	b, err := json.Marshal(v, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// fail answers a request that no route answers with the error document.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	p := problemOf(err)
	noteProblem(r.Context(), p, err)
	p.Err.Correlation = requestOf(r.Context()).id
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(p.status)
	_ = writeJSON(w, p) // the caller is gone
}
