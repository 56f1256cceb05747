package httpapi

import (
	"net/http"
	"os"
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
	texts  [][]byte // of the last frames, whose room the next ones use
}

func (s *sending) close() {
	s.reader.Close()
	<-s.api.readers
}

// send writes the stream until its reader is gone, or may no longer read.
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
	if r.ProtoMajor == 1 {
		w.Header().Set("Transfer-Encoding", "identity") // without chunks, a batch is one write of the bytes that readers share
	}
	w.WriteHeader(http.StatusOK)
	err := s.write([]byte("retry: "+strconv.FormatInt(s.api.Live.Retry.Milliseconds(), 10)+"\n"), s.place())
	if err == nil {
		err = s.frames(r)
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded): // of a write, so that no last frame can be sent
		s.reader.Stalled()
		s.noteSlow(r)
	case err != nil && r.Context().Err() == nil:
		s.last(r, err)
	}
}

// place returns the frame that states the reader's position.
func (s *sending) place() []byte { return live.Encode(s.feed.format(s.reader.Last()), "", nil) }

// frames writes frames and heartbeats until an error ends the stream.
func (s *sending) frames(r *http.Request) error {
	beats, stop := s.api.Ticks(s.api.Live.Heartbeat)
	defer stop()
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
			if err := s.api.readable(r.Context(), s.verb); err != nil { // no frame may have come since
				return err
			}
			if err := s.write([]byte(": heartbeat\n"), s.place()); err != nil {
				return err
			}
		case <-s.reader.Ready():
			if err := s.take(r); err != nil {
				return err
			}
		}
	}
}

// take sends the available frames that are wanted. The feed paces those of a reader that is at its head.
func (s *sending) take(r *http.Request) error {
	catchesUp := !s.reader.Joined()
	batches, err := s.reader.Take(r.Context())
	if err := s.api.readable(r.Context(), s.verb); err != nil {
		return err
	}
	texts := s.texts[:0]
	for _, b := range batches {
		if text := s.wanted(b); len(text) > 0 {
			texts = append(texts, text)
		}
	}
	if errSent := s.write(texts...); errSent != nil {
		return errSent
	}
	s.texts = texts
	clear(texts) // what was sent is not held
	if err == nil && catchesUp {
		err = s.api.Live.Rest(r.Context())
	}
	return err
}

// wanted is the text of the frames that are wanted: the bytes that all readers share where these are all.
func (s *sending) wanted(b live.Batch) (text []byte) {
	if s.feed.Wants == nil {
		return b.Text
	}
	for i := range b.Frames {
		if s.feed.Wants(&b.Frames[i]) {
			text = append(text, b.Frames[i].Text...)
		}
	}
	return text
}

// write sends texts, if there are any.
func (s *sending) write(texts ...[]byte) error {
	if len(texts) == 0 {
		return nil
	}
	if err := s.out.SetWriteDeadline(time.Now().Add(s.api.Live.Write)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	for _, text := range texts {
		if _, err := s.w.Write(text); err != nil {
			return err
		}
	}
	return s.out.Flush()
}

// last writes the frame that states why the stream ends.
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
	_ = s.write(live.Encode("", "error", text)) // the reader is gone
	if p.Err.Kind == domain.ErrDelivery {
		s.noteSlow(r)
	}
}

func (s *sending) noteSlow(r *http.Request) {
	s.api.Logger.Warn("a slow reader was cut off", "route", routeOf(r), "request", requestOf(r.Context()).id)
}
