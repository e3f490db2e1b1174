package prompt

import (
	"encoding/json"
	"strings"

	"pace/backend/tool"
)

// SchemaName is what the schema of a reply is called on the wire.
const SchemaName = "pace_planner_v10"

// schema is what a reply to an acting prompt must look like. It is deliberately thin:
//
//   - intent comes first and spokenText before payload, because servers emit keys in the order of the schema and
//     speech may begin before the calls are written.
//   - All three keys are required, also payload, which an answer leaves empty: where a key may be missing a decoder
//     is free to close the object after "action" without the calls.
//   - The calls are typed as objects with a name; left free, arguments were measured to collapse into a bare string
//     and later steps to be lost. Their args are not typed; typed shapes were measured to be invented in every reply.
//   - Tool names are no enum. A decoder that may only write names from a list writes the nearest one when none fits,
//     and a wrong call that validates is worse than a name which the registry refuses by saying that there is no such
//     tool. The registry also reads other spellings, and tools of connected servers are not known here.
//   - No pattern, length, bound or condition: they have crashed servers and were refused by others. Pace validates
//     the reply in full again.
//
// What is taken from the registry is therefore only which intents can be carried out.
func schema(specs []tool.Spec) json.RawMessage {
	var names []string
	for _, i := range intentsFor(specs) {
		names = append(names, `"`+intents[i].name+`"`)
	}
	payload := `{"type":"object","properties":{` +
		`"name":{"type":"string"},"args":{"type":"object"},` +
		`"calls":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"args":{"type":"object"}},"required":["name"],"additionalProperties":false}}` +
		`},"additionalProperties":true}`
	return json.RawMessage(`{"type":"object","properties":{"intent":{"type":"string","enum":[` + strings.Join(names, ",") + `]},` +
		`"spokenText":{"type":"string"},"payload":` + payload + `},` +
		`"required":["intent","spokenText","payload"],"additionalProperties":false}`)
}

// ResponseFormat wraps a schema as the response_format of a chat completion. Only json_schema is understood by all
// servers, so that is what it is; not strict, since strict servers want every object closed.
func ResponseFormat(schema json.RawMessage) json.RawMessage {
	return json.RawMessage(`{"type":"json_schema","json_schema":{"name":"` + SchemaName + `","strict":false,"schema":` + string(schema) + `}}`)
}
