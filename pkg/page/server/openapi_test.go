package server

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3gen"

	"sudokulab/pkg/page/protocol"
)

var update = flag.Bool("update", false, "write openapi.json")

// described makes the description of the interface from the types of the calls.
func described(t *testing.T) *openapi3.T {
	t.Helper()
	doc := &openapi3.T{
		OpenAPI: "3.0.3",
		Info:    &openapi3.Info{Title: "sudokulab", Version: "1", Description: "Puzzles solved, counted, made, rated and explained. A call that streams answers with a line of JSON for each event, and one for the end."},
		Paths:   &openapi3.Paths{}, Components: &openapi3.Components{Schemas: openapi3.Schemas{}},
	}
	gen := openapi3gen.NewGenerator(openapi3gen.CreateComponentSchemas(openapi3gen.ExportComponentSchemasOptions{ExportComponentSchemas: true, ExportTopLevelSchema: true}),
		openapi3gen.SchemaCustomizer(func(_ string, t reflect.Type, _ reflect.StructTag, s *openapi3.Schema) error {
			if t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer || t.Kind() == reflect.Map {
				s.Nullable = true // as encoding/json writes an empty one
			}
			if t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
				*s = *openapi3.NewStringSchema()
				return nil
			}
			if t.Kind() == reflect.Struct {
				for f := range t.Fields() {
					if name, options, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" && !strings.Contains(options, "omitempty") {
						s.Required = append(s.Required, name)
					}
				}
			}
			return nil
		}))
	schema := func(of reflect.Type) *openapi3.SchemaRef {
		if of.NumField() == 0 {
			return openapi3.NewSchemaRef("", openapi3.NewObjectSchema())
		}
		ref, err := gen.NewSchemaRefForValue(reflect.New(of).Elem().Interface(), doc.Components.Schemas)
		if err != nil {
			t.Fatalf("%v: %v", of, err)
		}
		return ref
	}
	failed := schema(reflect.TypeFor[failure]())
	no := false
	for _, c := range protocol.Calls() {
		args := schema(c.Args)
		if named := doc.Components.Schemas[c.Args.Name()]; named != nil {
			named.Value.AdditionalProperties = openapi3.AdditionalProperties{Has: &no} // calls refuse what they do not know
		}
		result := schema(c.Result)
		kind := "application/json"
		if c.Streams() {
			kind = "application/x-ndjson"
			end, event := openapi3.NewObjectSchema(), openapi3.NewObjectSchema()
			end.Properties, end.Required = openapi3.Schemas{"result": result}, []string{"result"}
			event.Properties, event.Required = openapi3.Schemas{"event": schema(c.Event)}, []string{"event"}
			result = openapi3.NewSchemaRef("", &openapi3.Schema{OneOf: openapi3.SchemaRefs{openapi3.NewSchemaRef("", event), openapi3.NewSchemaRef("", end), failed}})
		}
		answer := func(about, kind string, s *openapi3.SchemaRef) *openapi3.ResponseRef {
			return &openapi3.ResponseRef{Value: openapi3.NewResponse().WithDescription(about).WithContent(openapi3.NewContentWithSchemaRef(s, []string{kind}))}
		}
		responses := openapi3.NewResponses(openapi3.WithStatus(200, answer("The answer.", kind, result)))
		for code, about := range map[int]string{
			400: "The arguments are not as the call wants them.", 408: "The body came too slowly; Retry-After says when to send it again.",
			413: "The body is too large.", 422: "The method does not take the board.", 429: "Too many calls of this client wait already; Retry-After says when to ask again.",
			503: "Too many calls at once, or the time was up; Retry-After says when to ask again.",
		} {
			responses.Set(string([]byte{byte('0' + code/100), byte('0' + code/10%10), byte('0' + code%10)}), answer(about, "application/json", failed))
		}
		responses.Delete("default")
		doc.Paths.Set("/api/v1/"+c.Name, &openapi3.PathItem{Post: &openapi3.Operation{
			OperationID: c.Name, Summary: c.About, Responses: responses,
			RequestBody: &openapi3.RequestBodyRef{Value: openapi3.NewRequestBody().WithRequired(true).WithJSONSchemaRef(args)},
		}})
	}
	return doc
}

// TestDescription: the committed description is that of the calls, and valid.
func TestDescription(t *testing.T) {
	doc := described(t)
	compact, err := doc.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := json.Indent(&want, compact, "", " "); err != nil {
		t.Fatal(err)
	}
	want.WriteByte('\n')
	if *update {
		if err := os.WriteFile("openapi.json", want.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("openapi.json is not that of the calls: go test ./pkg/page/server -run Description -update")
	}
	loaded, err := openapi3.NewLoader().LoadFromData(got)
	if err != nil {
		t.Fatal(err)
	}
	if err := loaded.Validate(context.Background()); err != nil {
		t.Error(err)
	}
}
