package prices

import (
	"bytes"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/money"
)

// Model is what one provider takes for a model.
type Model struct {
	Provider, ID string
	match        *condition
	periods      []period
	table        string // the date of the table
}

// period is the rates of a time: from a day on, or between two times of each day; always where
// neither is said. Of several that hold the last counts, of none the first.
type period struct {
	from       time.Time
	start, end time.Duration // of a day, UTC; alike: of the whole day
	rates      Rates
}

// Rates are prices of tokens.
type Rates struct {
	Input, CacheRead, CacheWrite, CacheWrite1h, Output Rate
}

// Rate is a price in 10^-12 US dollars a token, and the prices of responses with a long context.
type Rate struct {
	Base  int64
	Tiers []Tier // the shortest first
}

// Tier is the price for all tokens of a response that reads more than Above tokens.
type Tier struct {
	Above int64
	Price int64
}

func (r *Rate) at(read int64) int64 {
	price := r.Base
	for _, t := range r.Tiers {
		if read > t.Above {
			price = t.Price
		}
	}
	return price
}

// At are the rates of a time; the zero time is the day of the table.
func (m *Model) At(at time.Time) Rates {
	if at.IsZero() {
		at, _ = time.Parse(time.DateOnly, m.table)
	}
	for _, p := range slices.Backward(m.periods) {
		if p.holds(at.UTC()) {
			return p.rates
		}
	}
	return m.periods[0].rates
}

func (p *period) holds(at time.Time) bool {
	if at.Before(p.from) {
		return false
	}
	hour, minute, second := at.Clock()
	now := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
	switch {
	case p.start == p.end:
		return true
	case p.end < p.start:
		return now >= p.start || now < p.end
	}
	return now >= p.start && now < p.end
}

type rawPeriod struct {
	Constraint struct {
		Start string `json:"start_date"`
		From  string `json:"start_time"`
		Until string `json:"end_time"`
	} `json:"constraint"`
	Prices rawRates `json:"prices"`
}

type rawRates struct {
	Input        *rawRate `json:"input_mtok"`
	Output       *rawRate `json:"output_mtok"`
	CacheRead    *rawRate `json:"cache_read_mtok"`
	CacheWrite   *rawRate `json:"cache_write_mtok"`
	CacheWrite1h *rawRate `json:"cache_write_1h_mtok"`
}

// readPeriods reads the prices of a model: one object, or a list of them with their times.
func readPeriods(raw jsontext.Value) (periods []period, ok bool) {
	list := []rawPeriod{{}}
	if bytes.HasPrefix(raw, []byte("[")) {
		if json.Unmarshal(raw, &list) != nil || len(list) == 0 {
			return nil, false
		}
	} else if json.Unmarshal(raw, &list[0].Prices) != nil {
		return nil, false
	}
	for i := range list {
		p, ok := list[i].period()
		if !ok {
			return nil, false
		}
		periods = append(periods, p)
	}
	return periods, true
}

func (r *rawPeriod) period() (p period, ok bool) {
	c := &r.Constraint
	var err error
	if c.Start != "" {
		if p.from, err = time.Parse(time.DateOnly, c.Start); err != nil {
			return p, false
		}
	}
	if c.From != "" || c.Until != "" {
		from, errFrom := time.Parse("15:04:05Z07:00", c.From)
		until, errUntil := time.Parse("15:04:05Z07:00", c.Until)
		if errFrom != nil || errUntil != nil {
			return p, false
		}
		p.start, p.end = clock(from.UTC()), clock(until.UTC())
	}
	p.rates, ok = r.Prices.rates()
	return p, ok
}

func clock(t time.Time) time.Duration {
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute + time.Duration(t.Second())*time.Second
}

// rates fills in what is not said: what is read from a cache or written to one costs what the rest
// of the input does, and what is kept for an hour what is kept for the usual time.
func (r *rawRates) rates() (out Rates, ok bool) {
	if r.Input == nil || r.Output == nil {
		return out, false
	}
	out = Rates{Input: r.Input.Rate, CacheRead: r.Input.Rate, CacheWrite: r.Input.Rate, Output: r.Output.Rate}
	if r.CacheRead != nil {
		out.CacheRead = r.CacheRead.Rate
	}
	if r.CacheWrite != nil {
		out.CacheWrite = r.CacheWrite.Rate
	}
	out.CacheWrite1h = out.CacheWrite
	if r.CacheWrite1h != nil {
		out.CacheWrite1h = r.CacheWrite1h.Rate
	}
	return out, true
}

// rawRate is dollars for a million tokens, or such prices by the length of the context.
type rawRate struct{ Rate }

// UnmarshalJSON implements [json.Unmarshaler].
func (r *rawRate) UnmarshalJSON(text []byte) error {
	var tiers struct {
		Base  jsontext.Value `json:"base"`
		Tiers []struct {
			Above int64          `json:"start"`
			Price jsontext.Value `json:"price"`
		} `json:"tiers"`
	}
	base := jsontext.Value(text)
	if bytes.HasPrefix(text, []byte("{")) {
		if err := json.Unmarshal(text, &tiers); err != nil {
			return err
		}
		base = tiers.Base
	}
	var ok bool
	if r.Base, ok = price(base); !ok {
		return domain.Usage("read prices", string(base), "a price is a decimal, of dollars for a million tokens")
	}
	for _, t := range tiers.Tiers {
		price, ok := price(t.Price)
		if !ok {
			return domain.Usage("read prices", string(t.Price), "a price is a decimal, of dollars for a million tokens")
		}
		r.Tiers = append(r.Tiers, Tier{t.Above, price})
	}
	slices.SortFunc(r.Tiers, func(a, b Tier) int { return int(min(max(a.Above-b.Above, -1), 1)) })
	return nil
}

// mostPrice bounds a price, of 10^-12 dollars a token: 10,000 dollars for a million.
const mostPrice = 10_000 * 1_000_000

func price(decimal jsontext.Value) (int64, bool) {
	n, ok := money.ParseMillionth(string(decimal))
	return n, ok && n >= 0 && n <= mostPrice
}
