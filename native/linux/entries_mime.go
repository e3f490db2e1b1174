package linux

import "slices"

// associations is one mimeapps.list.
type associations struct {
	defaults, added, removed keyfile
}

func parseAssociations(text []byte) associations {
	return associations{groupOf(text, "Default Applications"), groupOf(text, "Added Associations"), groupOf(text, "Removed Associations")}
}

// handlerOf chooses the program for a type among installed ones: the user's and the system's defaults, in the order
// of the lists; then programs somebody added to the type; then any that announces it and was not removed from it. A
// default that is not installed is passed over.
func handlerOf(kind string, lists []associations, installed []program) (program, bool) {
	find := func(ids []string) (program, bool) {
		for _, id := range ids {
			if i := slices.IndexFunc(installed, func(p program) bool { return p.ID == id }); i >= 0 {
				return installed[i], true
			}
		}
		return program{}, false
	}
	for _, l := range lists {
		if p, ok := find(list(l.defaults[kind])); ok {
			return p, true
		}
	}
	removed := map[string]bool{}
	for _, l := range lists {
		for _, id := range list(l.added[kind]) {
			if removed[id] {
				continue
			}
			if p, ok := find([]string{id}); ok {
				return p, true
			}
		}
		for _, id := range list(l.removed[kind]) {
			removed[id] = true
		}
	}
	for _, p := range installed {
		if slices.Contains(p.types, kind) && !removed[p.ID] {
			return p, true
		}
	}
	return program{}, false
}
