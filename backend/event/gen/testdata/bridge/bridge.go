// Package bridge is a small example of a bridge.
package bridge

import (
	"context"
	"time"

	"pace/backend/event"
)

// Level is how bad it is.
type Level string

const (
	Fine Level = "fine" // nothing to do
	Bad  Level = "it's bad"
)

// Loose has no declared values.
type Loose string

// Row is one line.
//
// It spans two paragraphs.
type Row struct {
	Key     string            `json:"key"` // its name
	Level   Level             `json:"level"`
	Loose   Loose             `json:"loose"`
	Min     *int              `json:"min,omitempty"`
	Max     *float64          `json:"max"`
	Options []string          `json:"options,omitempty"`
	Rows    [][]Row           `json:"rows"`
	Names   map[string]string `json:"names"`
	Maybe   []*Row            `json:"maybe"`
	At      time.Time         `json:"at"`
	Any     any               `json:"any"`
	Last    event.Event       `json:"last"`
	Ended   event.Status      `json:"ended"`
	Hidden  string            `json:"-"`
	own     int
}

// Untagged is not for the wire.
type Untagged struct{ A int }

// Rows serves rows.
//
// ts:service
type Rows struct{ own int }

// List gives at most limit rows.
func (r *Rows) List(ctx context.Context, limit int) ([]Row, error) { return nil, nil }

// Set changes one.
func (r *Rows) Set(key string, value any) (Row, error) { return Row{}, nil }

// Clear forgets all.
func (r *Rows) Clear(ctx context.Context) error { return nil }

// Route says what would happen.
func (r *Rows) Route(text string) (event.Route, error) { return event.Route{}, nil }

func (r *Rows) hidden() {}
