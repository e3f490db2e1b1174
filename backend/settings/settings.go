package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"pace/backend/store"
)

// ErrUnknownKey says that the table has no such row.
var ErrUnknownKey = errors.New("no such setting")

// Problem is a value that was not taken. Key is "" when the whole file can't be read.
type Problem struct {
	Key    string
	Source Source
	Why    string
}

func (p Problem) Error() string {
	if p.Key == "" {
		return p.Why
	}
	return fmt.Sprintf("setting %s (%s): %s", p.Key, p.Source, p.Why)
}

// Settings is the table with its current values.
type Settings struct {
	path   string
	getenv func(string) string

	mu       sync.RWMutex
	rows     []Row
	problems []Problem
	launched bool
}

// Open reads the file at path (a missing one is not a problem) and the environment. It never
// fails: what could not be taken is in Problems, and the defaults stand in for it.
func Open(path string, getenv func(string) string) *Settings {
	s := &Settings{path: path, getenv: getenv}
	s.Reload()
	return s
}

// Reload reads the file again, at the start of a turn. PerLaunch rows keep the value they had at
// Open; a different one in the file shows up as Pending.
func (s *Settings) Reload() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
}

func (s *Settings) load() {
	file, err := readFile(s.path)
	rows, problems := resolve(file, s.getenv)
	if err != nil {
		problems = append([]Problem{{Source: FromFile, Why: err.Error()}}, problems...)
	}
	if s.launched {
		for i, old := range s.rows {
			if row := &rows[i]; row.Scope == PerLaunch && row.Value != old.Value {
				row.Pending, row.Value, row.Source = row.Value, old.Value, old.Source
			}
		}
	}
	s.rows, s.problems, s.launched = rows, problems, true
}

// resolve gives each row its value: default, what the environment implies, file, environment.
func resolve(file map[string]json.RawMessage, getenv func(string) string) ([]Row, []Problem) {
	rows := table()
	var problems []Problem
	for i := range rows {
		row := &rows[i]
		row.Value, row.Source = row.Default, FromDefault
		take := func(value any, err error, from Source) {
			if err != nil {
				row.Problem = err.Error()
				problems = append(problems, Problem{row.Key, from, err.Error()})
				return
			}
			row.Value, row.Source = value, from
		}
		for _, rule := range implied {
			if rule.key == row.Key && getenv(rule.env) != "" {
				row.Value, row.Source = rule.value, FromEnvironment
			}
		}
		if raw, ok := file[row.Key]; ok {
			value, err := row.decode(raw)
			take(value, err, FromFile)
		}
		if row.Env != "" {
			if text := getenv(row.Env); text != "" {
				value, err := row.parse(text)
				take(value, err, FromEnvironment)
			}
		}
	}
	return rows, append(problems, strangers(rows, file)...)
}

// strangers are the keys of the file that no row has: most are slips, and whoever made one believes that it counts.
func strangers(rows []Row, file map[string]json.RawMessage) []Problem {
	var out []Problem
	for _, key := range slices.Sorted(maps.Keys(file)) {
		if index(rows, key) >= 0 {
			continue
		}
		name := []rune(key)
		p := Problem{string(name[:min(len(name), 60)]), FromFile, "there is no such setting"}
		if i := slices.IndexFunc(rows, func(r Row) bool { return strings.EqualFold(r.Key, key) }); i >= 0 {
			p.Why += ", it is written " + rows[i].Key
		}
		out = append(out, p)
	}
	return out
}

// readFile gives the top-level keys. The text of the file never becomes part of an error.
func readFile(path string) (map[string]json.RawMessage, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, nil
	}
	var file map[string]json.RawMessage
	if err := json.Unmarshal(data, &file); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
			return nil, fmt.Errorf("%s is not valid JSON, see line %d", filepath.Base(path), line)
		}
		return nil, fmt.Errorf("%s must hold one JSON object", filepath.Base(path))
	}
	return file, nil
}

// Bool gives the value of a yes-or-no row.
func (s *Settings) Bool(key BoolKey) bool { return s.value(string(key)).(bool) }

// Int gives the value of a number row.
func (s *Settings) Int(key IntKey) int { return s.value(string(key)).(int) }

// Duration gives the value of a duration row.
func (s *Settings) Duration(key DurationKey) time.Duration {
	return s.value(string(key)).(time.Duration)
}

// Text gives the value of a text, choice or address row.
func (s *Settings) Text(key TextKey) string { return s.value(string(key)).(string) }

// Hours gives the value of a row of hours.
func (s *Settings) Hours(key HoursKey) Hours {
	h, _ := parseHours(s.value(string(key)).(string)) // it was checked when it was taken
	return h
}

// value panics for a key outside the table: the typed constants are the only keys there are, and a
// test looks each of them up.
func (s *Settings) value(key string) any {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.rows[index(s.rows, key)].Value
}

// Chosen reports whether the file or the environment decides a row, so that its default does not count as a choice.
func (s *Settings) Chosen(key string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.rows[index(s.rows, key)].Source != FromDefault
}

// Problem says why what was set for a row was not taken, "" when it was or nothing was.
func (s *Settings) Problem(key string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.rows[index(s.rows, key)].Problem
}

// Doubtful says why the value of a row may not be what the user wants: the file could not be read, or what it holds for
// the row could not be taken. "" when there is no doubt, or the environment decides.
func (s *Settings) Doubtful(key string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	row := s.rows[index(s.rows, key)]
	if row.Source == FromEnvironment {
		return ""
	}
	for _, p := range s.problems {
		if p.Source == FromFile && (p.Key == "" || strings.EqualFold(p.Key, key)) {
			return p.Why
		}
	}
	return ""
}

// List gives every row with its current value, in the order of the table.
func (s *Settings) List() []Row {
	s.mu.RLock()
	defer s.mu.RUnlock()
	rows := slices.Clone(s.rows)
	for i := range rows {
		rows[i].Choices = slices.Clone(rows[i].Choices)
	}
	return rows
}

// Problems gives what could not be taken at the last Open, Reload or Set.
func (s *Settings) Problems() []Problem {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.problems)
}

// Set checks the value and writes it to the file; text is read as the row's type. A value outside
// the bounds changes nothing. While the environment overrides the row, the new value waits behind
// it. PerLaunch rows take it at the next start.
func (s *Settings) Set(key string, value any) error {
	return s.change(key, func(row Row, file map[string]json.RawMessage) error {
		checked, err := row.check(value)
		if err != nil {
			return err
		}
		file[key], err = encode(checked)
		return err
	})
}

// Reset takes the key out of the file, so that the default holds.
func (s *Settings) Reset(key string) error {
	return s.change(key, func(_ Row, file map[string]json.RawMessage) error {
		delete(file, key)
		return nil
	})
}

// change reads the file afresh, since another process may have written it, and keeps what it does
// not know. A file that is not JSON is kept beside as settings.json.broken before it is replaced.
func (s *Settings) change(key string, edit func(Row, map[string]json.RawMessage) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := index(s.rows, key)
	if i < 0 {
		return fmt.Errorf("set %q: %w", key, ErrUnknownKey)
	}
	file, readErr := readFile(s.path)
	if file == nil {
		file = map[string]json.RawMessage{}
	}
	if err := edit(s.rows[i], file); err != nil {
		return fmt.Errorf("set %s: %w", key, err)
	}
	if readErr != nil {
		if err := os.Rename(s.path, s.path+".broken"); err != nil {
			return fmt.Errorf("set %s: %w", key, errors.Join(readErr, err))
		}
	}
	text, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return fmt.Errorf("set %s: %w", key, err)
	}
	if err := store.WriteFile(s.path, append(text, '\n')); err != nil {
		return fmt.Errorf("set %s: %w", key, err)
	}
	s.load()
	return nil
}

func index(rows []Row, key string) int {
	return slices.IndexFunc(rows, func(r Row) bool { return r.Key == key })
}
