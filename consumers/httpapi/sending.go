package httpapi

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/consumers/live"
	"github.com/clawable/claw/domain"
)

// sending is one stream that is open.
type sending struct {
	api    *API
	verb   string // whose flags select
	feed   *Feed
	reader *live.Reader
	out    *http.ResponseController
	w      http.ResponseWriter
	pause  *time.Timer // between two flushes
	buffer bytes.Buffer
}

func (s *sending) close() {
	s.reader.Close()
	<-s.api.readers
}

// send writes the stream until its reader is gone, or may not go on.
func (s *sending) send(r *http.Request, w http.ResponseWriter) {
	s.w, s.out = w, http.NewResponseController(w)
	open := s.api.metrics.readers.WithLabelValues(strings.TrimPrefix(r.URL.Path, streamPrefix))
	open.Inc()
	defer open.Dec()
	w.Header().Set("Content-Type", streamType)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy that gathers answers would hold frames back
	if r.Method == http.MethodHead {
		return
	}
	if err := s.out.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return // the time to read a request is not that of a stream
	}
	w.WriteHeader(http.StatusOK)
	s.buffer.WriteString("retry: " + strconv.FormatInt(s.api.Live.Retry.Milliseconds(), 10) + "\n")
	s.buffer.Write(live.Encode(s.feed.format(s.reader.Last()), "", nil))
	err := s.flush()
	if err == nil {
		err = s.frames(r)
	}
	if err != nil && r.Context().Err() == nil {
		s.last(r, err)
	}
}

// frames writes frames and heartbeats until an error ends the stream.
func (s *sending) frames(r *http.Request) error {
	beats, stop := s.api.Ticks(s.api.Live.Heartbeat)
	defer stop()
	s.pause = time.NewTimer(s.api.Live.Flush)
	defer s.pause.Stop()
	for {
		select {
		case <-r.Context().Done():
			return r.Context().Err()
		case <-s.api.draining:
			return stopping()
		case <-beats:
			if err := (admission{s.api}).stillAdmitted(r.Context()); err != nil {
				return err
			}
			s.buffer.WriteString(": heartbeat\n")
			s.buffer.Write(live.Encode(s.feed.format(s.reader.Last()), "", nil))
		case <-s.reader.Ready():
			if err := s.take(r); err != nil {
				return err
			}
		}
		if s.buffer.Len() == 0 {
			continue
		}
		if err := s.flush(); err != nil {
			return err
		}
		if err := s.rest(r); err != nil {
			return err
		}
	}
}

// take gathers the frames that are there and wanted.
func (s *sending) take(r *http.Request) error {
	frames, err := s.reader.Take(r.Context())
	if err := s.api.readable(r.Context(), s.verb); err != nil {
		return err
	}
	for i := range frames {
		if s.feed.Wants == nil || s.feed.Wants(&frames[i]) {
			s.buffer.Write(frames[i].Text)
		}
	}
	return err
}

// flush sends what was gathered.
func (s *sending) flush() error {
	if err := s.out.SetWriteDeadline(time.Now().Add(s.api.Live.Write)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := s.w.Write(s.buffer.Bytes()); err != nil {
		return err
	}
	s.buffer.Reset()
	return s.out.Flush()
}

// rest waits until the next flush may be.
func (s *sending) rest(r *http.Request) error {
	s.pause.Reset(s.api.Live.Flush)
	select {
	case <-r.Context().Done():
		return r.Context().Err()
	case <-s.pause.C:
		return nil
	}
}

// last writes the frame that says why the stream ends.
func (s *sending) last(r *http.Request, err error) {
	p := problemOf(err)
	if p.status == http.StatusInternalServerError { // else the server, or the reader, ends as it should
		noteProblem(r.Context(), p, err)
	}
	told := *p.Err
	told.Correlation = requestOf(r.Context()).id
	text, err := json.Marshal(newProblem(p.status, &told), json.Deterministic(true))
	if err != nil {
		return
	}
	s.buffer.Write(live.Encode("", "error", text))
	_ = s.flush() // the reader is gone
	if p.Err.Kind == domain.ErrDelivery {
		s.api.Logger.Warn("a slow reader was cut off", "route", routeOf(r), "request", told.Correlation)
	}
}
