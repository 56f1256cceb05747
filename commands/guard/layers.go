package guarding

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/policy"
)

// The layers of policy, by source.
const (
	LayerAdopted = "adopted"
	LayerUser    = "user"
	LayerProject = "project"
)

// PolicyName is the name of a policy file, of a person or of a project.
const PolicyName = "policy.toml"

// mostPolicy bounds a policy file, in bytes.
const mostPolicy = 16 << 20

// Place is where an action happens, and for which user.
type Place struct {
	Dir  string // the working folder, absolute
	Home string // the person's home folder; "" for none
	// Settings is the folder of the person's own policy; "" for none.
	Settings string
	// Env returns an environment variable, "" for one that is not set.
	Env func(string) string
	Git Git
}

// LayersOf returns the layers of [Place.Layers], with the policy that the log of the approvals
// adopted. approvals is nil where there is no log; trouble is then why it cannot be read, nil or
// [eventlog.ErrNotFound] for a log that does not exist.
func (p *Place) LayersOf(ctx context.Context, approvals *approve.Approvals, trouble error) ([]policy.Layer, *approve.Known) {
	if approvals == nil {
		if errors.Is(trouble, eventlog.ErrNotFound) {
			trouble = nil
		}
		return p.Layers(nil, trouble), nil
	}
	known, err := approvals.Known(ctx)
	return p.Layers(known, err), known
}

// Layers returns the policies that apply: the one that the log adopted, the person's own file and
// those of the project. Files only restrict. known is nil where nothing is known about the log;
// an adopted policy that cannot be read, because of trouble, denies.
func (p *Place) Layers(known *approve.Known, trouble error) (layers []policy.Layer) {
	ofLog := policy.Layer{Name: LayerAdopted, Source: "of the log", Err: trouble, MayAllow: true}
	if known != nil {
		ofLog.Policy, ofLog.Err = known.Adopted()
	}
	if ofLog.Policy != nil || ofLog.Err != nil {
		layers = append(layers, ofLog)
	}
	for _, file := range p.policyFiles() {
		text, err := files.ReadRegular(file.path, mostPolicy)
		l := policy.Layer{Name: file.layer, Source: file.path, Err: err}
		if err == nil {
			l.Policy, l.Err = policy.Parse(file.path, text)
		}
		layers = append(layers, l)
	}
	return layers
}

// policyFile is a place where a policy may be.
type policyFile struct{ layer, path string }

// policyFiles lists the policy files that exist: the person's, and those in the .claw of the
// working folder and of each folder above it, up to the home folder. A file in an inner folder
// cannot permit what one of an outer folder denies. A dangling symlink counts as present and
// unreadable.
func (p *Place) policyFiles() (files []policyFile) {
	found := func(layer, dir string) {
		file := filepath.Join(dir, PolicyName)
		if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
			files = append(files, policyFile{layer, file})
		}
	}
	if p.Settings != "" {
		found(LayerUser, p.Settings)
	}
	for dir := p.Dir; dir != ""; dir = filepath.Dir(dir) {
		found(LayerProject, filepath.Join(dir, ".claw"))
		if filepath.Dir(dir) == dir || dir == p.Home {
			break
		}
	}
	return files
}
