package app

import (
	"context"
	"strings"
	"sync/atomic"

	"pace/backend/desktop"
)

// OwnPage makes each window whose title begins with title one of Pace's own, which no act touches. A browser that shows
// the served interface is in front while somebody types into it; what is meant is the program behind it. Nor may an act
// press "Allow" in it. The title has to be one that no other page has.
func (a *App) OwnPage(title string) { a.page.Store(&title) }

// ownPages marks those windows.
type ownPages struct {
	desktop.Windows
	page *atomic.Pointer[string]
}

func (o ownPages) List(ctx context.Context) ([]desktop.Window, error) {
	ws, err := o.Windows.List(ctx)
	if title := o.page.Load(); title != nil && *title != "" {
		for i := range ws {
			ws[i].Own = ws[i].Own || strings.HasPrefix(ws[i].Title, *title)
		}
	}
	return ws, err
}
