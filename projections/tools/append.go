package tools

import "github.com/clawable/claw/projections/statejson"

// AppendState writes the RFC 8785 form.
func (t *Tool) AppendState(w *statejson.Writer) {
	w.Open('{')
	t.Command.AppendMember(w, "command")
	w.KnownID("completed", t.Completed)
	if t.End != nil {
		w.Name("end")
		t.End.appendState(w)
	}
	w.IDs("events", t.Events)
	w.Texts("files", t.Files)
	t.First.AppendMember(w, "first")
	t.Last.AppendMember(w, "last")
	t.Name.AppendMember(w, "name")
	w.KnownID("request", t.Request)
	t.Requested.AppendMember(w, "requested")
	t.Rulings.AppendMember(w, "rulings")
	w.Flag("running", t.Running)
	t.Server.AppendMember(w, "server")
	t.Sessions.AppendMember(w, "sessions")
	t.Started.AppendMember(w, "started")
	appendWords(w, t.Words)
	w.Close('}')
}

func (t *End) appendState(w *statejson.Writer) {
	w.Open('{')
	t.At.AppendMember(w, "at")
	w.Text("by", t.By)
	if t.DurationMS != 0 {
		w.Number("duration_ms", t.DurationMS)
	}
	w.Text("error_kind", t.ErrorKind)
	w.Text("exit_code", t.ExitCode)
	w.ID("id", t.ID)
	w.Texts("paths", t.Paths)
	w.Text("status", string(t.Status))
	w.KnownID("use", t.Use)
	w.Close('}')
}
