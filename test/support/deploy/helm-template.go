// Renders the chart in deploy/helm where Helm is not installed, with the same engine (Go's text/template) and with Helm's
// functions that the chart uses. Reads {"values", "release"} from standard input, writes the manifests.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"text/template"
)

type input struct {
	Templates string
	Values    map[string]any
	Chart     map[string]any
	Release   map[string]any
}

func isEmpty(value any) bool {
	of := reflect.ValueOf(value)
	switch of.Kind() {
	case reflect.Invalid:
		return true
	case reflect.String, reflect.Map, reflect.Slice:
		return of.Len() == 0
	}
	return of.IsZero()
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	var in input
	// Keeps numbers as they are written
	decoder := json.NewDecoder(os.Stdin)
	decoder.UseNumber()
	check(decoder.Decode(&in))
	all := template.New("chart").Option("missingkey=error")
	all.Funcs(template.FuncMap{
		"contains":   func(part, text string) bool { return strings.Contains(text, part) },
		"trimSuffix": func(suffix, text string) string { return strings.TrimSuffix(text, suffix) },
		"trunc": func(most int, text string) string {
			if len(text) > most {
				return text[:most]
			}
			return text
		},
		"quote": func(value any) string { return fmt.Sprintf("%q", fmt.Sprint(value)) },
		"default": func(other, value any) any {
			if isEmpty(value) {
				return other
			}
			return value
		},
		"nindent": func(spaces int, text string) string {
			margin := "\n" + strings.Repeat(" ", spaces)
			return margin + strings.ReplaceAll(text, "\n", margin)
		},
		// JSON is valid YAML
		"toYaml": func(value any) (string, error) {
			text, err := json.Marshal(value)
			return string(text), err
		},
		"dict": func(pairs ...any) map[string]any {
			made := map[string]any{}
			for at := 0; at+1 < len(pairs); at += 2 {
				made[pairs[at].(string)] = pairs[at+1]
			}
			return made
		},
		"fail": func(why string) (string, error) { return "", fmt.Errorf("%s", why) },
		"include": func(name string, data any) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
	})
	files, err := filepath.Glob(filepath.Join(in.Templates, "*"))
	check(err)
	_, err = all.ParseFiles(files...)
	check(err)
	data := map[string]any{"Values": in.Values, "Chart": in.Chart, "Release": in.Release}
	for _, file := range files {
		name := filepath.Base(file)
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		fmt.Printf("---\n")
		check(all.ExecuteTemplate(os.Stdout, name, data))
	}
	fmt.Printf("---\n# NOTES:\n")
	var notes bytes.Buffer
	check(all.ExecuteTemplate(&notes, "NOTES.txt", data))
	for _, line := range strings.Split(notes.String(), "\n") {
		fmt.Printf("# %s\n", line)
	}
}
