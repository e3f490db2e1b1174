package local

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
)

// maxBound is the largest length or count that a schema may ask a server to keep. Two thousand already gives a grammar
// that llama.cpp can't read, and a hundred thousand brings Ollama's runner down.
const maxBound = 1000

// ErrSchema says that a schema would be a danger to the server, so nothing was sent.
var ErrSchema = errors.New("the schema is not one for a model server")

// checkThin refuses what is known to crash servers: patterns (one that looks ahead ends the whole of Ollama, and no
// pattern is worth the risk) and large bounds. Both are to be checked in Go afterwards.
func checkThin(schema json.RawMessage) error {
	var s map[string]json.RawMessage
	if err := json.Unmarshal(schema, &s); err != nil {
		var allowed bool
		if json.Unmarshal(schema, &allowed) == nil {
			return nil // true and false are schemas
		}
		return fmt.Errorf("%w: it is neither an object nor a boolean", ErrSchema)
	}
	for keyword, value := range s {
		var err error
		switch keyword {
		case "pattern", "patternProperties":
			err = fmt.Errorf("%w: it holds a %s", ErrSchema, keyword)
		case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
			var bound float64
			if json.Unmarshal(value, &bound) != nil || bound > maxBound {
				err = fmt.Errorf("%w: %s %s is more than %d", ErrSchema, keyword, safe(string(value)), maxBound)
			}
		case "properties", "$defs", "definitions":
			var named map[string]json.RawMessage
			if json.Unmarshal(value, &named) != nil {
				err = fmt.Errorf("%w: its %s are no object", ErrSchema, keyword)
			}
			err = errors.Join(err, allThin(maps.Values(named)))
		case "anyOf", "oneOf", "allOf", "prefixItems":
			var list []json.RawMessage
			if json.Unmarshal(value, &list) != nil {
				err = fmt.Errorf("%w: its %s is no list", ErrSchema, keyword)
			}
			err = errors.Join(err, allThin(slices.Values(list)))
		case "items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else":
			err = checkThin(value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func allThin(schemas iter.Seq[json.RawMessage]) error {
	for schema := range schemas {
		if err := checkThin(schema); err != nil {
			return err
		}
	}
	return nil
}
