package local

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestADangerousSchemaIsRefusedWhereverItHides(t *testing.T) {
	for _, schema := range []string{
		`{"type":"string","pattern":"^(?=x)a$"}`,
		`{"patternProperties":{"^a":{}}}`,
		`{"minLength":100000}`,
		`{"maxLength":2000}`,
		`{"maxItems":"many"}`,
		`{"properties":{"a":{"properties":{"b":{"pattern":"x"}}}}}`,
		`{"items":{"maxLength":1001}}`,
		`{"anyOf":[{},{"pattern":"x"}]}`,
		`{"$defs":{"x":{"minItems":5000}},"$ref":"#/$defs/x"}`,
		`{"additionalProperties":{"pattern":"x"}}`,
		`{"not":{"pattern":"x"}}`,
		`{"properties":[]}`, `{"oneOf":{}}`, `{"items":7}`, `7`, `"x"`, `[]`, `{`, ``,
	} {
		require.ErrorIs(t, checkThin([]byte(schema)), ErrSchema, schema)
	}
}

func TestAThinSchemaPasses(t *testing.T) {
	for _, schema := range []string{
		planSchema, `{}`, `true`,
		`{"type":"string","maxLength":1000}`,
		`{"properties":{"pattern":{"type":"string"},"maxLength":{"type":"integer"}}}`, // names of properties, no keywords
		`{"enum":["pattern",{"pattern":"x"}],"const":{"maxLength":5000}}`,             // values, no schemas
		`{"additionalProperties":false,"anyOf":[{"type":"null"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"type":"array","items":{}}}}`,
	} {
		require.NoError(t, checkThin([]byte(schema)), schema)
	}
}
