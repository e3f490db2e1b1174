package main

import (
	"errors"
	"fmt"
	"go/ast"
	"strings"
)

// Where the shapes live, and where a plain string of the wire takes its values from. The wire structs keep strings so
// that they need nothing but themselves; a reader in TypeScript wants the closed set.
const (
	eventDir = "backend/event"
	proofDir = "backend/proof"
)

var tsNames = map[string]string{ // names that would shadow the DOM's, or say too little alone
	"Event": "TurnEvent", "Type": "EventType", "Option": "AnswerOption",
}

func tsName(goName string) string {
	if n, ok := tsNames[goName]; ok {
		return n
	}
	return goName
}

// events writes the union of the events of a turn.
func events(src source) (string, error) {
	ev, err := src.load(eventDir)
	if err != nil {
		return "", err
	}
	proof, err := src.load(proofDir)
	if err != nil {
		return "", err
	}
	return unionOf(ev, proof)
}

func unionOf(ev, proof *pkg) (string, error) {
	w := &writer{known: builtin(), refine: map[string]string{
		"Header.V": "typeof protocol",
	}}
	for field, name := range map[string]string{
		"Outcome.Effect": "Effect", "Outcome.Means": "Means", "Outcome.Reason": "Reason", "Evidence.Kind": "EvidenceKind",
	} {
		if proof.strings[name] == nil || len(proof.strings[name].values) == 0 {
			return "", fmt.Errorf("%s: no values of proof.%s", field, name)
		}
		w.refine[field] = name
	}
	w.refine["Outcome.Means"] += " | ''"
	w.refine["Outcome.Reason"] += " | ''"
	for _, s := range ev.structs {
		w.known[s.name] = tsName(s.name)
	}
	for n := range ev.strings {
		w.known[n] = tsName(n)
	}
	version, ok := ev.consts["Version"]
	if !ok {
		return "", errors.New("no constant Version")
	}
	w.b.WriteString(head)
	fmt.Fprintf(&w.b, "\n/** The protocol that this window speaks; the running Pace must speak the same. */\nexport const protocol = %s\n", version)
	for _, n := range []string{"Type", "Status"} {
		if ev.strings[n] == nil {
			return "", fmt.Errorf("no string type %s", n)
		}
		w.literals(tsName(n), ev.strings[n])
	}
	for _, n := range []string{"Effect", "Means", "EvidenceKind", "Reason"} {
		w.literals(n, proof.strings[n])
	}
	members, bodyOf, err := union(ev)
	if err != nil {
		return "", err
	}
	for _, s := range ev.structs {
		if s.name == "Event" || !reachable(ev, s.name, bodyOf) {
			continue
		}
		if err := w.record(tsName(s.name), s.name, s.doc, "", s.typ); err != nil {
			return "", err
		}
	}
	w.b.WriteString("\n/** One row of a turn: header and body side by side, told apart by type. */\nexport type TurnEvent =\n")
	for _, m := range members {
		fmt.Fprintf(&w.b, "  | (Header & { type: %s } & %s)\n", single(m.literal), tsName(bodyOf[m.name]))
	}
	w.b.WriteString("\n/** The event of one type. */\nexport type EventOf<T extends EventType> = Extract<TurnEvent, { type: T }>\n")
	return w.b.String(), nil
}

// union pairs each event type with the body whose kind method returns it.
func union(ev *pkg) ([]value, map[string]string, error) {
	bodyOf := map[string]string{}
	for recv, ms := range ev.methods {
		for _, m := range ms {
			if m.Name.Name != "kind" || m.Body == nil || len(m.Body.List) != 1 {
				continue
			}
			if r, ok := m.Body.List[0].(*ast.ReturnStmt); ok && len(r.Results) == 1 {
				if id, ok := r.Results[0].(*ast.Ident); ok {
					bodyOf[id.Name] = recv
				}
			}
		}
	}
	var missing []string
	for _, v := range ev.strings["Type"].values {
		if bodyOf[v.name] == "" {
			missing = append(missing, v.name)
		}
	}
	if len(missing) > 0 {
		return nil, nil, fmt.Errorf("no body whose kind is %s", strings.Join(missing, ", "))
	}
	return ev.strings["Type"].values, bodyOf, nil
}

// reachable reports whether a struct is part of the wire: the header, a body, or used by one.
func reachable(ev *pkg, name string, bodyOf map[string]string) bool {
	seen := map[string]bool{"Header": true}
	for _, b := range bodyOf {
		seen[b] = true
	}
	for grew := true; grew; {
		grew = false
		for _, s := range ev.structs {
			if !seen[s.name] {
				continue
			}
			ast.Inspect(s.typ, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.IsExported() && !seen[id.Name] {
					seen[id.Name], grew = true, true
				}
				return true
			})
		}
	}
	return seen[name]
}

func builtin() map[string]string {
	return map[string]string{"time.Time": "string", "json.RawMessage": "unknown", "time.Duration": "number"}
}
