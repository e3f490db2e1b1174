package reply

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pace/backend/tool"
)

// Mark is something a surface shows for a reply: a place that is pointed at, shapes, or that all shapes go. Places
// are pixels of the display Screen, counted from 0 as everywhere in Pace; nil is the whole screen.
type Mark struct {
	Kind   MarkKind `json:"kind"`
	X      int      `json:"x,omitempty"` // of Point
	Y      int      `json:"y,omitempty"`
	Label  string   `json:"label,omitempty"` // of Point: what is there
	Screen *int     `json:"screen,omitempty"`
	Shapes []Shape  `json:"shapes,omitempty"` // of Draw
}

// MarkKind is what is done with a mark.
type MarkKind string

const (
	Point MarkKind = "point" // fly to X, Y
	Draw  MarkKind = "draw"  // draw Shapes
	Clear MarkKind = "clear" // wipe what was drawn
)

// Shape is one thing to draw. Which fields count is the kind's: rect has X, Y (its corner), Width and Height; ellipse
// the same, or X, Y (its middle) and Radius; line and arrow go from X, Y to X2, Y2; polygon has three or more Points.
type Shape struct {
	Kind   string   `json:"kind" alias:"type,shape" enum:"rect,ellipse,circle,line,arrow,polygon" need:"true"`
	X      *float64 `json:"x,omitempty" alias:"x1,cx"`
	Y      *float64 `json:"y,omitempty" alias:"y1,cy"`
	Width  *float64 `json:"width,omitempty" alias:"w" min:"0"`
	Height *float64 `json:"height,omitempty" alias:"h" min:"0"`
	Radius *float64 `json:"radius,omitempty" alias:"r" min:"0"`
	X2     *float64 `json:"x2,omitempty" alias:"toX,endX"`
	Y2     *float64 `json:"y2,omitempty" alias:"toY,endY"`
	Points []Spot   `json:"points,omitempty" min:"3" max:"64"`
	Colour string   `json:"colour" alias:"color" enum:"red,blue,green,yellow,orange" default:"red"`
	Label  string   `json:"label,omitempty"`
	Stroke float64  `json:"stroke" alias:"strokeWidth,stroke_width,lineWidth" min:"1" max:"12" default:"3"`
	Filled bool     `json:"filled,omitempty" alias:"fill"`
}

// Spot is a corner of a polygon.
type Spot struct {
	X float64 `json:"x" need:"true"`
	Y float64 `json:"y" need:"true"`
}

// drawing is what Draw.annotation takes.
type drawing struct {
	Shapes []Shape `json:"shapes" need:"true" min:"1" max:"24"`
	Screen *int    `json:"screen" min:"0" max:"32"`
}

// maxLabel bounds the text beside a shape, in characters.
const maxLabel = 60

// Check asks for what each kind can't be drawn without.
func (d drawing) Check() error {
	for i, s := range d.Shapes {
		var need string
		switch {
		case utf8.RuneCountInString(s.Label) > maxLabel:
			return fmt.Errorf("shape %d has a label of more than %d characters", i+1, maxLabel)
		case s.Kind == "polygon":
			if s.Points == nil {
				need = "points"
			}
		case s.X == nil || s.Y == nil:
			need = "x and y"
		case s.Kind == "circle" && s.Radius == nil:
			need = "a radius"
		case s.Kind == "ellipse" && s.Radius == nil && (s.Width == nil || s.Height == nil):
			need = "a radius, or width and height"
		case s.Kind == "rect" && (s.Width == nil || s.Height == nil):
			need = "width and height"
		case (s.Kind == "line" || s.Kind == "arrow") && (s.X2 == nil || s.Y2 == nil):
			need = "x2 and y2"
		}
		if need != "" {
			return fmt.Errorf("shape %d needs %s", i+1, need)
		}
	}
	return nil
}

// The names under which drawing is asked for. They are no tools: nothing is done, only shown.
var (
	drawNames  = [...]string{"drawannotation", "annotate", "draw"}
	clearNames = [...]string{"clearannotations", "cleardrawing", "wipeannotations", "drawclear"}
)

// drained reads a call that is a mark. ok is false for a call that is to be done.
func drained(c tool.Call, place string) (m Mark, ps []tool.Problem, ok bool) {
	switch name := tool.Normalise(c.Tool); {
	case slices.Contains(clearNames[:], name):
		return Mark{Kind: Clear}, nil, true
	case slices.Contains(drawNames[:], name):
		raw, ps := tool.SchemaOf[drawing]().Read(c.Args, place)
		if len(ps) > 0 {
			return m, ps, true
		}
		var d drawing
		if err := json.Unmarshal(raw, &d); err != nil {
			return m, []tool.Problem{{Place: place, Reason: err.Error()}}, true
		}
		for i := range d.Shapes {
			if d.Shapes[i].Kind == "circle" {
				d.Shapes[i].Kind = "ellipse"
			}
		}
		return Mark{Kind: Draw, Shapes: d.Shapes, Screen: d.Screen}, nil, true
	}
	return m, nil, false
}

var (
	placeTag  = regexp.MustCompile(`^\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*(?::((?s:.*)))?$`)
	screenTag = regexp.MustCompile(`(?i)^((?s:.*):)?\s*screen\s*(\d{1,2})\s*$`)
)

// readPlace reads "10,20", "10,20:label", "10,20:screen1" and "10,20:label:screen1".
func readPlace(body string) (x, y int, label string, screen *int, ok bool) {
	m := placeTag.FindStringSubmatch(body)
	if m == nil {
		return 0, 0, "", nil, false
	}
	x, _ = strconv.Atoi(m[1])
	y, _ = strconv.Atoi(m[2])
	label = m[3]
	if s := screenTag.FindStringSubmatch(label); s != nil {
		n, _ := strconv.Atoi(s[2])
		label, screen = strings.TrimSuffix(s[1], ":"), &n
	}
	return x, y, strings.TrimSpace(label), screen, true
}

// readPoint reads the body of a POINT tag; nil without a reason points at nothing.
func readPoint(body string) (*Mark, string) {
	if strings.EqualFold(strings.TrimSpace(body), "none") {
		return nil, ""
	}
	x, y, label, screen, ok := readPlace(body)
	if !ok {
		return nil, "POINT needs a place such as 10,20 or none, not " + strconv.Quote(shown(body))
	}
	return &Mark{Kind: Point, X: x, Y: y, Label: label, Screen: screen}, ""
}
