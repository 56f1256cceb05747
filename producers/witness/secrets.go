package witness

import (
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/scrub"
)

// withoutSecrets removes from facts the names of files that the command no longer contains once its
// secrets are removed. A secret is recognised by the words beside it, which the name alone lacks: in a
// log, the name would not be scrubbed.
func withoutSecrets(command string, all []Facts) []Facts {
	if len(all) == 0 {
		return all
	}
	clean, hits := scrub.New().Text(command)
	if len(hits) == 0 {
		return all
	}
	for i := range all {
		o := &all[i].Other
		left := 0
		for _, list := range []*[]domain.Path{&o.Writes, &o.Removes, &o.Reverts, &o.Ignored, &o.Staged} {
			before := len(*list)
			*list = slices.DeleteFunc(*list, func(p domain.Path) bool {
				return string(p) != "." && !strings.Contains(clean, path.Base(strings.ReplaceAll(string(p), `\`, "/")))
			})
			left += before - len(*list)
		}
		switch {
		case left == 0:
		case len(o.Commits)+len(o.Staged) > 0:
			o.MayStage = true
		case !slices.Contains(o.MayWrite, secretName):
			o.MayWrite = append(o.MayWrite, secretName)
		}
	}
	return all
}

// secretName replaces the program that wrote a file whose name is left out.
const secretName = "secret"
