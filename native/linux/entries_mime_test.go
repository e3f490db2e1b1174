package linux

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestTheHandlerIsTheFirstInstalledDefault(t *testing.T) {
	const kind = "x-scheme-handler/https"
	app := func(id string, types ...string) program {
		return program{Entry: desktop.Entry{ID: id}, types: types}
	}
	installed := []program{app("old.desktop", kind), app("fire.desktop", kind), app("plain.desktop"), app("new.desktop", kind)}
	parse := func(s string) associations { return parseAssociations([]byte(s)) }
	for _, c := range []struct {
		name  string
		lists []associations
		want  string
	}{
		{"nothing said", nil, "old.desktop"},
		{"a default", []associations{parse("[Default Applications]\n" + kind + "=fire.desktop;\n")}, "fire.desktop"},
		{"a default that need not announce the type", []associations{parse("[Default Applications]\n" + kind + "=plain.desktop\n")}, "plain.desktop"},
		{"the first default is not installed", []associations{parse("[Default Applications]\n" + kind + "=gone.desktop;new.desktop\n")}, "new.desktop"},
		{"the personal list wins", []associations{parse("[Default Applications]\n" + kind + "=new.desktop\n"), parse("[Default Applications]\n" + kind + "=fire.desktop\n")}, "new.desktop"},
		{"added counts less than a default further down", []associations{parse("[Added Associations]\n" + kind + "=new.desktop\n"), parse("[Default Applications]\n" + kind + "=fire.desktop\n")}, "fire.desktop"},
		{"added", []associations{parse("[Added Associations]\n" + kind + "=new.desktop\n")}, "new.desktop"},
		{"removed", []associations{parse("[Removed Associations]\n" + kind + "=old.desktop;fire.desktop\n")}, "new.desktop"},
		{"removed by the person, added by the system", []associations{parse("[Removed Associations]\n" + kind + "=plain.desktop\n"), parse("[Added Associations]\n" + kind + "=plain.desktop\n")}, "old.desktop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := handlerOf(kind, c.lists, installed)
			require.True(t, ok)
			require.Equal(t, c.want, got.ID)
		})
	}
	_, ok := handlerOf("x-scheme-handler/gopher", nil, installed)
	require.False(t, ok)
}
