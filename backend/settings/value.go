package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// decode reads a value of the row from JSON and checks it.
func (r Row) decode(raw json.RawMessage) (any, error) {
	switch r.Type {
	case Bool:
		var v *bool
		if json.Unmarshal(raw, &v) != nil || v == nil {
			return nil, errors.New("must be true or false")
		}
		return *v, nil
	case Int:
		// A whole number may also be spelt 8.0, as some editors of JSON write it.
		var f *float64
		if json.Unmarshal(raw, &f) != nil || f == nil || *f != float64(int(*f)) {
			return nil, errors.New("must be a whole number")
		}
		return r.check(int(*f))
	}
	var text *string
	if json.Unmarshal(raw, &text) != nil || text == nil {
		return nil, errors.New("must be text in quotes")
	}
	return r.parse(*text)
}

// parse reads a value of the row from plain text, as in the environment, and checks it.
func (r Row) parse(text string) (any, error) {
	switch r.Type {
	case Bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return nil, errors.New("must be true or false")
		}
		return v, nil
	case Int:
		v, err := strconv.Atoi(text)
		if err != nil {
			return nil, errors.New("must be a whole number")
		}
		return r.check(v)
	case Duration:
		v, err := time.ParseDuration(text)
		if err != nil {
			return nil, errors.New(`must be a duration such as "2s" or "500ms"`)
		}
		return r.check(v)
	}
	return r.check(text)
}

// check holds a Go value against the type and bounds of the row.
func (r Row) check(value any) (any, error) {
	switch v := value.(type) {
	case bool:
		if r.Type == Bool {
			return v, nil
		}
	case int:
		if r.Type == Int {
			if v < r.Min.(int) || v > r.Max.(int) {
				return nil, fmt.Errorf("must be between %d and %d", r.Min, r.Max)
			}
			return v, nil
		}
	case time.Duration:
		if r.Type == Duration {
			if v < r.Min.(time.Duration) || v > r.Max.(time.Duration) {
				return nil, fmt.Errorf("must be between %v and %v", r.Min, r.Max)
			}
			return v, nil
		}
	case string:
		switch r.Type {
		case Choice:
			if !slices.Contains(r.Choices, v) {
				return nil, fmt.Errorf("must be one of %s", strings.Join(r.Choices, ", "))
			}
			return v, nil
		case Text, URL:
			if len(v) > r.Max.(int) {
				return nil, fmt.Errorf("must not be longer than %d bytes", r.Max)
			}
			if !utf8.ValidString(v) || strings.ContainsFunc(v, unicode.IsControl) {
				return nil, errors.New("must be one line of plain text")
			}
			if r.Type == URL {
				return v, checkURL(v)
			}
			return v, nil
		case Span:
			h, err := parseHours(v)
			if err != nil {
				return nil, err
			}
			return h.String(), nil
		case Duration, Bool, Int:
			return r.parse(v)
		}
	}
	return nil, fmt.Errorf("must be of type %s", r.Type)
}

// checkURL never repeats the address: it may hold a password.
func checkURL(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("must be an address that starts with http:// or https://")
	case u.User != nil:
		return errors.New("must not hold a user name or password")
	}
	return nil
}

func encode(value any) (json.RawMessage, error) {
	if d, ok := value.(time.Duration); ok {
		value = d.String()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // the file is for people
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
