package view_test

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/view"
)

// planter fills every field of a document that can hold text, found by reflection: a field that is
// added is planted in as well.
type planter struct {
	plants map[string][]string // texts by the pattern of their field
	n      int
	text   func(n int) string // the text of plant n
	few    func() int         // how many items an object or a list has
}

// planted is a document with one text in every field.
func planted() (*planter, view.Source) {
	p := &planter{plants: map[string][]string{}, text: func(n int) string { return fmt.Sprintf("PLANT%05dX", n) }, few: func() int { return 1 }}
	return p, p.source()
}

// source fills a document.
func (p *planter) source() view.Source {
	var d reports.Document
	p.fill("", fieldsOf(&d))
	s, err := reports.Seal(&d)
	if err != nil {
		panic(err)
	}
	return view.Source{Report: "report-01KT1GRHA00000000000000001", Sealed: s, Document: &d}
}

// plant makes a text for a field.
func (p *planter) plant(pattern string) string {
	p.n++
	text := p.text(p.n)
	p.plants[pattern] = append(p.plants[pattern], text)
	return text
}

func (p *planter) fill(pattern string, v reflect.Value) {
	switch of := v.Addr().Interface().(type) {
	case *domain.Instant:
		*of = domain.AtUnixNano(int64(p.n+1) * 60e9)
		return
	case *domain.Digest, *domain.EventID, *domain.StreamID:
		return
	}
	if text := v.FieldByNameFunc; v.Kind() == reflect.Struct && strings.HasPrefix(v.Type().Name(), "Maybe[") {
		text(func(n string) bool { return n == "Value" }).SetString(p.plant(pattern))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(p.plant(pattern))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(p.n%3 + 1))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		p.fill(pattern, v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), p.few(), 4))
		for i := range v.Len() {
			p.fill(pattern+"/*", v.Index(i))
		}
	case reflect.Map:
		p.fillMap(pattern, v)
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case f.Anonymous && name == "":
				p.fill(pattern, v.Field(i))
			case name == "unknown": // a section is known or says why it is not
			case name == "sensitivity": // withholds all that is planted beside it: see label_test.go
			default:
				p.fill(pattern+"/"+name, v.Field(i))
			}
		}
	}
}

func (p *planter) fillMap(pattern string, v reflect.Value) {
	v.Set(reflect.MakeMap(v.Type()))
	for range p.few() {
		one := reflect.New(v.Type().Elem()).Elem()
		p.fill(pattern+"/*", one)
		v.SetMapIndex(reflect.ValueOf(p.plant(pattern+"/{name}")).Convert(v.Type().Key()), one)
	}
}

// fieldsOf is what a pointer points to, to be filled.
func fieldsOf(pointer any) reflect.Value { return reflect.ValueOf(pointer).Elem() }
