package interaction

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// gtk4 opens another program in front, of a toolkit that uses the widgets of rows again.
func (r *rig) gtk4() *dt.Window {
	w := r.desk.App("New", desktop.GTK4).Window("New", frame)
	w.Raise()
	r.reopen(Config{})
	r.idle(10 * time.Second)
	return w
}

func TestARowIsProvenByWhatItDidElsewhere(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		w := r.gtk4()
		status := w.Label("ready")
		row := w.List("Rows", 5).Row("Row 3")
		row.On(dt.SetLabel(status, "row 3"), dt.After(100*time.Millisecond, dt.SetState(row, desktop.Selected, false)))
		o := r.last(r.press("Row 3"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.Nearby, "row 3", o)
	})
}

func TestARowThatStaysChosenIsEnough(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.gtk4().List("Rows", 5)
		o := r.last(r.press("Row 3"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.Nearby, "selected", o)
	})
}

func TestARowWhoseWidgetNowShowsAnotherProvesNothing(t *testing.T) {
	for name, becomes := range map[string]func(row *dt.Control) dt.Effect{
		"says something else": func(row *dt.Control) dt.Effect { return dt.SetLabel(row, "Row 77") },
		"is hidden":           func(row *dt.Control) dt.Effect { return func(*dt.Control) { row.SetHidden(true) } },
		"is gone":             func(row *dt.Control) dt.Effect { return dt.Vanish(row) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				row := r.gtk4().List("Rows", 5).Row("Row 3").Ignore()
				row.On(becomes(row))
				time.AfterFunc(50*time.Millisecond, func() { becomes(row)(row) })
				o := r.last(r.press("Row 3"))
				require.NotEqual(t, proof.Confirmed, o.Effect(), "%+v", o.Evidence())
			})
		})
	}
}

// virtual adds a list of rows that are made only when they show to a window of GTK 4 in front.
func (r *rig) virtual(n int, row func(i int) string) *dt.Virtual {
	v := r.gtk4().Virtual("Rows", n, row)
	r.idle(time.Second)
	return v
}

func numberedRow(i int) string { return fmt.Sprintf("Row %d", i) }

// words are rows in no order.
func words(i int) string { return fmt.Sprintf("%c%c of %d", 'a'+i*7%26, 'a'+i*11%26, i) }

func TestARowThatIsNotMadeYetIsScrolledToAndPressed(t *testing.T) {
	falling := func(i int) string { return fmt.Sprintf("Row %d", 5000-i) }
	byName := func(i int) string {
		return fmt.Sprintf("%c%c%c", 'a'+i/676%26, 'a'+i/26%26, 'a'+i%26)
	}
	for name, c := range map[string]struct {
		row  func(int) string
		want string
	}{
		"by its number":                {numberedRow, numberedRow(4321)},
		"where numbers fall":           {falling, falling(4321)},
		"the last one":                 {numberedRow, numberedRow(4999)},
		"beside those that show":       {numberedRow, numberedRow(12)},
		"by its name":                  {byName, byName(3210)},
		"page by page":                 {words, words(300)},
		"with gaps between numbers":    {func(i int) string { return fmt.Sprintf("Row %d", i*i/40+i) }, "Row 404000"},
		"among rows of several kinds":  {func(i int) string { return []string{"Row", "Line"}[i/200%2] + fmt.Sprintf(" %d", i%200) }, "Line 70"},
		"where widgets wait for names": {numberedRow, numberedRow(13)},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				v := r.virtual(5000, c.row)
				o := r.last(r.press(c.want))
				require.Equal(t, []string{c.want}, v.Chosen(), "%s", o.Report())
				effect(t, proof.Confirmed, o)
			})
		})
	}
}

func TestAListThatTakesNoNoticeAtFirstIsToldAgain(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		v := r.virtual(5000, numberedRow).Deaf(1)
		effect(t, proof.Confirmed, r.last(r.press("Row 4321")))
		require.Equal(t, []string{"Row 4321"}, v.Chosen())
	})
}

func TestARowThatIsNotThereLeavesTheListAsItWasAndSaysHowFarItWasLookedThrough(t *testing.T) {
	for name, c := range map[string]struct {
		row   func(int) string
		n     int
		want  string
		says  string
		grows int
	}{
		"beyond the end":  {numberedRow, 5000, "Row 9999", "goes by number", 0},
		"between two":     {func(i int) string { return fmt.Sprintf("Row %d", 2*i) }, 5000, "Row 4321", "goes by number", 0},
		"all looked at":   {words, 60, "zz of 99", "There is no", 0},
		"too many":        {words, 50000, "zz of 99", "did not get through all", 0},
		"without end":     {words, 60, "zz of 99", "did not get through all", 30},
		"numbers and end": {numberedRow, 60, "Row 999999999", "did not find", 30},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				v := r.virtual(c.n, c.row).Grows(c.grows)
				r.plat.Actor.Do(r.ctx, v.Bar.Ref(), desktop.SetValue, desktop.Arg{Number: 480})
				r.idle(10 * time.Second)
				home, began := v.First(), time.Now()
				require.NotEqual(t, c.row(0), home)
				o := r.press(c.want)
				effect(t, proof.Refused, o)
				require.Equal(t, proof.ReasonNotFound, o.Reason())
				require.Contains(t, o.Report(), c.says)
				require.Equal(t, home, v.First())
				require.Empty(t, v.Chosen())
				require.Less(t, time.Since(began), 15*time.Second)
			})
		})
	}
}

func TestNothingIsScrolledForWhatIsNoRow(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		v := r.virtual(5000, numberedRow)
		require.Equal(t, proof.ReasonNotFound, r.typed("Row 4321", "x").Reason())
		require.Equal(t, proof.ReasonNotFound, r.pressTarget(desktop.Target{Label: "Row 4321", Container: "Elsewhere"}).Reason())
		require.Equal(t, "Row 0", v.First())
		effect(t, proof.Confirmed, r.last(r.pressTarget(desktop.Target{Label: "Row 4321", Container: "Rows"})))
	})
}

func TestTheUserStopsTheScrollingAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		v := r.virtual(5000, words)
		moves := 0
		v.Bar.On(func(*dt.Control) {
			if moves++; moves == 3 {
				r.desk.UserMoves()
			}
		})
		o := r.press(words(4321))
		require.Equal(t, proof.ReasonUserInput, o.Reason(), "%s", o.Report())
		require.Equal(t, 3, moves, "nothing is moved any more, not even back")
		require.Empty(t, v.Chosen())
	})
}

// asked does something when it is asked whether the user is idle, as it is before each click.
type asked struct {
	desktop.Input
	then func()
}

func (a asked) IdleFor(ctx context.Context) (time.Duration, error) {
	a.then()
	return a.Input.IdleFor(ctx)
}

func TestARowWhoseWidgetIsUsedForAnotherMeanwhileIsNotPressed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		v := r.virtual(5000, numberedRow)
		row := v.Row("Row 3")
		r.plat.Input = asked{r.plat.Input, func() { row.SetLabel("Row 77") }}
		r.reopen(Config{})
		o := r.press("Row 3")
		require.NotEqual(t, proof.Confirmed, o.Effect())
		require.Contains(t, o.Report(), "taken by “Row 77”")
		require.Empty(t, v.Chosen())
	})
}
