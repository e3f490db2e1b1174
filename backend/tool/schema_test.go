package tool

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASchemaIsReadFromTheArgsStruct(t *testing.T) {
	s := SchemaOf[scrollArgs]()
	var types []string
	for _, f := range s.Fields {
		types = append(types, f.Name+":"+f.Type)
	}
	require.Equal(t, []string{"direction:string", "amount:integer", "speed:number", "smooth:boolean", "in:string", "path:array", "spots:array", "extra:object", "must:string"}, types)
	amount := s.Fields[1]
	require.Equal(t, []string{"steps", "count"}, amount.Aliases)
	require.Equal(t, "notches to turn", amount.Doc)
	require.Equal(t, 1.0, *amount.Min)
	require.Equal(t, 50.0, *amount.Max)
	require.JSONEq(t, "3", string(amount.Default))
	require.JSONEq(t, `"down"`, string(s.Fields[0].Default))
	require.Nil(t, s.Fields[5].Items)
	require.Equal(t, "x", s.Fields[6].Items.Fields[0].Name)
	require.True(t, s.Fields[8].Required)
}

func TestRawJSONIsAnObject(t *testing.T) {
	s := SchemaOf[struct {
		Arguments json.RawMessage `json:"arguments"`
	}]()
	require.Equal(t, "object", s.Fields[0].Type)
}

func TestAMalformedArgsStructPanics(t *testing.T) {
	for name, build := range map[string]func(){
		"no json name": func() { SchemaOf[struct{ A string }]() },
		"hidden": func() {
			SchemaOf[struct {
				A string `json:"-"`
			}]()
		},
		"unknown kind": func() {
			SchemaOf[struct {
				A chan int `json:"a"`
			}]()
		},
		"list of numbers": func() {
			SchemaOf[struct {
				A []int `json:"a"`
			}]()
		},
		"bound is no number": func() {
			SchemaOf[struct {
				A int `json:"a" min:"few"`
			}]()
		},
		"enum of numbers": func() {
			SchemaOf[struct {
				A int `json:"a" enum:"1,2"`
			}]()
		},
		"one alias, twice": func() {
			SchemaOf[struct {
				A int `json:"a" alias:"x"`
				B int `json:"b" alias:"y,x"`
			}]()
		},
		"alias of another": func() {
			SchemaOf[struct {
				A int `json:"a"`
				B int `json:"b" alias:"a"`
			}]()
		},
		"default out of range": func() {
			SchemaOf[struct {
				A int `json:"a" max:"5" default:"9"`
			}]()
		},
		"default not allowed": func() {
			SchemaOf[struct {
				A string `json:"a" enum:"x" default:"y"`
			}]()
		},
		"default is no JSON": func() {
			SchemaOf[struct {
				A bool `json:"a" default:"maybe"`
			}]()
		},
	} {
		t.Run(name, func(t *testing.T) { require.Panics(t, build) })
	}
}

func TestTheThinSchemaHasTypesNamesAndChoicesOnly(t *testing.T) {
	got, err := json.Marshal(SchemaOf[scrollArgs]().Thin())
	require.NoError(t, err)
	require.JSONEq(t, `{"type":"object","additionalProperties":false,"required":["must"],"properties":{
		"direction":{"type":"string","enum":["up","down"]},"amount":{"type":"integer"},"speed":{"type":"number"},
		"smooth":{"type":"boolean"},"in":{"type":"string"},"path":{"type":"array","items":{"type":"string"}},
		"spots":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["x"],
			"properties":{"x":{"type":"integer"},"kind":{"type":"string","enum":["soft","hard"]}}}},
		"extra":{"type":"object"},"must":{"type":"string"}}}`, string(got))
}

func TestTheFullSchemaHasEverythingThatIsChecked(t *testing.T) {
	b, err := json.Marshal(SchemaOf[scrollArgs]().Full())
	require.NoError(t, err)
	var got struct {
		Properties map[string]map[string]any `json:"properties"`
	}
	require.NoError(t, json.Unmarshal(b, &got))
	require.Equal(t, map[string]any{"type": "integer", "minimum": 1.0, "maximum": 50.0, "default": 3.0, "description": "notches to turn"}, got.Properties["amount"])
	require.Equal(t, map[string]any{"type": "string", "minLength": 2.0, "maxLength": 8.0}, got.Properties["in"])
	require.Equal(t, 1.0, got.Properties["path"]["minItems"])
	require.Equal(t, 3.0, got.Properties["path"]["maxItems"])
	require.NotContains(t, string(b), "steps", "other spellings are read and never printed")
}

func TestAChangedProjectionDoesNotChangeTheSchema(t *testing.T) {
	s := SchemaOf[scrollArgs]()
	s.Full()["properties"].(map[string]any)["direction"].(map[string]any)["enum"].([]string)[0] = "sideways"
	require.Equal(t, []string{"up", "down"}, s.Fields[0].Enum)
}

func TestOtherSpellingsOfAValueAreReadAndNeverPrinted(t *testing.T) {
	s := SchemaOf[struct {
		Direction string `json:"direction" enum:"up,down" also:"higher=up,lower=down"`
	}]()
	require.Equal(t, []string{"up", "down"}, s.Fields[0].Enum)
	for said, want := range map[string]string{"up": "up", "Higher": "up", " lower ": "down"} {
		got, bad := s.Fields[0].readText(json.RawMessage(`"` + said + `"`))
		require.Empty(t, bad)
		require.JSONEq(t, `"`+want+`"`, string(got))
	}
	_, bad := s.Fields[0].readText(json.RawMessage(`"sideways"`))
	require.Equal(t, `is "sideways", not one of up, down`, bad)
	require.Panics(t, func() {
		SchemaOf[struct {
			D string `json:"d" enum:"up" also:"higher=above"`
		}]()
	})
}
