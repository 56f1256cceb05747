package query_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/prices"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
)

const rates = `{"schema":"claw.prices/1","date":"2026-06-01","sources":["a test"],"providers":[{"id":"p","models":[
	{"id":"small","match":{"equals":"small"},"prices":{"input_mtok":1,"output_mtok":5,"cache_read_mtok":0.1,"cache_write_mtok":1.25,"cache_write_1h_mtok":2}},
	{"id":"large","match":{"equals":"large"},"prices":{"input_mtok":{"base":3,"tiers":[{"start":1000,"price":6}]},"output_mtok":15}}]}]}`

func priced(t testing.TB) *prices.Table {
	p, err := prices.Parse([]byte(rates), "", "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func events(all ...domain.Event) *storetest.Log {
	log := storetest.NewLog("a")
	for i := range all {
		log.Append(all[i].Draft)
	}
	return log
}

func TestAResponseWithoutAModelHasTheOneThatItsTurnOrSessionNames(t *testing.T) {
	const spent = `{"input_tokens":1000000,"output_tokens":0}`
	for name, row := range map[string]struct {
		log   []domain.Event
		model string
	}{
		"of its turn": {[]domain.Event{foldtest.Event(1, domain.KindSessionCreated, `{"agent":"a","model":"large"}`),
			foldtest.Event(2, domain.KindTurnStarted, `{"model":"small"}`, foldtest.Turn("t1")),
			foldtest.Event(3, domain.KindUsageRecorded, spent, foldtest.Turn("t1"), foldtest.Item("r1"))}, "small"},
		"of the session, said later": {[]domain.Event{foldtest.Event(1, domain.KindUsageRecorded, spent, foldtest.Turn("t1"), foldtest.Item("r1")),
			foldtest.Event(2, domain.KindSessionIdentityEnriched, `{"model":"large"}`)}, "large"},
		"the only one of another turn": {[]domain.Event{foldtest.Event(1, domain.KindTurnStarted, `{"model":"small"}`, foldtest.Turn("t1")),
			foldtest.Event(2, domain.KindUsageRecorded, spent, foldtest.Turn("t2"), foldtest.Item("r1"))}, "small"},
		"not one of two": {[]domain.Event{foldtest.Event(1, domain.KindTurnStarted, `{"model":"small"}`, foldtest.Turn("t1")),
			foldtest.Event(2, domain.KindTurnStarted, `{"model":"large"}`, foldtest.Turn("t2")),
			foldtest.Event(3, domain.KindUsageRecorded, spent, foldtest.Turn("t3"), foldtest.Item("r1"))}, ""},
		"its own first": {[]domain.Event{foldtest.Event(1, domain.KindSessionCreated, `{"agent":"a","model":"large"}`),
			foldtest.Event(2, domain.KindUsageRecorded, `{"model":"own","input_tokens":1}`, foldtest.Item("r1"))}, "own"},
	} {
		t.Run(name, func(t *testing.T) {
			s := storetest.Opened(t, events(row.log...))
			doc, err := query.Usage(s, query.UsageTerms{By: query.UsageByModel, Prices: priced(t)}, selection.Filter{}, selection.Page{})
			check(t, err, []string{row.model}, keysOf(doc))
		})
	}
}

func keysOf(doc query.UsageDocument) []string {
	keys := []string{}
	for _, r := range doc.Rows {
		keys = append(keys, r.Key)
	}
	return keys
}

func TestWhatARecordingStatesCountsAndTheRestByTheTable(t *testing.T) {
	s := storetest.Opened(t, events(
		foldtest.Event(1, domain.KindUsageRecorded, `{"model":"small","input_tokens":1000,"cache_creation_tokens":100,"cache_creation_1h_tokens":40}`, foldtest.Item("r1")),
		foldtest.Event(2, domain.KindUsageRecorded, `{"model":"small","input_tokens":1000,"stated_cost_nano_usd":7}`, foldtest.Item("r2")),
		foldtest.Event(3, domain.KindUsageRecorded, `{"model":"new","input_tokens":1000,"stated_cost_nano_usd":9}`, foldtest.Item("r3")),
		foldtest.Event(4, domain.KindUsageRecorded, `{"model":"new","input_tokens":50}`, foldtest.Item("r4")),
		foldtest.Event(5, domain.KindUsageRecorded, `{"input_tokens":5}`, foldtest.Item("r5"))))
	doc, err := query.Usage(s, query.UsageTerms{By: query.UsageByAgent, Prices: priced(t)}, selection.Filter{}, selection.Page{})
	check(t, err, &query.Cost{Sum: 1000_000 + 60*1250 + 40*2000 + 16, Stated: 16, Priced: 1000_000 + 60*1250 + 40*2000, StatedResponses: 2, Unpriced: 2}, doc.Total.Cost)
	check(t, nil, []query.UnpricedModel{{Responses: 1, Total: 5}, {Model: "new", Responses: 1, Total: 50}}, doc.Unpriced)
	free, err := query.Usage(s, query.UsageTerms{By: query.UsageByAgent}, selection.Filter{}, selection.Page{})
	check(t, err, (*query.Cost)(nil), free.Total.Cost)
}

func TestADayIsThatOfTheZone(t *testing.T) {
	s := storetest.Opened(t, events(foldtest.Event(1, domain.KindUsageRecorded, `{"model":"small","input_tokens":1}`, foldtest.Item("r1"))))
	for hours, want := range map[int]string{0: "2026-01-02", -4: "2026-01-01", 14: "2026-01-02", 22: "2026-01-03"} {
		zone := time.FixedZone("there", hours*3600)
		doc, err := query.Usage(s, query.UsageTerms{By: query.UsageByDay, Zone: zone}, selection.Filter{}, selection.Page{})
		check(t, err, []string{want}, keysOf(doc))
		check(t, nil, "there", doc.Zone)
	}
}

// TestUsageIsARecountOfTheLog holds sums to those of code that reads the log alone, event by event.
func TestUsageIsARecountOfTheLog(t *testing.T) {
	folder, n := t.TempDir(), 0
	table := priced(t)
	rapid.Check(t, func(t *rapid.T) {
		n++
		log := events(drawUsage(t)...)
		s := store.New(filepath.Join(folder, fmt.Sprint(n), "run.views"), log, store.Options{Memory: true})
		defer func() {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}()
		if _, err := s.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, by := range []query.UsageBy{query.UsageByModel, query.UsageByDay, query.UsageBySession} {
			doc, err := query.Usage(s, query.UsageTerms{By: by, Prices: table}, selection.Filter{}, selection.Page{Limit: 1000})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]recounted{"": {}}
			delete(got, "")
			for _, r := range doc.Rows {
				got[r.Key] = recounted{r.Responses, int64(r.Cost.Sum), int64(r.Cost.Stated), r.Cost.Unpriced}
			}
			if diff := cmp.Diff(recountUsage(t, log, by), got); diff != "" {
				t.Fatalf("by %s: -recount +usage\n%s", by, diff)
			}
		}
	})
}

type recounted struct {
	Responses   int
	Sum, Stated int64
	Unpriced    int
}

// drawUsage draws records of responses, some of which are recorded again with the same counts.
func drawUsage(t *rapid.T) (all []domain.Event) {
	for i := range rapid.IntRange(1, 12).Draw(t, "responses") {
		session := domain.SessionID(rapid.SampledFrom([]string{"claude-code/a", "codex/b"}).Draw(t, "session"))
		data := map[string]any{"model": rapid.SampledFrom([]string{"small", "large", "nobody", ""}).Draw(t, "model")}
		for _, name := range []string{"input_tokens", "output_tokens", "cache_read_tokens", "cache_creation_tokens"} {
			data[name] = rapid.Int64Range(0, 2000).Draw(t, name)
		}
		data["cache_creation_1h_tokens"] = rapid.Int64Range(0, data["cache_creation_tokens"].(int64)).Draw(t, "kept")
		data["stated_cost_nano_usd"] = rapid.SampledFrom([]int64{0, 0, 123_456_789}).Draw(t, "stated")
		text, err := json.Marshal(data)
		if err != nil {
			t.Fatal(err)
		}
		for again := range rapid.IntRange(1, 2).Draw(t, "records") {
			all = append(all, foldtest.Event(100*i+again, domain.KindUsageRecorded, string(text), foldtest.In(session),
				foldtest.Item(domain.ItemID(fmt.Sprint("r", i))), foldtest.At(3600*rapid.IntRange(0, 72).Draw(t, "hour"))))
		}
	}
	return all
}

// recountUsage reads the data of each event with encoding/json and counts money with fractions.
func recountUsage(t *rapid.T, log *storetest.Log, by query.UsageBy) map[string]recounted {
	type spent struct {
		Model   string `json:"model"`
		Input   int64  `json:"input_tokens"`
		Output  int64  `json:"output_tokens"`
		Read    int64  `json:"cache_read_tokens"`
		Written int64  `json:"cache_creation_tokens"`
		Kept    int64  `json:"cache_creation_1h_tokens"`
		Stated  int64  `json:"stated_cost_nano_usd"`
	}
	first := map[string]domain.Event{}
	for _, e := range log.All {
		key := string(e.Subject.Session.Value) + " " + string(e.Subject.Item.Value)
		if held, known := first[key]; !known || e.ObservedAt.Time().Before(held.ObservedAt.Time()) {
			first[key] = e
		}
	}
	out := map[string]recounted{}
	for _, e := range first {
		var u spent
		if err := json.Unmarshal(e.Data, &u); err != nil {
			t.Fatal(err)
		}
		key := map[query.UsageBy]string{query.UsageByModel: u.Model, query.UsageBySession: string(e.Subject.Session.Value),
			query.UsageByDay: e.ObservedAt.Time().UTC().Format(time.DateOnly)}[by]
		r := out[key]
		r.Responses++
		dollars := new(big.Rat)
		add := func(tokens int64, perMillion string) {
			price, _ := new(big.Rat).SetString(perMillion)
			dollars.Add(dollars, price.Mul(price, big.NewRat(tokens, 1_000_000)))
		}
		switch {
		case u.Stated > 0:
			r.Stated += u.Stated
			dollars.SetFrac64(u.Stated, 1_000_000_000)
		case u.Model == "small":
			add(u.Input, "1")
			add(u.Output, "5")
			add(u.Read, "0.1")
			add(u.Written-u.Kept, "1.25")
			add(u.Kept, "2")
		case u.Model == "large":
			price := "3"
			if u.Input+u.Read+u.Written > 1000 {
				price = "6"
			}
			add(u.Input+u.Read+u.Written, price)
			add(u.Output, "15")
		default:
			r.Unpriced++
		}
		nano := dollars.Mul(dollars, big.NewRat(1_000_000_000, 1))
		if !nano.IsInt() {
			t.Fatalf("%s billionths of a dollar are no whole number", nano)
		}
		r.Sum += nano.Num().Int64()
		out[key] = r
	}
	return out
}

// TestRowsAreInTheOrderOfTheirCost pages through rows with and without a cost.
func TestRowsAreInTheOrderOfTheirCost(t *testing.T) {
	var log []domain.Event
	for i, data := range []string{`{"model":"small","input_tokens":9}`, `{"model":"b-new","input_tokens":500}`, `{"model":"large","input_tokens":9}`, `{"model":"c-new","input_tokens":800}`,
		`{"model":"a-new","input_tokens":500}`, `{"model":"stated","input_tokens":1,"stated_cost_nano_usd":1}`} {
		log = append(log, foldtest.Event(i+1, domain.KindUsageRecorded, data, foldtest.Item(domain.ItemID("r"+strconv.Itoa(i)))))
	}
	s := storetest.Opened(t, events(log...))
	for _, row := range []struct {
		says   string
		prices *prices.Table
		want   []string
	}{
		{"cost, then tokens, then name", priced(t), []string{"large", "small", "stated", "c-new", "a-new", "b-new"}},
		{"name, without prices", nil, []string{"a-new", "b-new", "c-new", "large", "small", "stated"}},
	} {
		t.Run(row.says, func(t *testing.T) {
			got, page := []string{}, selection.Page{Limit: 1}
			for range row.want {
				doc, err := query.Usage(s, query.UsageTerms{By: query.UsageByModel, Prices: row.prices}, selection.Filter{}, page)
				check(t, err, len(row.want), doc.Sums)
				got, page.Cursor = append(got, keysOf(doc)...), doc.Next
			}
			check(t, nil, row.want, got)
			check(t, nil, "", page.Cursor)
		})
	}
}

// TestADayIsAsLongAsItsClocksSay counts a response in each quarter of an hour around days that are shorter or longer
// than 24 hours. The lengths are those of the zones' own history.
func TestADayIsAsLongAsItsClocksSay(t *testing.T) {
	for _, row := range []struct {
		zone, day string
		hours     float64 // 0 for a day that does not exist
	}{
		{"Europe/Berlin", "2026-03-29", 23}, {"Europe/Berlin", "2026-10-25", 25}, {"America/New_York", "2026-03-08", 23}, {"America/New_York", "2026-11-01", 25},
		{"Australia/Lord_Howe", "2026-04-05", 24.5}, {"Australia/Lord_Howe", "2026-10-04", 23.5}, {"America/Sao_Paulo", "2018-11-04", 23}, {"America/Sao_Paulo", "2018-02-17", 25},
		{"Africa/Cairo", "2023-04-28", 23}, {"Africa/Cairo", "2023-10-26", 25}, {"America/Havana", "2024-11-03", 25}, {"Pacific/Apia", "2011-12-30", 0},
	} {
		t.Run(row.zone+" "+row.day, func(t *testing.T) {
			zone, err := time.LoadLocation(row.zone)
			if err != nil {
				t.Fatal(err)
			}
			noon, err := time.Parse(time.DateTime, row.day+" 12:00:00")
			if err != nil {
				t.Fatal(err)
			}
			var log []domain.Event
			for at := noon.Add(-48 * time.Hour); at.Before(noon.Add(48 * time.Hour)); at = at.Add(15 * time.Minute) {
				e := foldtest.Event(len(log)+1, domain.KindUsageRecorded, `{"model":"small","input_tokens":1}`, foldtest.Item(domain.ItemID(at.Format(time.RFC3339))))
				e.ObservedAt = domain.At(at)
				log = append(log, e)
			}
			doc, err := query.Usage(storetest.Opened(t, events(log...)), query.UsageTerms{By: query.UsageByDay, Zone: zone}, selection.Filter{}, selection.Page{})
			check(t, err, len(log), doc.Total.Responses)
			sum, days := 0, map[string]int{}
			for _, r := range doc.Rows {
				sum, days[r.Key] = sum+r.Responses, r.Responses
			}
			check(t, nil, len(log), sum)
			check(t, nil, len(doc.Rows), len(days))
			check(t, nil, int(row.hours*4), days[row.day])
			for _, by := range []int{-1, 1} {
				check(t, nil, 96, days[noon.AddDate(0, 0, by).Format(time.DateOnly)])
			}
		})
	}
}
