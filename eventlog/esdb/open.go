package esdb

import (
	"context"
	"crypto/rand"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Schemes are the schemes of the URLs that [Open] takes.
var Schemes = []string{"esdb", "esdb+discover"}

// Options say how a log is opened. The zero Options open one that is there.
type Options struct {
	Create   bool // make the log in a store that holds none
	ReadOnly bool // refuse appends
	// Name, Replay and Run go into log.opened when the log is made.
	Name   string
	Replay bool
	Run    domain.CorrelationID
	Now    func() time.Time // of log.opened; nil: eventlog.WallClock
	Random io.Reader        // ids of the log and salts; nil: crypto/rand; safe for many goroutines
	// Deadline is how long a call tries to reach the store; 0: 10 seconds. Follow tries for ever.
	Deadline time.Duration
}

const deadline = 10 * time.Second

// Open opens the log in the store that a connection string names, such as
// esdb://claw@host:2113?passwordFile=PATH. Its members are those of the clients of EventStoreDB, and
// passwordFile, whose content is the password: a URL that is printed and logged holds none.
//
// Errors: kind usage for a string that is none; [eventlog.ErrNotFound] for a store without a log;
// [eventlog.ErrCorrupt] for one whose first event is not log.opened; kinds auth and unavailable.
func Open(ctx context.Context, at string, o Options) (*Log, error) {
	if o.Now == nil {
		o.Now = eventlog.WallClock
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.Deadline == 0 {
		o.Deadline = deadline
	}
	c, err := configuration(at)
	if err != nil {
		return nil, err
	}
	nodes, err := newCluster(c)
	if err != nil {
		return nil, badURL(at, err.Error())
	}
	l := newLog(at, nodes, o)
	if err := l.begin(ctx); err != nil {
		_ = l.Close() // it holds no more than connections
		return nil, err
	}
	return l, nil
}

// configuration reads a connection string.
func configuration(at string) (*client.Configuration, error) {
	clean, password, err := cutPassword(at)
	if err != nil {
		return nil, err
	}
	c, err := client.ParseConnectionString(clean)
	if err != nil {
		return nil, badURL(at, err.Error())
	}
	c.Logger = client.NoopLogging()
	if password != "" {
		c.Password = password
		if c.Username == "" {
			c.Username = "claw"
		}
	}
	if err := c.Validate(); err != nil {
		return nil, badURL(at, err.Error())
	}
	if c.Username != "" && c.DisableTLS {
		return nil, badURL(at, "a credential is sent over TLS only")
	}
	return c, nil
}

const passwordFile = "passwordFile"

// cutPassword takes the file of the password out of a connection string and reads it.
func cutPassword(at string) (clean, password string, err error) {
	base, query, _ := strings.Cut(at, "?")
	if _, rest, _ := strings.Cut(base, "://"); strings.Contains(rest, "@") {
		if name, _, _ := strings.Cut(rest, "@"); strings.Contains(name, ":") {
			return "", "", badURL("", "the URL holds a password, which would be printed and logged")
		}
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return "", "", badURL(at, err.Error())
	}
	file := values.Get(passwordFile)
	if file == "" {
		return at, "", nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", "", (&domain.Error{Kind: domain.ErrFilesystem, Operation: "read the password", Target: file, Message: err.Error()}).Because(err)
	}
	values.Del(passwordFile)
	return base + "?" + values.Encode(), strings.TrimSpace(string(text)), nil
}

func badURL(at, message string) error {
	e := domain.Usage("open log", at, "esdb://NAME@HOST:PORT?passwordFile=PATH, or tls=false without a credential")
	e.Message = message
	return e
}

// begin finds the log in the store, or makes it.
func (l *Log) begin(ctx context.Context) error {
	first, found, err := l.firstEvent(ctx)
	if err == nil && !found {
		if !l.options.Create || l.options.ReadOnly {
			return eventlog.Fail(eventlog.ErrNotFound, &domain.Error{Kind: domain.ErrNotFound, Operation: "open log", Target: l.at,
				Message: "the store holds no log"})
		}
		if err = l.create(ctx); err == nil {
			first, found, err = l.firstEvent(ctx)
		}
	}
	if err != nil {
		return err
	}
	var opened domain.LogOpened
	if !found || first.Kind != opened.Kind() || eventlog.Decode(first.Data, &opened) != nil {
		return eventlog.Corrupt(first.Position, "the first event of a log in the store is not "+string(opened.Kind()))
	}
	l.first, l.opened = first, opened
	return nil
}

// firstEvent is the first event of a log in the store.
func (l *Log) firstEvent(ctx context.Context) (first domain.Event, found bool, err error) {
	for e, err := range l.Read(ctx, eventlog.Query{Limit: 1}) {
		return e, err == nil, err
	}
	return first, false, nil
}

// create records log.opened in a stream that is the same in all stores, so that of several machines that
// make the log at once one does.
func (l *Log) create(ctx context.Context) error {
	o := l.options
	d, err := eventlog.OpenedDraft(eventlog.Opening{Name: o.Name, Replay: o.Replay, Run: o.Run}, o.Now(), o.Random)
	if err != nil {
		return err
	}
	d.Stream.ULID = domain.Derive(time.Time{}, "esdb", "log")
	d.Emitter = domain.EmitterID("log/" + d.Stream.ULID.String())
	_, err = l.Append(ctx, d.Stream, eventlog.None, []domain.Draft{d})
	if isConflict(err) {
		return nil // another machine made it
	}
	return err
}
