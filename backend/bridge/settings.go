package bridge

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"time"

	"pace/backend/settings"
)

// Settings shows and changes what the user can choose.
type Settings struct{ p Parts }

// Setting is one row. A duration is written as Go writes it ("2s").
type Setting struct {
	Key     string   `json:"key"`
	Type    string   `json:"type"` // bool, int, string, enum, duration
	Value   any      `json:"value"`
	Default any      `json:"default"`
	Summary string   `json:"summary"`
	Options []string `json:"options,omitempty"`
	Min     *float64 `json:"min,omitempty"` // milliseconds for a duration
	Max     *float64 `json:"max,omitempty"`
	Problem string   `json:"problem,omitempty"` // why the file's value was not taken
	Fixed   string   `json:"fixed,omitempty"`   // the environment variable that decides it, so that it can't be changed here
	Chosen  bool     `json:"chosen"`            // the file or the environment decides it; else the default holds
	Restart bool     `json:"restart,omitempty"` // a change holds from the next start on
}

// List gives all rows.
func (s *Settings) List() []Setting {
	rows := s.p.Settings.List()
	out := make([]Setting, 0, len(rows))
	for _, r := range rows {
		out = append(out, setting(r))
	}
	return out
}

// free finds a row that can be changed here.
func (s *Settings) free(key string) (settings.Row, error) {
	r, err := s.row(key)
	if err != nil {
		return r, err
	}
	if by := fixed(r); by != "" {
		return r, &Error{"invalid", "The environment variable " + by + " decides this; change it there."}
	}
	return r, nil
}

func (s *Settings) row(key string) (settings.Row, error) {
	for _, r := range s.p.Settings.List() {
		if r.Key == key {
			return r, nil
		}
	}
	return settings.Row{}, &Error{"notFound", "There is no such setting."}
}

// Reset makes a row not chosen, so that its default holds, and gives it back as it is now.
func (s *Settings) Reset(key string) (Setting, error) {
	if _, err := s.free(key); err != nil {
		return Setting{}, err
	}
	if err := s.p.Settings.Reset(key); err != nil {
		return Setting{}, &Error{"internal", "The setting could not be saved."}
	}
	r, err := s.row(key)
	return setting(r), err
}

// Set changes one row and gives it back as it is now.
func (s *Settings) Set(key string, value any) (Setting, error) {
	r, err := s.free(key)
	if err != nil {
		return Setting{}, err
	}
	if n, ok := value.(json.Number); ok { // over the socket; Wails sends float64
		f, err := n.Float64()
		if err != nil {
			return Setting{}, &Error{"invalid", "That number is too large."}
		}
		value = f
	}
	switch v := value.(type) {
	case float64:
		if r.Type == settings.Int {
			if v != math.Trunc(v) || math.Abs(v) > 1<<31 {
				return Setting{}, &Error{"invalid", "That has to be a whole number."}
			}
			value = int(v)
		}
	case string:
		if r.Type == settings.Duration {
			d, err := time.ParseDuration(strings.TrimSpace(v))
			if err != nil {
				return Setting{}, &Error{"invalid", "That is not a duration; write it like 2s or 500ms."}
			}
			value = d
		}
	}
	if err := s.p.Settings.Set(key, value); err != nil {
		if why := errors.Unwrap(err); why != nil && strings.HasPrefix(why.Error(), "must ") {
			return Setting{}, &Error{"invalid", "That " + why.Error() + "."}
		}
		return Setting{}, &Error{"internal", "The setting could not be saved."}
	}
	r, err = s.row(key)
	return setting(r), err
}

func setting(r settings.Row) Setting {
	x := Setting{Key: r.Key, Value: plain(r.Value), Default: plain(r.Default), Summary: r.Summary, Problem: r.Problem,
		Options: r.Choices, Restart: r.Scope == settings.PerLaunch, Chosen: r.Source != settings.FromDefault || r.Pending != nil, Min: number(r.Min), Max: number(r.Max)}
	switch r.Type {
	case settings.Bool:
		x.Type = "bool"
	case settings.Int:
		x.Type = "int"
	case settings.Duration:
		x.Type = "duration"
	default:
		x.Type = "string"
		if len(r.Choices) > 0 {
			x.Type = "enum"
		}
		x.Min, x.Max = nil, nil
	}
	if r.Pending != nil {
		x.Value = plain(r.Pending)
	}
	x.Fixed = fixed(r)
	return x
}

// fixed is the environment variable that decides a row, or "".
func fixed(r settings.Row) string {
	if r.Env != "" && r.Source == settings.FromEnvironment {
		return r.Env
	}
	return ""
}

func plain(v any) any {
	if d, ok := v.(time.Duration); ok {
		return d.String()
	}
	return v
}

func number(v any) *float64 {
	var f float64
	switch n := v.(type) {
	case int:
		f = float64(n)
	case time.Duration:
		f = float64(n.Milliseconds())
	default:
		return nil
	}
	return &f
}
