package linux

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

func TestSignalsAreToldInPacesWords(t *testing.T) {
	at := atspi.Ref{Bus: ":1.5", Path: "/x/7"}
	for _, row := range []struct {
		kind, detail string
		d1           int32
		source       atspi.Ref
		want         desktop.Event
		quiet        bool
	}{
		{kind: "object:state-changed", detail: "checked", d1: 1, want: desktop.Event{Kind: desktop.EventState, Detail: "checked", On: true}},
		{kind: "object:state-changed", detail: "sensitive", want: desktop.Event{Kind: desktop.EventState, Detail: "enabled"}},
		{kind: "object:state-changed", detail: "indeterminate", d1: 1, want: desktop.Event{Kind: desktop.EventState, Detail: "mixed", On: true}},
		{kind: "object:state-changed", detail: "focused", d1: 1, want: desktop.Event{Kind: desktop.EventFocus, On: true}},
		{kind: "object:state-changed", detail: "focused", want: desktop.Event{Kind: desktop.EventState, Detail: "focused"}},
		{kind: "object:state-changed", detail: "defunct", d1: 1, want: desktop.Event{Kind: desktop.EventChildren, On: true}},
		{kind: "object:state-changed", detail: "opaque", quiet: true},
		{kind: "object:text-changed", detail: "insert", want: desktop.Event{Kind: desktop.EventText}},
		{kind: "object:text-caret-moved", want: desktop.Event{Kind: desktop.EventCaret}},
		{kind: "object:selection-changed", want: desktop.Event{Kind: desktop.EventSelected}},
		{kind: "object:property-change", detail: "accessible-name", want: desktop.Event{Kind: desktop.EventText}},
		{kind: "object:property-change", detail: "accessible-value", want: desktop.Event{Kind: desktop.EventValue}},
		{kind: "object:property-change", detail: "accessible-parent", quiet: true},
		{kind: "object:children-changed", detail: "add", want: desktop.Event{Kind: desktop.EventChildren}},
		{kind: "object:children-changed", detail: "add", source: atspi.Root(":1.5"), want: desktop.Event{Kind: desktop.EventWindow, Detail: "opened"}},
		{kind: "object:children-changed", detail: "remove", source: atspi.Root(":1.5"), want: desktop.Event{Kind: desktop.EventWindow, Detail: "closed"}},
		{kind: "window:create", want: desktop.Event{Kind: desktop.EventWindow, Detail: "opened"}},
		{kind: "window:destroy", want: desktop.Event{Kind: desktop.EventWindow, Detail: "closed"}},
		{kind: "window:activate", want: desktop.Event{Kind: desktop.EventWindow, Detail: "activated"}},
		{kind: "window:resize", quiet: true},
		{kind: atspi.KindLeft, source: atspi.Root(":1.5"), want: desktop.Event{Kind: desktop.EventWindow, Detail: "closed"}},
		{kind: "document:load-complete", quiet: true},
	} {
		if row.source.Nil() {
			row.source = at
		}
		got, ok := normalise(atspi.Event{Source: row.source, Kind: row.kind, Detail: row.detail, D1: row.d1})
		require.Equal(t, !row.quiet, ok, row.kind)
		if ok {
			row.want.Source = refOf(row.source)
			require.Equal(t, row.want, got)
		}
	}
	lost, ok := normalise(atspi.Event{Kind: atspi.KindLost})
	require.True(t, ok)
	require.Equal(t, desktop.Event{Kind: desktop.EventLost}, lost)
}
