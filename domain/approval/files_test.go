package approval_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// script is a file as a request recorded it.
func script() domain.ActionFile {
	return domain.ActionFile{Role: domain.FileArgument, Name: "x.sh", State: domain.FileHashed, Path: "/w/x.sh", Device: "1", Inode: "2", Bytes: 5, SHA256: domain.Digest{1}}
}

func program() domain.ActionFile {
	return domain.ActionFile{Role: domain.FileProgram, Name: "run", State: domain.FileHashed, Path: "/bin/run", Device: "1", Inode: "3", SHA256: domain.Digest{3}}
}

func TestAFileThatIsNotAsItWasIsNamed(t *testing.T) {
	for name, row := range map[string]struct {
		was, now func(*domain.ActionFile)
		want     domain.ChangeOfFile
		bound    domain.ApprovalRefusal // why a grant that is bound to content is not used
	}{
		"as it was":                     {},
		"other bytes":                   {now: func(f *domain.ActionFile) { f.SHA256[0]++ }, want: domain.ChangedContent, bound: domain.RefusedContentChanged},
		"the same bytes, another inode": {now: func(f *domain.ActionFile) { f.Inode = "9" }, want: domain.ChangedReplaced},
		"the same bytes, another disk":  {now: func(f *domain.ActionFile) { f.Device = "9" }, want: domain.ChangedReplaced},
		"a link to the same bytes":      {now: func(f *domain.ActionFile) { f.Real = "/w/y.sh" }, want: domain.ChangedMoved},
		"where no inode is known":       {was: func(f *domain.ActionFile) { f.Device, f.Inode = "", "" }, now: func(f *domain.ActionFile) { f.Device, f.Inode = "", "" }},
		"no file any more":              {now: func(f *domain.ActionFile) { *f = missing(*f) }, want: domain.ChangedMissing, bound: domain.RefusedContentChanged},
		"a file that was not there":     {was: func(f *domain.ActionFile) { *f = missing(*f) }, want: domain.ChangedAppeared, bound: domain.RefusedContentChanged},
		"none then and now":             {was: func(f *domain.ActionFile) { *f = missing(*f) }, now: func(f *domain.ActionFile) { *f = missing(*f) }},
		"a folder now":                  {now: func(f *domain.ActionFile) { f.State, f.SHA256 = domain.FileDirectory, domain.Digest{} }, want: domain.ChangedContent, bound: domain.RefusedContentChanged},
		"unreadable now":                {now: func(f *domain.ActionFile) { f.State, f.SHA256 = domain.FileUnreadable, domain.Digest{} }, want: domain.ChangedUnknown, bound: domain.RefusedContentUnknown},
		"too large then and now": {was: func(f *domain.ActionFile) { f.State, f.SHA256 = domain.FileTooLarge, domain.Digest{} },
			now: func(f *domain.ActionFile) { f.State, f.SHA256 = domain.FileTooLarge, domain.Digest{} }, want: domain.ChangedUnknown, bound: domain.RefusedContentUnknown},
		"a pipe then": {was: func(f *domain.ActionFile) { f.State, f.SHA256 = domain.FileSpecial, domain.Digest{} }, want: domain.ChangedUnknown, bound: domain.RefusedContentUnknown},
		"a folder, another one": {was: func(f *domain.ActionFile) { f.State, f.SHA256 = domain.FileDirectory, domain.Digest{} },
			now: func(f *domain.ActionFile) { f.State, f.SHA256, f.Inode = domain.FileDirectory, domain.Digest{}, "9" }, want: domain.ChangedReplaced},
	} {
		t.Run(name, func(t *testing.T) {
			was, now := script(), script()
			for _, edit := range []struct {
				of *domain.ActionFile
				by func(*domain.ActionFile)
			}{{&was, row.was}, {&now, row.now}} {
				if edit.by != nil {
					edit.by(edit.of)
				}
			}
			changes := approval.Compared([]domain.ActionFile{program(), was}, []domain.ActionFile{program(), now})
			var got domain.ChangeOfFile
			if len(changes) > 0 {
				got = changes[0].Change
			}
			if got != row.want || len(changes) > 1 {
				t.Fatalf("%v, want %q", changes, row.want)
			}
			if why := approval.Unfixed(changes); why != row.bound {
				t.Errorf("bound to content: %q, want %q", why, row.bound)
			}
			if row.want != "" && changes[0].String() == "" {
				t.Error("nothing is said")
			}
		})
	}
}

func missing(f domain.ActionFile) domain.ActionFile {
	return domain.ActionFile{Role: f.Role, Name: f.Name, State: domain.FileMissing, Path: f.Path}
}

// TestAProgramIsComparedByItsName, wherever a PATH finds it, and a file by its path.
func TestAProgramIsComparedByItsName(t *testing.T) {
	found := program()
	found.Path, found.SHA256 = "/own/run", domain.Digest{9}
	other := script()
	other.Path = "/w/sub/x.sh"
	got := approval.Compared([]domain.ActionFile{program(), script()}, []domain.ActionFile{found, other})
	gone := missing(script())
	want := []domain.FileChange{{Change: domain.ChangedContent, File: found, Was: domain.Digest{3}}, {Change: domain.ChangedAppeared, File: other},
		{Change: domain.ChangedMissing, File: gone, Was: domain.Digest{1}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestOnlyTheSameFilesAreUnchanged compares any two looks: nothing is named where they are
// alike, and something where they are not.
func TestOnlyTheSameFilesAreUnchanged(t *testing.T) {
	look := func(t *rapid.T, name string) (files []domain.ActionFile) {
		for i, state := range rapid.SliceOfN(rapid.SampledFrom([]domain.FileState{domain.FileHashed, domain.FileDirectory, domain.FileMissing}), 0, 4).Draw(t, name) {
			f := domain.ActionFile{Role: domain.FileArgument, Name: string(rune('a' + i)), Path: domain.Path("/" + string(rune('a'+i))), State: state}
			if state != domain.FileMissing {
				f.Inode = rapid.SampledFrom([]string{"1", "2"}).Draw(t, "inode")
			}
			if state == domain.FileHashed {
				f.SHA256[0] = rapid.Byte().Draw(t, "content")
			}
			files = append(files, f)
		}
		return files
	}
	rapid.Check(t, func(t *rapid.T) {
		was, now := look(t, "was"), look(t, "now")
		there := func(all []domain.ActionFile) (out []domain.ActionFile) {
			for _, f := range all {
				if f.State != domain.FileMissing {
					out = append(out, f)
				}
			}
			return out
		}
		kept := slices.Clone(was)
		changes := approval.Compared(was, now)
		if alike := cmp.Equal(there(was), there(now)); alike != (len(changes) == 0) {
			t.Fatalf("alike %v, changes %v\nwas %v\nnow %v", alike, changes, was, now)
		}
		if !cmp.Equal(kept, was) || len(approval.Compared(was, was)) != 0 {
			t.Fatal("a look differs from itself, or was changed")
		}
	})
}

// TestAUseThatIsBoundNeedsItsFilesAsTheyWere folds one consumption in each row.
func TestAUseThatIsBoundNeedsItsFilesAsTheyWere(t *testing.T) {
	moved, edited := script(), script()
	moved.Inode, edited.SHA256 = "9", domain.Digest{9}
	content := []domain.FileChange{{Change: domain.ChangedContent, File: edited, Was: domain.Digest{1}}}
	byRule := func(w *world) {
		w.rules.Bounds = func(domain.Digest, string) (approval.Bounds, bool) {
			return approval.Bounds{Bind: domain.BindContent}, true
		}
	}
	byRequest := func(w *world) { w.request.Bind = domain.BindContent }
	for name, row := range map[string]struct {
		before func(*world)
		use    func(*domain.ApprovalConsumed)
		want   domain.ApprovalRefusal
	}{
		"not bound, changed":      {use: func(p *domain.ApprovalConsumed) { p.Compared, p.Changed = true, content }},
		"not bound, not compared": {},
		"bound, as it was":        {before: byRequest, use: func(p *domain.ApprovalConsumed) { p.Compared = true }},
		"bound, changed":          {byRequest, func(p *domain.ApprovalConsumed) { p.Compared, p.Changed = true, content }, domain.RefusedContentChanged},
		"bound, the same bytes": {before: byRequest, use: func(p *domain.ApprovalConsumed) {
			p.Compared, p.Changed = true, []domain.FileChange{{Change: domain.ChangedReplaced, File: moved}}
		}},
		"bound, not compared":             {before: byRequest, want: domain.RefusedContentUnknown},
		"bound by the rule, changed":      {byRule, func(p *domain.ApprovalConsumed) { p.Compared, p.Changed = true, content }, domain.RefusedContentChanged},
		"bound by the rule, not compared": {before: byRule, want: domain.RefusedContentUnknown},
		"bound, a push by its commits":    {before: func(w *world) { byRequest(w); w.pushes() }},
		"bound, an action of claw's own":  {before: func(w *world) { byRequest(w); w.adopts() }},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.signers(keyOf(t, 1), approval.SignersStatement{Added: []string{line("alice@example.org", keyOf(t, 1), "")}})
			w.request.Files = []domain.ActionFile{script()}
			if row.before != nil {
				row.before(w)
			}
			w.apply(&w.request)
			p := w.consumed(w.apply(w.granted(keyOf(t, 1), alice, domain.AssuranceSoftware, w.statement())), 1)
			if row.use != nil {
				row.use(p)
			}
			w.apply(p)
			u := w.a.Uses[0]
			if u.Void != row.want || u.Compared != p.Compared || cmp.Diff(p.Changed, u.Changed) != "" {
				t.Fatalf("void %q, changed %v, want %q", u.Void, u.Changed, row.want)
			}
		})
	}
}

func (w *world) pushes() { w.acts(domain.Action{Base: "aa", Head: "bb"}) }

func (w *world) adopts() {
	w.acts(domain.Action{Argv: []string{"claw", "policy", "adopt", "sha256:00"}})
}

func (w *world) acts(action domain.Action) {
	w.t.Helper()
	digest, err := approval.DigestAction(&action, "")
	if err != nil {
		w.t.Fatal(err)
	}
	w.request.Action, w.request.ActionDigest = action, digest
}
