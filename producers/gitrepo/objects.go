package gitrepo

import (
	"bufio"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// An object is held up to so many bytes from its begin and from its end; a commit of more
// is cut in its message.
const (
	heldHead = 4 << 20
	heldTail = 256 << 10
)

// object is what a clone holds under a name.
type object struct {
	id      domain.CommitID
	kind    string // "commit", "tag", "tree", "blob"; "" when problem states why there is none
	text    []byte
	problem string
}

// absent is the problem of an object that the clone does not have.
const absent = "missing"

// objects asks one git after the other for objects: one that meets bytes which it cannot
// read ends, and another takes its place.
type objects struct {
	ctx     context.Context
	scratch *scratch
	asked   []domain.CommitID // in order, not answered yet
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	deaths  int // since the last answer
}

// maxDeaths is how often git may end without an answer before it is taken to be broken.
const maxDeaths = 64

func (o *objects) start() error {
	o.cmd = o.scratch.git.Command(o.ctx, o.scratch.env, "cat-file", "--batch")
	in, err := o.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	o.in, o.out = in, bufio.NewReaderSize(out, 64<<10)
	return o.cmd.Start()
}

// stop ends the running git process, if any.
func (o *objects) stop() {
	if o.cmd != nil {
		_ = o.in.Close()
		_, _ = io.Copy(io.Discard, o.out)
		_ = o.cmd.Wait() // it has answered or it will not
		o.cmd = nil
	}
}

// ask requests an object. No more than [window] requests may be outstanding at a time.
func (o *objects) ask(id domain.CommitID) {
	o.asked = append(o.asked, id)
	if o.cmd != nil { // else with the others, when git is started
		_, _ = io.WriteString(o.in, string(id)+"\n") // a git that has ended is found when it does not answer
	}
}

// window is how many objects may be requested before the first is answered: the requests
// must fit into a pipe, since they may not be read meanwhile.
const window = 256

// next returns the object that was requested first.
func (o *objects) next() (object, error) {
	if o.cmd == nil {
		if err := o.start(); err != nil {
			return object{}, fmt.Errorf("start git: %w", err)
		}
		for _, id := range o.asked {
			_, _ = io.WriteString(o.in, string(id)+"\n")
		}
	}
	id := o.asked[0]
	o.asked = o.asked[1:]
	found, err := o.read(id)
	if err == nil {
		o.deaths = 0
		return found, nil
	}
	o.stop()
	if o.deaths++; o.ctx.Err() != nil || o.deaths > maxDeaths {
		return object{}, firstError(o.ctx.Err(), fmt.Errorf("git cat-file ended %d times without an answer: %w", o.deaths, err))
	}
	return object{id: id, problem: "git cannot read it"}, nil
}

// read reads an answer: "<id> <kind> <size>", the object, a line break; or "<id> missing".
func (o *objects) read(id domain.CommitID) (object, error) {
	line, err := o.out.ReadString('\n')
	if err != nil {
		return object{}, err
	}
	words := strings.Fields(line)
	if len(words) == 2 && words[1] == absent {
		return object{id: id, problem: absent}, nil
	}
	if len(words) != 3 {
		return object{}, fmt.Errorf("git cat-file answers %q", line)
	}
	size, err := strconv.ParseInt(words[2], 10, 64)
	if err != nil || size < 0 {
		return object{}, fmt.Errorf("git cat-file answers %q", line)
	}
	found := object{id: id, kind: words[1]}
	if found.text, err = o.content(&found, size); err != nil {
		return object{}, err
	}
	_, err = o.out.Discard(1)
	return found, err
}

// content reads an object and holds it against its name.
func (o *objects) content(found *object, size int64) ([]byte, error) {
	if found.kind != "commit" && found.kind != "tag" {
		_, err := io.CopyN(io.Discard, o.out, size)
		return nil, err
	}
	name := o.hash()
	fmt.Fprintf(name, "%s %d\x00", found.kind, size)
	in := io.TeeReader(io.LimitReader(o.out, size), name)
	text, err := held(in, size)
	if err != nil {
		return nil, err
	}
	if hex.EncodeToString(name.Sum(nil)) != string(found.id) {
		found.kind, found.problem = "", "its content is not what its name says"
	}
	return text, nil
}

// held reads size bytes and returns them without the middle of many.
func held(in io.Reader, size int64) ([]byte, error) {
	text := make([]byte, min(size, heldHead+heldTail))
	if size <= int64(len(text)) {
		_, err := io.ReadFull(in, text)
		return text, err
	}
	if _, err := io.ReadFull(in, text[:heldHead]); err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, in, size-int64(len(text))); err != nil {
		return nil, err
	}
	_, err := io.ReadFull(in, text[heldHead:])
	return text, err
}

func (o *objects) hash() hash.Hash {
	if o.scratch.format == "sha256" {
		return sha256.New()
	}
	return sha1.New()
}
