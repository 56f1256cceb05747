// Command platforms type-checks every package of the module, with its tests, as other platforms see it,
// and vets those that have other files there.
//
//	go run ./internal/platforms GOOS/GOARCH…
//
// It compiles and links nothing: code is made by the compiler of the platform where it is released.
package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

func main() {
	here, err := load(runtime.GOOS+"/"+runtime.GOARCH, packages.NeedName|packages.NeedFiles)
	failed := err != nil
	for _, target := range os.Args[1:] {
		if !check(target, here) {
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// check checks the packages of a platform, and prints what is wrong with them. here are those of this one.
func check(target string, here []*packages.Package) bool {
	there, err := load(target, packages.LoadAllSyntax|packages.NeedModule)
	if err != nil {
		fmt.Fprintln(os.Stderr, target, err)
		return false
	}
	if packages.PrintErrors(there) > 0 {
		fmt.Fprintln(os.Stderr, "as", target, "sees them")
		return false
	}
	files := map[string][]string{}
	for _, p := range here {
		files[p.ID] = p.GoFiles
	}
	differing := slices.DeleteFunc(slices.Clone(there), func(p *packages.Package) bool { return slices.Equal(files[p.ID], p.GoFiles) })
	graph, err := checker.Analyze(vet, differing, nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, target, err)
		return false
	}
	well := true
	for _, act := range graph.Roots {
		for _, d := range act.Diagnostics {
			fmt.Fprintf(os.Stderr, "%s: %s (%s, on %s)\n", act.Package.Fset.Position(d.Pos), d.Message, act.Analyzer.Name, target)
			well = false
		}
		if act.Err != nil {
			fmt.Fprintf(os.Stderr, "%s of %s on %s: %v\n", act.Analyzer.Name, act.Package.ID, target, act.Err)
			well = false
		}
	}
	fmt.Printf("%s: %d packages, %d of them vetted\n", target, len(there), len(differing))
	return well
}

// load loads the packages of the module, and those of tests, as a platform sees them.
func load(target string, mode packages.LoadMode) ([]*packages.Package, error) {
	os, arch, _ := strings.Cut(target, "/")
	return packages.Load(&packages.Config{Mode: mode, Tests: true, Env: environment("GOOS="+os, "GOARCH="+arch, "CGO_ENABLED=0")}, "./...")
}

func environment(more ...string) []string { return append(os.Environ(), more...) }
