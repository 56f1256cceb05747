package view

import (
	"fmt"
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports/redact"
	"github.com/clawable/claw/reports/release"
)

// labelStub replaces in prose what the document of a release omits because its label is above the
// class of the audience.
var labelStub = []byte(`{"$redacted":{"class":"secret","rule":"` + redact.Label + `"}}`)

// withLabels returns the body of a release that lists which labelled items its document lacks, and for
// prose has a stub in the place of each.
func (b *body) withLabels(of *release.Classes, prose bool) {
	lacks := map[string][]string{"approvals": withheldOf(of.Approvals), "lanes": withheldOf(of.Lanes), "ships": withheldOf(of.Ships)}
	var fields []string
	if len(withheldOf(of.Commits)) > 0 {
		fields = append(fields, "/commits/*")
	}
	for _, section := range slices.Sorted(maps.Keys(lacks)) {
		if len(lacks[section]) > 0 {
			fields = append(fields, "/"+section+"/*")
		}
	}
	if fields == nil {
		return
	}
	slices.Sort(fields)
	b.withheld = append(b.withheld, redact.Withheld{Rule: redact.Label, Class: domain.SensitivitySecret, Transform: redact.Drop, Fields: fields})
	if !prose {
		return
	}
	for i, m := range b.members {
		if len(lacks[m.Name]) == 0 {
			continue
		}
		items := jcs.Members(m.Value)
		for _, id := range lacks[m.Name] {
			items = append(items, jcs.Member{Name: id, Value: labelStub})
		}
		redact.SortMembers(items)
		b.members[i].Value = redact.AppendObject(nil, items)
	}
}

// withheldOf are the items of a section that the document lacks, by the names that they have there.
func withheldOf[ID comparable](classes map[ID]domain.Sensitivity) (ids []string) {
	for id, class := range classes {
		if release.Withheld(class) {
			ids = append(ids, fmt.Sprint(id))
		}
	}
	slices.Sort(ids)
	return ids
}
