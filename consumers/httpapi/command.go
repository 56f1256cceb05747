package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/cockroachdb/errors"
	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
)

// Keyed is the part of a request that every command takes. Exported for huma, as [Conditional] is.
type Keyed struct {
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"names this command: sent again with the same body it is answered as the first time, and done once"`
}

func (k *Keyed) key() string { return k.IdempotencyKey }

// Matched is the part of a request for a decision about a lane that rests on what its caller read.
type Matched struct {
	IfMatch string `header:"If-Match" doc:"the ETag of the outcome of the lane that the decision rests on: another outcome is answered with 412, and nothing is decided"`
}

// commanding is a route that commands.
type commanding struct {
	path, verb, kind, summary string
	class                     domain.TokenClass // that a token must have; "": the class of each kind that it appends
	tells                     bool              // the answer holds more of the log than what was commanded
	lines                     bool              // the answer is JSON Lines
	reads, readsType          string            // the schema of the body, or of each line of it, and its type; "": the parameters say it
}

// commander does what callers command.
type commander struct{ *API }

// keyed is what a command has beside its parameters.
type keyed interface{ key() string }

// command registers a route that commands. body is what the verb reads of a request, and match the ETag
// of the lane that it decides about, with the lane.
func command[P any, Params interface {
	*P
	keyed
}](a commander, of commanding, more func(in *P, c *Command), match func(in *P) (lane, etag string)) {
	contentType := "application/json"
	if of.lines {
		contentType = linesType
	}
	op := operation(of.path, of.verb, of.summary, contentType, of.kind)
	op.Method, op.OperationID = http.MethodPost, "post-"+op.OperationID
	op.MaxBodyBytes, op.BodyReadTimeout = mostBody, a.Limits.Time
	op.Extensions[classExtension] = of.class
	op.SkipValidateBody = of.reads != "" // the verb reads it
	delete(op.Responses, "304")
	huma.Register(a.huma, op, func(ctx context.Context, in *P) (*answer, error) {
		c := Command{Question: questionOf(of.verb, in), By: callerOf(ctx), Class: of.class}
		if more != nil {
			more(in, &c)
		}
		if match != nil {
			if lane, etag := match(in); etag != "" {
				c.Unless = func(ctx context.Context) error { return a.differs(ctx, lane, etag) }
			}
		}
		out, err := a.commanded(ctx, of, c, Params(in).key())
		if err != nil {
			return nil, a.failed(ctx, err)
		}
		return out, nil
	})
	if of.reads != "" {
		a.huma.OpenAPI().Paths[of.path].Post.RequestBody.Content = map[string]*huma.MediaType{of.readsType: {Schema: documentSchema(of.reads)}}
	}
}

// classExtension names, in the OpenAPI document, the class that a token must have for a command.
const classExtension = "x-claw-token-class"

const linesType = "application/jsonl"

// commanded does a command once for each key.
//
// Errors: kind policy for a token that may not; kind conflict for a key that named another command, or
// one that is being done; kind unavailable where nothing can be written; those of the command.
func (a commander) commanded(ctx context.Context, of commanding, c Command, key string) (*answer, error) {
	if err := a.mayCommand(ctx, of); err != nil {
		return nil, err
	}
	if key == "" || a.Kept == nil {
		return a.done(ctx, of, c)
	}
	if !keyForm.MatchString(key) {
		return nil, usage("Idempotency-Key", "is no key", "1 to 200 visible letters")
	}
	c.Key = digestOf(holderOf(c), key)
	if _, busy := a.underWay.LoadOrStore(c.Key, nil); busy {
		return nil, &domain.Error{Kind: domain.ErrConflict, Operation: "command", Target: clipped(key), Message: "the command of this key is being done", Hint: "send it again to learn its answer", Retryable: true}
	}
	defer a.underWay.Delete(c.Key)
	request := digestOf(of.verb, requestOf(ctx).url.String(), string(c.Body), c.Folder, strings.Join(c.Argv, "\x00"), lineOf(&c.Question))
	held, found, err := a.Kept.Outcome(c.Key)
	switch {
	case err != nil:
		return nil, errors.Wrap(err, "read the answer of a key")
	case found && held.Request != request && !held.Failed:
		return nil, anotherCommand(key, &held)
	case found && held.Status != 0:
		return &answer{Status: held.Status, ContentType: held.ContentType, Position: held.Position, Body: held.Body, Replayed: "true"}, nil
	}
	if !found || held.Request != request {
		held = Outcome{Request: request, Begun: a.Now()}
		if err := a.Kept.Keep(c.Key, held); err != nil {
			return nil, errors.Wrap(err, "keep what a key names")
		}
	}
	c.Once, c.Begun = digestOf(c.Key, request), held.Begun
	out, err := a.done(ctx, of, c)
	return out, a.ended(c.Key, held, out, err)
}

// anotherCommand is the error of a key that named another command, which was answered, or may have appended
// before the server was killed.
func anotherCommand(key string, held *Outcome) error {
	e := &domain.Error{Kind: domain.ErrConflict, Operation: "command", Target: clipped(key), Message: "the key named another command before", Hint: "take a new key for each command"}
	if held.Status == 0 {
		e.Message, e.Hint = "the key named another command before, whose answer is not known", "send that command again to learn its answer, and take a new key for this one"
	}
	return e
}

// ended stores how a command with a key ended, and returns its error. A command that failed because of the
// caller's mistake frees its key for another one. After any other error nothing is stored, because it is
// not known what was appended: the key remains that of the command.
func (a commander) ended(id string, held Outcome, out *answer, err error) error {
	var status int
	if err != nil {
		status = problemOf(err).status
	} else {
		status = out.Status
	}
	switch {
	case status >= http.StatusInternalServerError:
		return err
	case status >= http.StatusBadRequest:
		held.Failed = true
		return errors.CombineErrors(err, errors.Wrap(a.Kept.Keep(id, held), "keep that the command of a key failed"))
	}
	held.Status, held.ContentType, held.Position, held.Body = out.Status, out.ContentType, out.Position, out.Body
	return errors.Wrap(a.Kept.Keep(id, held), "keep the answer of a key")
}

// keyForm is the form of a key.
var keyForm = regexp.MustCompile(`^[!-~]{1,200}$`)

// mayCommand is why the caller may not command a route, nil where it may.
func (a commander) mayCommand(ctx context.Context, of commanding) error {
	if a.Writer == nil {
		return &domain.Error{Kind: domain.ErrPolicy, Operation: "command", Target: of.verb, Message: "this server only reads"}
	}
	by := callerOf(ctx)
	if by != nil && of.class != "" && !by.May(of.class) {
		return &domain.Error{Kind: domain.ErrPolicy, Operation: "append with the token " + by.Name, Target: of.verb, Message: "the token does not append " + string(of.class),
			Hint: "ask who runs the server for a token that appends " + string(of.class)}
	}
	if of.tells {
		return a.readable(ctx, of.verb)
	}
	return nil
}

// done does a command.
func (a commander) done(ctx context.Context, of commanding, c Command) (*answer, error) {
	if c.Unless != nil {
		if err := c.Unless(ctx); err != nil {
			return nil, err
		}
	}
	var body bytes.Buffer
	err := a.Writer.Do(ctx, c, &body)
	out := &answer{Status: http.StatusOK, ContentType: "application/json", Body: body.Bytes()}
	if of.lines {
		out.ContentType = linesType
	}
	if err != nil {
		if !of.lines || body.Len() == 0 {
			return nil, errors.Wrapf(err, "claw %s", c.Verb)
		}
		return a.broken(ctx, out, err)
	}
	head, err := a.Log.Head(ctx)
	out.Position = strconv.FormatUint(head.Position.Number(), 10)
	return out, errors.Wrap(err, "read the head of the log")
}

// broken is the answer of a command that did a part: the receipts of what was appended, and the error as
// its last line and its status.
func (a commander) broken(ctx context.Context, out *answer, err error) (*answer, error) {
	p := problemOf(err)
	noteProblem(ctx, p, err)
	told := *p.Err
	told.Correlation = requestOf(ctx).id
	line, err := json.Marshal(newProblem(p.status, &told), json.Deterministic(true))
	out.Status, out.Body = p.status, append(append(out.Body, line...), '\n')
	return out, errors.Wrap(err, "write the error of a command")
}

// differs is why a decision does not rest on the present outcome of a lane: nil where it does.
//
// Errors: status 412 and kind conflict for another outcome; those of the question.
func (a commander) differs(ctx context.Context, lane, etag string) error {
	var now bytes.Buffer
	if err := a.Reader.Answer(ctx, Question{Verb: "lane outcome", Args: []string{lane}}, &now); err != nil {
		return err
	}
	said, err := readHead(now.Bytes())
	if err != nil {
		return errors.Wrap(err, "read the outcome of a lane")
	}
	if matches(etag, said.validator(now.Bytes())) {
		return nil
	}
	return newProblem(http.StatusPreconditionFailed, &domain.Error{Kind: domain.ErrConflict, Operation: "decide", Target: clipped(lane),
		Message: "the lane is not as the caller read it: nothing was decided", Hint: "read /v1/lanes/" + clipped(lane) + "/outcome again, and decide by its ETag"})
}

// holderOf names the caller of a command: the same key from another caller is a different key.
func holderOf(c Command) string {
	if c.By == nil {
		return "secret"
	}
	return c.By.ID.String()
}

// digestOf is the hex SHA-256 of texts.
func digestOf(texts ...string) string {
	sum := sha256.New()
	for _, text := range texts {
		sum.Write([]byte(strconv.Itoa(len(text)) + ":" + text))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// lineOf is a question as one text.
func lineOf(q *Question) string {
	text := q.Verb
	for _, f := range q.Flags {
		text += "\x00--" + f.Name + "=" + f.Value
	}
	for _, arg := range q.Args {
		text += "\x00" + arg
	}
	return text
}
