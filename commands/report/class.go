package reporting

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/redact"
)

// StatesClasses reports whether an event of a kind holds a document whose items state their own classes.
func StatesClasses(kind domain.Kind) bool {
	return kind == domain.KindReportFiled || kind == domain.KindReportAmended
}

// ClassOf is the greatest class of what an event holds, "" where nothing is above internal: by its labels, and
// by the classes that the items of a report state, which is made of other events.
func ClassOf(e *domain.Event) domain.Sensitivity {
	most := e.MostSensitive()
	if !StatesClasses(e.Kind) {
		return most
	}
	for _, rule := range redact.LabelsOf(documentOf(e)) {
		if rule.Class.Rank() > domain.SensitivityInternal.Rank() && (most == "" || rule.Class.Rank() > most.Rank()) {
			most = rule.Class
		}
	}
	return most
}

// documentOf is the document of a report's event, nil for none.
func documentOf(e *domain.Event) []byte {
	var filed domain.ReportFiled
	if e.Kind == domain.KindReportFiled && decode(e.Data, &filed) == nil {
		return filed.Document
	}
	var amended domain.ReportAmended
	if e.Kind == domain.KindReportAmended && decode(e.Data, &amended) == nil {
		return amended.Document
	}
	return nil
}
