package witness

import (
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/scrub"
)

// withoutSecrets leaves out of facts the names of files that are no words of the command once its
// secrets are taken out. A secret is told by the words beside it, which a name that stands alone has
// not: what a log stores of the name would not be scrubbed.
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

// secretName stands for the program that wrote a file whose name is not told.
const secretName = "secret"
