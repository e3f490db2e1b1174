package reply

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/tool"
)

func TestPlacesAreReadWithLabelAndScreen(t *testing.T) {
	one := 1
	for body, want := range map[string]*Mark{
		"10,20":                         {Kind: Point, X: 10, Y: 20},
		" -5 , 7 ":                      {Kind: Point, X: -5, Y: 7},
		"1,2:the bin":                   {Kind: Point, X: 1, Y: 2, Label: "the bin"},
		"1,2:screen1":                   {Kind: Point, X: 1, Y: 2, Screen: &one},
		"1,2:a: b, c:SCREEN1":           {Kind: Point, X: 1, Y: 2, Label: "a: b, c", Screen: &one},
		"1,2:the big screen":            {Kind: Point, X: 1, Y: 2, Label: "the big screen"},
		"1,2:two\nlines:screen1":        {Kind: Point, X: 1, Y: 2, Label: "two\nlines", Screen: &one},
		"None":                          nil,
		"1,2:":                          {Kind: Point, X: 1, Y: 2},
		"1,2:" + strings.Repeat("x", 9): {Kind: Point, X: 1, Y: 2, Label: "xxxxxxxxx"},
	} {
		m, why := readPoint(body)
		require.Empty(t, why, body)
		require.Equal(t, want, m, body)
	}
	for _, body := range []string{"", "1", "1;2", "1.5,2", "a,b", "1,2 label", "12345678,1", "nowhere", "1,2,3"} {
		_, why := readPoint(body)
		require.Contains(t, why, "POINT needs a place", body)
	}
}

func TestShapesAreReadOrRefusedWithTheirPlace(t *testing.T) {
	draw := func(args string) (Mark, string) {
		m, ps, ok := drained(tool.Call{Tool: "Draw.annotation", Args: json.RawMessage(args)}, "payload.args")
		require.True(t, ok)
		if len(ps) > 0 {
			return m, ps[0].Error()
		}
		return m, ""
	}
	m, why := draw(`{"shapes":[{"type":"CIRCLE","cx":1,"cy":"2","r":3,"color":"Green","fill":true,"label":"a"},{"kind":"line","x":0,"y":0,"toX":1,"toY":1}],"screen":"1"}`)
	require.Empty(t, why)
	require.Equal(t, 1, *m.Screen)
	require.Equal(t, "ellipse", m.Shapes[0].Kind)
	require.Equal(t, "green", m.Shapes[0].Colour)
	require.True(t, m.Shapes[0].Filled)
	require.Equal(t, 3.0, m.Shapes[1].Stroke)
	require.Equal(t, "red", m.Shapes[1].Colour)
	for args, want := range map[string]string{
		`{}`:                   "payload.args.shapes: is missing",
		`{"shapes":[]}`:        "payload.args.shapes: has fewer than 1",
		`{"shapes":[{"x":1}]}`: "payload.args.shapes[0].kind: is missing",
		`{"shapes":"rect"}`:    "payload.args.shapes[0]: is not an object",
		`{"shapes":[{"kind":"rect","x":1,"y":1,"width":-1,"height":2}]}`:                                       "payload.args.shapes[0].width: is -1",
		`{"shapes":[{"kind":"rect","x":1,"width":1,"height":2}]}`:                                              "payload.args: shape 1 needs x and y",
		`{"shapes":[{"kind":"circle","x":1,"y":1}]}`:                                                           "payload.args: shape 1 needs a radius",
		`{"shapes":[{"kind":"ellipse","x":1,"y":1,"width":4}]}`:                                                "payload.args: shape 1 needs a radius, or width and height",
		`{"shapes":[{"kind":"arrow","x":1,"y":1}]}`:                                                            "payload.args: shape 1 needs x2 and y2",
		`{"shapes":[{"kind":"polygon"}]}`:                                                                      "payload.args: shape 1 needs points",
		`{"shapes":[{"kind":"line","x":0,"y":0,"x2":1,"y2":1,"colour":"pink"}]}`:                               `payload.args.shapes[0].colour: is "pink"`,
		`{"shapes":[{"kind":"line","x":0,"y":0,"x2":1,"y2":1,"stroke":13}]}`:                                   "payload.args.shapes[0].stroke: is 13, outside 1 to 12",
		`{"shapes":[{"kind":"line","x":0,"y":0,"x2":1,"y2":1,"label":"` + strings.Repeat("ä", 61) + `"}]}`:     "payload.args: shape 1 has a label of more than 60",
		`{"shapes":[` + strings.Repeat(`{"kind":"line","x":0,"y":0,"x2":1,"y2":1},`, 24) + `{"kind":"rect"}]}`: "payload.args.shapes: has more than 24",
		`{"shapes":[{"kind":"line","x":0,"y":0,"x2":1,"y2":1,"z":1}]}`:                                         "payload.args.shapes[0].z: is not an argument",
	} {
		_, why := draw(args)
		require.True(t, strings.HasPrefix(why, want), "%s: %s", args, why)
	}
}

func TestOnlyDrawingIsDrained(t *testing.T) {
	for name, is := range map[string]bool{"draw": true, "Draw.annotation": true, "drawAnnotation": true, "annotate": true, "clear_annotations": true, "Clear.annotations": true,
		"draw.clear": true, "wipe-annotations": true, "clear.drawing": true, "click": false, "drawer": false, "": false} {
		_, _, ok := drained(tool.Call{Tool: name, Args: json.RawMessage(`{}`)}, "")
		require.Equal(t, is, ok, name)
	}
}
