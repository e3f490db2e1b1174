package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"pace/backend/bench/bare"
)

// check is what must be so on the screen, in the words of the accessibility specification.
type check struct {
	Kind  string          `json:"kind"`
	Role  string          `json:"role"`
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

// seen is the answer of a check, and what was seen in words.
type seen struct {
	so    bool
	tells string
}

func (c check) text() string {
	var s string
	_ = json.Unmarshal(c.Value, &s) // a value of another kind is not asked for as a text
	return s
}

func (c check) number() int {
	var n int
	_ = json.Unmarshal(c.Value, &n)
	return n
}

// read looks once.
func (c check) read(ctx context.Context, p *Program) (seen, error) {
	switch c.Kind {
	case "windowTitleContains", "windowCount", "windowState", "windowFrame":
		return c.windows(p.Windows(), p.desk.Eyes.WorkArea())
	}
	items, err := p.Items(ctx, 4000)
	if err != nil {
		return seen{}, err
	}
	return c.elements(items)
}

// near is how far a frame may be from its half of the screen.
const near = 16

func (c check) windows(ws []bare.Window, work bare.Area) (seen, error) {
	s := seen{tells: "windows: "}
	for i, w := range ws {
		if i > 0 {
			s.tells += ", "
		}
		s.tells += fmt.Sprintf("“%s” %d×%d at %d,%d maximised %t", w.Title, w.W, w.H, w.X, w.Y, w.MaximisedBoth)
		switch c.Kind {
		case "windowTitleContains":
			s.so = s.so || strings.Contains(w.Title, c.text())
		case "windowState":
			s.so = s.so || w.MaximisedBoth
		case "windowFrame":
			half := work
			switch half.W /= 2; c.text() {
			case "right":
				half.X += work.W - half.W
			case "left":
			default:
				return s, fmt.Errorf("the check asks for the half “%s”", c.text())
			}
			s.so = s.so || close2(w.X, half.X) && close2(w.Y, half.Y) && close2(w.X+w.W, half.X+half.W) && close2(w.Y+w.H, half.Y+half.H)
		}
	}
	if c.Kind == "windowCount" {
		s.so = len(ws) == c.number()
	}
	return s, nil
}

func close2(a, b int) bool { return a-b <= near && b-a <= near }

func (c check) elements(items []bare.Item) (seen, error) {
	gtk4 := !showsInside(items)
	var fit []bare.Item
	for _, it := range items {
		if it.Role != c.Role || c.Name != "" && it.Name != c.Name {
			continue
		}
		// A menu item counts while its menu is closed; GTK 4 says of nothing inside a window that it shows.
		if it.Has(bare.Showing) || gtk4 || c.Kind == "checked" || c.Kind == "selected" {
			fit = append(fit, it)
		}
	}
	s := seen{tells: fmt.Sprintf("%d %s “%s”", len(fit), c.Role, c.Name)}
	switch c.Kind {
	case "textEquals":
		for _, it := range fit {
			s.so = s.so || strings.TrimSuffix(it.Text, "\n") == strings.TrimSuffix(c.text(), "\n")
			s.tells += fmt.Sprintf(" with %q", it.Text)
		}
	case "checked":
		want := string(c.Value) == "true"
		for _, it := range fit {
			s.so = s.so || it.Has(bare.Checked) == want
			s.tells += fmt.Sprintf(", checked %t", it.Has(bare.Checked))
		}
	case "selected":
		for _, it := range fit {
			s.so = s.so || it.Has(bare.Selected)
			s.tells += fmt.Sprintf(", selected %t", it.Has(bare.Selected))
		}
	case "elementExists":
		s.so = len(fit) > 0
	case "elementCount":
		s.so = len(fit) == c.number()
	default:
		return s, fmt.Errorf("there is no check “%s”", c.Kind)
	}
	return s, nil
}

// showsInside reports whether anything inside a window says that it shows.
func showsInside(items []bare.Item) bool {
	for _, it := range items {
		if it.Parent > 0 && it.Has(bare.Showing) {
			return true
		}
	}
	return false
}
