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

func TestAPressIsProvenByWhatItDoesToTheTarget(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(r *rig) string
		kind  proof.EvidenceKind
		shows string
	}{
		{"its state", func(r *rig) string { r.win.Check("Wrap", false); return "Wrap" }, proof.OwnChange, "checked"},
		{"its name", func(r *rig) string { b := r.win.Button("Play"); b.On(dt.SetLabel(b, "Pause")); return "Play" }, proof.OwnChange, "“Pause”"},
		{"its choice", func(r *rig) string { r.win.Toggle("Bold", false); return "Bold" }, proof.OwnChange, "pressed"},
		{"it can't be used any more", func(r *rig) string { r.win.Button("Apply").On(dt.Disable()); return "Apply" }, proof.OwnChange, "disabled"},
		{"it is gone", func(r *rig) string { r.win.Button("Dismiss").On(dt.Vanish()); return "Dismiss" }, proof.Vanished, "Dismiss"},
		{"a window", func(r *rig) string { r.win.Button("New").On(dt.OpenWindow("Untitled", nil)); return "New" }, proof.WindowNew, "Untitled"},
		{"a dialog", func(r *rig) string { r.win.Button("Options").On(dt.OpenDialog("Options", nil)); return "Options" }, proof.WindowNew, "Options"},
		{"a row of a list is chosen", func(r *rig) string { r.win.Rows("Fruit", "Apple", "Pear"); return "Pear" }, proof.OwnChange, "selected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				o := r.press(c.build(r))
				effect(t, proof.Confirmed, o)
				o = r.last(o)
				effect(t, proof.Confirmed, o)
				saw(t, c.kind, c.shows, o)
				require.NotNil(t, o.Timing().Settled)
			})
		})
	}
}

func TestClosingAWindowOfTheProgramProvesAPress(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		d := r.win.Dialog("Save?")
		d.Button("Discard").On(dt.CloseWindow())
		o := r.last(r.press("Discard"))
		effect(t, proof.Confirmed, o)
	})
}

func TestOpeningAMenuProvesAPress(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Menu("File", "Save")
		o := r.last(r.press("File"))
		effect(t, proof.Confirmed, o)
	})
}

func TestSomethingNearbyCountsWhenItKeptStillBefore(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		status := r.win.Label("ready")
		r.win.Button("Go").On(dt.SetLabel(status, "done"))
		r.warm(t)
		start := time.Now()
		o := r.last(r.press("Go"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.Nearby, "“done”", o)
		require.Equal(t, 250*time.Millisecond, time.Since(start), "who knows the past need not wait for the future")
	})
}

func TestSomethingNearbyCountsWhenItKeepsStillAfterwards(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		status := r.win.Label("ready")
		r.win.Button("Go").On(dt.SetLabel(status, "done"))
		start := time.Now()
		o := r.press("Go")
		effect(t, proof.Confirmed, o)
		require.Zero(t, time.Since(start))
		o = r.last(o)
		effect(t, proof.Confirmed, o)
		saw(t, proof.Nearby, "“done”", o)
		require.Equal(t, 1500*time.Millisecond, time.Since(start))
	})
}

// feed is a list in which a new entry takes the place of the last.
func feed(r *rig, every time.Duration) {
	n := 0
	r.win.Group("Feed").Every(every, func(c *dt.Control) {
		n++
		if old := c.Row(fmt.Sprint("Post ", n-1)); old != nil {
			old.Vanish()
		}
		c.Label(fmt.Sprint("Post ", n))
	})
}

func TestWhatMovesByItselfProvesNothing(t *testing.T) {
	caret := func(c *dt.Control) { dt.Flood(1)(c) }
	for _, warm := range []bool{false, true} {
		for _, c := range []struct {
			name  string
			build func(r *rig)
			want  proof.Effect
		}{
			{"a label that counts", func(r *rig) { r.win.Ticker("Mail", 400*time.Millisecond) }, proof.Unverifiable},
			{"a label that counts slowly", func(r *rig) { r.win.Ticker("Mail", 1300*time.Millisecond) }, proof.Unverifiable},
			{"a clock", func(r *rig) { r.win.Clock() }, proof.Unchanged},
			{"a progress bar", func(r *rig) { r.win.Progress("Copying", 100*time.Millisecond) }, proof.Unchanged},
			{"the caret", func(r *rig) { r.win.Text("Name", "x").Every(100*time.Millisecond, caret) }, proof.Unchanged},
			{"another window of the program", func(r *rig) { r.app.WindowBehind("Log", frame).Ticker("Line", 300*time.Millisecond) }, proof.Unchanged},
			{"another program", func(r *rig) {
				r.desk.App("Mail", desktop.GTK3).WindowBehind("Mail", frame).Ticker("Inbox", 300*time.Millisecond)
			}, proof.Unchanged},
			{"another program's windows", func(r *rig) {
				a := r.desk.App("Mail", desktop.GTK3)
				var w *dt.Window
				r.win.Button("x").Every(300*time.Millisecond, func(*dt.Control) {
					if w != nil {
						w.Close()
						w = nil
					} else {
						w = a.WindowBehind("Mail", frame)
					}
				})
			}, proof.Unchanged},
			{"a label that is drawn anew each time", func(r *rig) {
				r.win.Ticker("Mail", 400*time.Millisecond).Every(400*time.Millisecond, func(c *dt.Control) { c.Rebuild() })
			}, proof.Unverifiable},
			{"rows that come and go", func(r *rig) { feed(r, 400*time.Millisecond) }, proof.Unverifiable},
		} {
			t.Run(fmt.Sprintf("%s, warm %v", c.name, warm), func(t *testing.T) {
				bubble(t, func(t *testing.T, r *rig) {
					r.win.Button("Go")
					c.build(r)
					if warm {
						r.warm(t)
					}
					o := r.last(r.press("Go"))
					effect(t, c.want, o)
					require.NotEmpty(t, o.Report())
				})
			})
		}
	}
}

func TestWhatMovesByItselfProvesNothingWithoutSignalsEither(t *testing.T) {
	for name, build := range map[string]func(r *rig, every time.Duration){
		"counting": func(r *rig, every time.Duration) { r.win.Ticker("Mail", every) },
		"redrawn":  func(r *rig, every time.Duration) { r.win.Ticker("Mail", every).Every(every, dt.Rebuild()) },
		"feed":     feed,
	} {
		for _, warm := range []bool{false, true} {
			for _, every := range []time.Duration{150 * time.Millisecond, 400 * time.Millisecond, time.Second, 1400 * time.Millisecond} {
				t.Run(fmt.Sprint(name, warm, every), func(t *testing.T) {
					bubble(t, func(t *testing.T, r *rig) {
						r.app.LoseSignals()
						build(r, every)
						r.win.Button("Go")
						if warm {
							r.warm(t)
						}
						effect(t, proof.Unverifiable, r.last(r.press("Go")))
					})
				})
			}
		}
	}
}

func TestAnEffectIsSeenWithoutAnySignal(t *testing.T) {
	for name, build := range map[string]func(r *rig) *dt.Control{
		"strong": func(r *rig) *dt.Control { return r.win.Check("Go", false) },
		"nearby": func(r *rig) *dt.Control { return r.win.Button("Go").On(dt.SetLabel(r.win.Label("ready"), "done")) },
		"dialog": func(r *rig) *dt.Control { return r.win.Button("Go").On(dt.OpenDialog("Options", nil)) },
	} {
		for _, delay := range []time.Duration{0, 300 * time.Millisecond, 1900 * time.Millisecond} {
			t.Run(fmt.Sprint(name, delay), func(t *testing.T) {
				bubble(t, func(t *testing.T, r *rig) {
					build(r).Delay(delay)
					r.app.LoseSignals()
					r.warm(t)
					effect(t, proof.Confirmed, r.last(r.press("Go")))
				})
			})
		}
	}
}

func TestAnEffectIsSeenWhenSignalsWereDropped(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		status := r.win.Label("ready")
		r.win.Button("Go").On(func(c *dt.Control) { c.App().DropSignals() }, dt.LoseSignals(), dt.SetLabel(status, "done")).Delay(200 * time.Millisecond)
		o := r.last(r.press("Go"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.Nearby, "“done”", o)
	})
}

func TestADelayedEffectBesideACountingLabelIsProvenByItself(t *testing.T) {
	for _, warm := range []bool{false, true} {
		bubble(t, func(t *testing.T, r *rig) {
			status := r.win.Label("ready")
			r.win.Ticker("Mail", 400*time.Millisecond)
			r.win.Button("Go").On(dt.SetLabel(status, "done")).Delay(900 * time.Millisecond)
			if warm {
				r.warm(t)
			}
			o := r.last(r.press("Go"))
			effect(t, proof.Confirmed, o)
			saw(t, proof.Nearby, "“done”", o)
			require.GreaterOrEqual(t, *o.Timing().Proven, 900*time.Millisecond, "not by what ticked before")
			require.Len(t, o.Evidence(), 1)
		})
	}
}

func TestAPressWithoutEffectIsUnchangedAfterTheBudget(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.win.Button("Go")
		start := time.Now()
		o := r.press("Go")
		effect(t, proof.Unchanged, o)
		require.Equal(t, proof.ReasonNoEffect, o.Reason())
		require.Equal(t, 2*time.Second, time.Since(start))
		require.Equal(t, 1, b.Pressed())
	})
}

func TestAnEffectThatIsTakenBackIsNone(t *testing.T) {
	for _, warm := range []bool{false, true} {
		for _, ticks := range []bool{false, true} {
			for _, delay := range []time.Duration{0, 900 * time.Millisecond} {
				for _, kind := range []string{"own", "nearby", "window"} {
					t.Run(fmt.Sprintf("%s warm %v ticks %v delay %v", kind, warm, ticks, delay), func(t *testing.T) {
						bubble(t, func(t *testing.T, r *rig) {
							if ticks {
								r.win.Ticker("Mail", 100*time.Millisecond)
							}
							switch kind {
							case "own":
								r.win.Check("Go", false).Delay(delay).Reverts(150 * time.Millisecond)
							case "nearby":
								status := r.win.Label("ready")
								r.win.Button("Go").Delay(delay).On(dt.SetLabel(status, "done"), dt.After(150*time.Millisecond, dt.SetLabel(status, "ready")))
							case "window":
								r.win.Button("Go").Delay(delay).On(dt.OpenDialog("Wait", func(w *dt.Window) { r.desk.After(150*time.Millisecond, w.Close) }))
							}
							if warm {
								r.warm(t)
							}
							o := r.last(r.press("Go"))
							if ticks { // nobody can tell whether the counting was the effect
								require.Contains(t, []proof.Effect{proof.Unchanged, proof.Unverifiable}, o.Effect(), o.Report())
								return
							}
							effect(t, proof.Unchanged, o)
							require.Equal(t, proof.ReasonReverted, o.Reason())
						})
					})
				}
			}
		}
	}
}

func TestARunOfWeakPressesPaysTheQuietTimeOnce(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		display := r.win.Label("Display 0")
		n := 0
		for i := range 5 {
			r.win.Button(fmt.Sprint("Key ", i)).On(func(*dt.Control) { n++; display.SetLabel(fmt.Sprint("Display ", n)) }).Delay(time.Millisecond)
		}
		start := time.Now()
		var os []proof.Outcome
		for i := range 5 {
			o := r.press(fmt.Sprint("Key ", i))
			effect(t, proof.Confirmed, o)
			os = append(os, o)
		}
		for i, o := range r.settle(os...) {
			effect(t, proof.Confirmed, o)
			saw(t, proof.Nearby, fmt.Sprint("Display ", i+1), o)
		}
		require.Equal(t, 1505*time.Millisecond, time.Since(start))
	})
}

func TestALaterStepsEffectIsNotCreditedToAnEarlierOne(t *testing.T) {
	for _, lost := range []bool{false, true} {
		bubble(t, func(t *testing.T, r *rig) {
			status := r.win.Label("ready")
			r.win.Button("Nothing")
			r.win.Ticker("Mail", 400*time.Millisecond)
			r.win.Button("Go").On(dt.SetLabel(status, "done"))
			if lost {
				r.win.Row("Go").On(dt.LoseSignals())
			}
			a := r.press("Nothing")
			effect(t, proof.Confirmed, a) // for now
			os := r.settle(a, r.press("Go"))
			effect(t, proof.Unverifiable, os[0])
		})
	}
}

func TestAProgramThatEndsAfterAPressIsNoSuccess(t *testing.T) {
	for _, c := range []struct {
		label string
		delay time.Duration
		want  proof.Effect
	}{
		{"Save", 0, proof.Unverifiable}, {"Save", 700 * time.Millisecond, proof.Unverifiable}, {"Quit", 0, proof.Confirmed},
		{"Close", 300 * time.Millisecond, proof.Confirmed},
	} {
		t.Run(fmt.Sprint(c.label, c.delay), func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				r.win.Button(c.label).On(dt.CrashApp()).Delay(c.delay)
				o := r.last(r.press(c.label))
				effect(t, c.want, o)
				if c.want != proof.Confirmed {
					require.Equal(t, proof.ReasonAppEnded, o.Reason(), o.Report())
				}
			})
		})
	}
}

// dying is a window list that a program's end overtakes: the element was just read, the windows are gone already.
type dying struct {
	desktop.Windows
	at func()
}

func (w dying) List(ctx context.Context) ([]desktop.Window, error) {
	w.at()
	return w.Windows.List(ctx)
}

func TestAProgramThatEndsBetweenTwoReadsIsNoSuccess(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		pressed := false
		r.win.Button("Save").On(func(*dt.Control) { pressed = true })
		r.plat.Windows = dying{r.plat.Windows, func() {
			if pressed {
				r.app.Crash()
			}
		}}
		r.reopen(Config{})
		effect(t, proof.Unverifiable, r.last(r.press("Save")))
	})
}

func TestAProgramThatHangsAfterAPressIsUnverifiableWithinTheBudget(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		status := r.win.Label("ready")
		r.win.Button("Go").On(dt.Hang(0), dt.SetLabel(status, "done"))
		start := time.Now()
		o := r.press("Go")
		effect(t, proof.Unverifiable, o)
		require.Equal(t, proof.ReasonHung, o.Reason())
		require.LessOrEqual(t, time.Since(start), 2*time.Second+800*time.Millisecond)
	})
}

func TestAPressThatIsNotAnsweredIsDoneOnceAndProvenIfItWorked(t *testing.T) {
	for _, works := range []bool{true, false} {
		bubble(t, func(t *testing.T, r *rig) {
			b := r.win.Check("Go", false).AnswerLate(works)
			o := r.last(r.press("Go"))
			if works {
				effect(t, proof.Confirmed, o)
			} else {
				effect(t, proof.Unverifiable, o)
				require.Equal(t, proof.ReasonTimeout, o.Reason())
			}
			require.Equal(t, 1, b.Pressed())
		})
	}
}

func TestAnElementThatIsMadeAnewIsTheSameElement(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Go").On(dt.Rebuild())
		effect(t, proof.Unchanged, r.last(r.press("Go")))

		b := r.win.Check("Wrap", false)
		b.On(dt.Rebuild())
		o := r.last(r.press("Wrap"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.OwnChange, "checked", o)

		r.win.Button("Draw").On(func(c *dt.Control) { // everything, as some toolkits do
			for _, n := range []string{"Go", "Wrap", "Draw"} {
				r.win.Row(n).Rebuild()
			}
		})
		effect(t, proof.Unchanged, r.last(r.press("Draw")))
	})
}

func TestATargetThatVanishesBeforeThePressIsNotPressed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.win.Button("Go")
		fd, err := r.x.find(r.ctx, desktop.Target{Label: "Go"}, pressable)
		require.NoError(t, err)
		b.Vanish()
		o := r.x.pressFound(r.ctx, fd, nil, 1, time.Second)
		require.False(t, o.OK(), o.Report())
		require.NotEqual(t, proof.Unchanged, o.Effect())
		require.Zero(t, b.Pressed())
	})
}

func TestATargetThatCountsByItselfProvesNothingByCounting(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.win.Button("Resend (90)")
		n := 90
		b.Every(400*time.Millisecond, func(c *dt.Control) { n--; c.SetLabel(fmt.Sprintf("Resend (%d)", n)) })
		r.warm(t)
		effect(t, proof.Unverifiable, r.last(r.press(b.Name())))
	})
}

func TestOnlyATimeOfDayIsAClock(t *testing.T) {
	for _, c := range []struct {
		before, after string
		clock         bool
	}{
		{"12:59:59", "13:00:00", true}, {"12:59", "13:00", true}, {"Tue 9:59 AM", "Tue 10:00 AM", true}, {"23.59 Uhr", "0.00 Uhr", true},
		{"1.25", "12.50", false}, {"0", "12.50", false}, {"Total 12.50", "Total 13.50", false}, {"Meeting 10:30", "Lunch 10:30", false},
		{"ready", "done 12:30", false}, {"3:75", "3:76", false}, {"1.2.3", "1.2.4", false},
	} {
		require.Equal(t, c.clock, clockLike(quoted(c.before), quoted(c.after)), "%s → %s", c.before, c.after)
	}
	for name, is := range map[string]bool{"12:30": true, "12:30:15": true, "10:30 AM": true, "Meeting 10:30": false, "12.50": false} {
		require.Equal(t, is, clockLike("", name), name)
	}
}

func TestACalculatorsDisplayIsNoClock(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		display := r.win.Label("7.25")
		r.win.Button("=").On(dt.SetLabel(display, "14.50"))
		o := r.last(r.press("="))
		effect(t, proof.Confirmed, o)
		saw(t, proof.Nearby, "14.50", o)
	})
}

func TestWhatATargetMerelyHoldsIsNotTheTarget(t *testing.T) {
	for name, press := range map[string]func(r *rig) proof.Outcome{
		"the window that a key goes to": func(r *rig) proof.Outcome { return r.key("f5") },
		"an empty place":                func(r *rig) proof.Outcome { return r.pressAt(desktop.Pixel{X: 300, Y: 650}, -1) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				r.win.Ticker("Mail", 300*time.Millisecond)
				effect(t, proof.Unverifiable, r.last(press(r)))
			})
		})
	}
	bubble(t, func(t *testing.T, r *rig) { // the text of a button is a part of it
		b := r.win.Button("Play")
		text := b.Label("0:00 of 3:15")
		b.On(dt.SetLabel(text, "playing"))
		saw(t, proof.OwnChange, "playing", r.last(r.press("Play")))
	})
}

func TestAnEffectWithoutASignalStillStandsWhenTheNextStepBegins(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Go").On(dt.LoseSignals(), dt.SetLabel(r.win.Label("ready"), "done")).Delay(50 * time.Millisecond)
		r.win.Text("Name", "").Every(70*time.Millisecond, dt.Flood(1))
		r.win.Check("Next", false)
		a, b := r.press("Go"), r.press("Next")
		for _, o := range r.settle(a, b) {
			effect(t, proof.Confirmed, o)
		}
	})
}

func TestACaretDoesNotMakeAFieldRestless(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.win.Text("Name", "old").Every(100*time.Millisecond, dt.Flood(1))
		r.win.Button("Fill").On(dt.SetContent(f, "new"))
		r.warm(t)
		start := time.Now()
		effect(t, proof.Confirmed, r.last(r.press("Fill")))
		require.Equal(t, 250*time.Millisecond, time.Since(start))
	})
}
