package httpapi

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/clawable/claw/domain"
)

// metricsPath is answered to callers with the secret.
const metricsPath = "/metrics"

// Standing is the state of the server, for the metrics.
type Standing struct {
	HasModel bool   // there is a read model of this log on disk; else Model and Parked say nothing
	Model    uint64 // position of the read model
	Parked   int    // events that the read model could not read
	CutOff   uint64 // readers of streams that were too slow, since the server began
	Sinks    []Sink
}

// Sink is how a sink of the log does, as its process wrote it last.
type Sink struct {
	Name     string
	Position uint64 // up to where of the log it looked
	Pending  int    // deliveries that are to be made
	Parked   int    // deliveries that the receiver refused for good
	Failures int    // tries that failed in a row
	Dead     bool   // it has failed for a minute or longer, or gives no sign though it did not stop
}

// metrics are the metrics of one API, in their own registry.
type metrics struct {
	registry *prometheus.Registry
	took     *prometheus.HistogramVec
	readers  *prometheus.GaugeVec
}

func newMetrics(a *API) *metrics {
	m := &metrics{registry: prometheus.NewRegistry(),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "claw_http_request_duration_seconds",
			Help: "Time to answer requests, by route and class of status; without streams.", Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}}, []string{"route", "status"}),
		readers: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "claw_stream_readers", Help: "Streams that are open."}, []string{"stream"}),
	}
	m.registry.MustRegister(m.took, m.readers, &standing{api: a}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// observe counts an answered request. A stream is none: it lasts as long as its reader wants.
func (m *metrics) observe(r *http.Request, status int, took time.Duration) {
	if isStream(r.URL.Path) && status < http.StatusBadRequest {
		return
	}
	route := routeOf(r)
	if _, path, ok := strings.Cut(route, " "); ok && r.Method != http.MethodPost {
		route = path
	}
	if route == "" {
		route = "none" // refused before there was a route, or no route
	}
	m.took.WithLabelValues(route, strconv.Itoa(status/100)+"xx").Observe(took.Seconds())
}

// metricsHandler answers with the metrics. What cannot be read is left out, and the log names it.
func metricsHandler(a *API) http.Handler {
	return promhttp.HandlerFor(a.metrics.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, ErrorLog: complaints{a}})
}

// internal refuses tokens that read what is public alone.
func internal(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if by := callerOf(r.Context()); by != nil && by.Ceiling == domain.SensitivityPublic {
			fail(w, r, &domain.Error{Kind: domain.ErrPolicy, Operation: "read with the token " + by.Name, Target: metricsPath, Message: "the token reads what is public"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// complaints logs what a scrape could not read.
type complaints struct{ api *API }

// Println implements [promhttp.Logger].
func (c complaints) Println(v ...any) { c.api.Logger.Warn("metrics", "error", v) }

// standing reads, at each scrape, what is not counted as it happens.
type standing struct{ api *API }

var (
	positionDesc = prometheus.NewDesc("claw_log_position", "Position of the last event of the log.", nil, nil)
	appendsDesc  = prometheus.NewDesc("claw_log_appended_events_total", "Events appended to the log since the server began, by any process.", nil, nil)
	lagDesc      = prometheus.NewDesc("claw_read_model_lag_events", "Events of the log that the read model on disk does not hold yet.", nil, nil)
	parkedDesc   = prometheus.NewDesc("claw_parked_events", "Events that the read model could not read.", nil, nil)
	cutOffDesc   = prometheus.NewDesc("claw_stream_readers_cut_off_total", "Readers of streams that were too slow.", nil, nil)

	sinkLagDesc      = sinkDesc("lag_events", "Events of the log that the sink has not looked at.")
	sinkPendingDesc  = sinkDesc("pending_deliveries", "Deliveries that the sink has to make.")
	sinkParkedDesc   = sinkDesc("parked_deliveries", "Deliveries that the receiver refused for good.")
	sinkDeadDesc     = sinkDesc("dead", "1: the sink has failed for a minute or longer, or gives no sign though it did not stop.")
	sinkFailuresDesc = sinkDesc("consecutive_failures", "Tries that failed in a row; 0: the last one succeeded.")
)

func sinkDesc(name, help string) *prometheus.Desc {
	return prometheus.NewDesc("claw_sink_"+name, help, []string{"sink"}, nil)
}

// Describe implements [prometheus.Collector].
func (s *standing) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{positionDesc, appendsDesc, lagDesc, parkedDesc, cutOffDesc, sinkLagDesc, sinkPendingDesc, sinkParkedDesc, sinkFailuresDesc, sinkDeadDesc} {
		to <- d
	}
}

// Collect implements [prometheus.Collector].
func (s *standing) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	head, err := s.api.Log.Head(ctx)
	if err != nil {
		to <- prometheus.NewInvalidMetric(positionDesc, err)
		return
	}
	at := head.Position.Number()
	to <- prometheus.MustNewConstMetric(positionDesc, prometheus.GaugeValue, float64(at))
	to <- prometheus.MustNewConstMetric(appendsDesc, prometheus.CounterValue, float64(at-min(at, s.api.Begin)))
	if s.api.Standing == nil {
		return
	}
	now, err := s.api.Standing(ctx)
	if err != nil {
		to <- prometheus.NewInvalidMetric(lagDesc, err)
		return
	}
	to <- prometheus.MustNewConstMetric(cutOffDesc, prometheus.CounterValue, float64(now.CutOff))
	if now.HasModel {
		to <- prometheus.MustNewConstMetric(lagDesc, prometheus.GaugeValue, float64(at-min(at, now.Model)))
		to <- prometheus.MustNewConstMetric(parkedDesc, prometheus.GaugeValue, float64(now.Parked))
	}
	for _, one := range now.Sinks {
		for desc, value := range map[*prometheus.Desc]float64{sinkLagDesc: float64(at - min(at, one.Position)), sinkPendingDesc: float64(one.Pending),
			sinkParkedDesc: float64(one.Parked), sinkFailuresDesc: float64(one.Failures), sinkDeadDesc: oneIf(one.Dead)} {
			to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, one.Name)
		}
	}
}

// oneIf is 1 for true and 0 for false.
func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
