// Package app builds each part of Pace once, on first use, and starts and closes them in order. It is the only
// place that knows all rooms and the platform. It decides nothing.
package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"pace/backend/bridge/going"
	"pace/backend/bridge/inbox"
	"pace/backend/bridge/queue"
	"pace/backend/bridge/smoke"
	"pace/backend/desktop"
	"pace/backend/egress"
	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/interaction"
	"pace/backend/observe"
	"pace/backend/planner"
	"pace/backend/planner/brain"
	"pace/backend/planner/prompt"
	"pace/backend/process"
	"pace/backend/proof"
	"pace/backend/schedule"
	"pace/backend/settings"
	"pace/backend/store"
	"pace/backend/system"
	"pace/backend/tool"
	"pace/backend/tools"
	"pace/backend/trace"
	"pace/backend/turn"
	"pace/native"
)

// Options are what the outside decides.
type Options struct {
	Environ  []string
	Desktop  func(ctx context.Context) *desktop.Desktop // nil = this platform's
	Machine  *system.Machine                            // what is not the screen; nil = this platform's
	Session  *system.Session                            // what the desktop offers beside its screen; nil = this platform's
	Pictures bool                                       // keep pictures of targets for an interface
	Slow     int                                        // multiplies budgets, for tests on a loaded machine
	Guard    []string                                   // command of the key watcher
	Own      func(pid int) bool                         // which windows are Pace's own
	Servers  []string                                   // addresses at which model servers are looked for; nil = the usual ones
	Show     func()                                     // brings the window to the front, without waiting for it; nil = there is none
	Hide     func()                                     // takes it off the screen, for smoke hooks
}

// App is one Pace. Close ends everything that was begun.
type App struct {
	opts     Options
	Folders  store.Folders
	Settings *settings.Settings
	Pictures *Pictures
	Approve  *executor.Approvals

	ctx  context.Context
	stop context.CancelFunc

	desk  lazy[*desktop.Desktop]
	rest  lazy[system.Machine]
	sess  lazy[system.Session]
	db    lazy[opened]
	turns lazy[*turn.Service]
	times lazy[*schedule.Service]
	door  lazy[*egress.Door]
	local lazy[*brain.Local]
	links lazy[*inbox.Inbox]
	smoke *smoke.Hooks // nil unless the environment asks for them
	trace *trace.Trace
	asked queue.Queue            // the approvals that wait
	going going.Going            // the turns that have not ended
	page  atomic.Pointer[string] // see OwnPage
	aged  atomic.Pointer[string] // the day on which old records were stripped last
	wg    sync.WaitGroup

	moment moment
}

// opened is the database, or why there is none.
type opened struct {
	db  *store.DB
	err error
}

// New finds the folders and reads the settings; nothing else is opened before it is needed.
func New(o Options) (*App, error) {
	env := lookup(o.Environ)
	folders, err := store.Locate(env)
	if err != nil {
		return nil, fmt.Errorf("find Pace's folders: %w", err)
	}
	if err := folders.Create(); err != nil {
		return nil, fmt.Errorf("make Pace's folders: %w", err)
	}
	a := &App{opts: o, Folders: folders, Settings: settings.Open(folders.Settings(), env), Pictures: &Pictures{}, Approve: &executor.Approvals{}}
	a.ctx, a.stop = context.WithCancel(context.Background())
	a.desk.make = func() *desktop.Desktop {
		make := o.Desktop
		if make == nil {
			make = func(ctx context.Context) *desktop.Desktop { return native.New(ctx, a.native()) }
		}
		d := make(a.ctx)
		if d != nil && d.Windows != nil {
			d.Windows = ownPages{d.Windows, &a.page}
		}
		return d
	}
	a.rest.make = func() system.Machine {
		if o.Machine != nil {
			return *o.Machine
		}
		return native.Machine(a.native())
	}
	a.sess.make = func() system.Session {
		if o.Session != nil {
			return *o.Session
		}
		return native.Session(a.native())
	}
	a.db.make = a.openDB
	a.door.make = func() *egress.Door {
		return egress.New(egress.Config{Audit: egress.NewAudit(folders.Audit()), Observe: a.crossed})
	}
	a.trace = trace.New(trace.Config{Dir: folders.Trace(), Now: time.Now,
		Enabled: func() bool { return a.Settings.Bool(settings.TraceEnabled) }, Days: func() int { return a.Settings.Int(settings.TraceDays) }})
	a.local.make = a.makeModel
	a.turns.make = a.makeTurns
	a.times.make = a.makeTimers
	a.links.make = a.makeLinks
	if smoke.On(env) {
		a.smoke = smoke.New(smoke.Panel{Show: o.Show, Hide: o.Hide, Windows: a.windows})
	}
	return a, nil
}

func lookup(environ []string) func(string) string {
	m := make(map[string]string, len(environ))
	for _, kv := range environ {
		if k, v, ok := strings.Cut(kv, "="); ok {
			m[k] = v
		}
	}
	return func(k string) string { return m[k] }
}

func self(pid int) bool { return pid == os.Getpid() }

func (a *App) native() native.Options {
	own := a.opts.Own
	if own == nil {
		own = self
	}
	return native.Options{Environ: a.opts.Environ, Own: own, Guard: a.opts.Guard}
}

// openDB falls back to reading only when the file is damaged, so that a turn still works.
func (a *App) openDB() opened {
	db, err := store.Open(a.ctx, a.Folders.Database())
	var damaged *store.Damaged
	if errors.As(err, &damaged) {
		db, err = store.Rescue(a.ctx, damaged)
	}
	return opened{db, err}
}

// Turns is the conductor.
func (a *App) Turns() *turn.Service { return a.turns.get() }

// Desktop is the screen.
func (a *App) Desktop() *desktop.Desktop { return a.desk.get() }

// NoDisplay says why no window can be shown here, nil when one can.
func (a *App) NoDisplay() error {
	why := a.Desktop().Why("Windows")
	if !errors.Is(why, desktop.ErrNoDisplay) || lookup(a.opts.Environ)("WAYLAND_DISPLAY") != "" {
		return nil
	}
	return why
}

// DB is the database, possibly in rescue mode.
func (a *App) DB() (*store.DB, error) {
	o := a.db.get()
	return o.db, o.err
}

// Door is the only way out.
func (a *App) Door() *egress.Door { return a.door.get() }

// Trace holds what turns did.
func (a *App) Trace() *trace.Trace { return a.trace }

// Probes looks at the machine.
func (a *App) Probes(ctx context.Context) []system.Probe {
	return append(native.Probes(ctx, a.native()), a.Choices(ctx)...)
}

// Choices looks at what the user has set: whether it could be read, and whether the model can be asked; and whether what is
// done can be put on record; and for the programs that drafts are handed to.
func (a *App) Choices(ctx context.Context) []system.Probe {
	probes := []system.Probe{settingsProbe(a.Settings.Problems()), a.modelProbe(ctx), a.recordProbe(ctx)}
	return append(probes, a.draftProbes(ctx)...)
}

// modelProbe says which model would be asked. None is needed, so only one that was chosen and can't be asked is worth a
// warning.
func (a *App) modelProbe(ctx context.Context) system.Probe {
	p := system.Probe{Name: "model", State: system.Ok}
	tier := a.Tier()
	if tier != "" && tier != "local" {
		p.Detail = "None is asked: the built-in planner is chosen."
		return p
	}
	found, err := a.Model().Find(ctx, true)
	switch {
	case err == nil:
		p.Detail = fmt.Sprintf("%s at %s.", found.Model.Name, found.Server.URL)
	case tier == "" && errors.Is(err, brain.ErrNoServer):
		p.Detail = "No model server answers on this machine; the built-in planner needs none."
	default:
		p.State, p.Detail = system.Warn, brain.Sentence(found, err)+"; the built-in planner stands in."
		p.Fix = "Start the model server, or choose the built-in planner in the settings."
	}
	return p
}

// draftProbes look for the programs that drafts are handed to.
func (a *App) draftProbes(ctx context.Context) []system.Probe {
	var out []system.Probe
	for _, c := range []tool.Capability{tool.NeedsMail, tool.NeedsMessages} {
		p := system.Probe{Name: string(c), State: system.Ok, Detail: "One is set up."}
		if lacks, _ := tools.Lacks(ctx, a.rest.get(), a.sess.get(), c); lacks != nil {
			p.State, p.Detail = system.Missing, lacks.Text
		}
		out = append(out, p)
	}
	return out
}

// settingsProbe says which of the user's choices could not be taken, so that none is ignored in silence.
func settingsProbe(ps []settings.Problem) system.Probe {
	p := system.Probe{Name: "settings", State: system.Ok, Detail: "All of them could be read."}
	if len(ps) == 0 {
		return p
	}
	p.State, p.Fix = system.Warn, "Correct settings.json in Pace's folder, or delete it to have the defaults again."
	var named []string
	for _, x := range ps[:min(len(ps), 5)] {
		named = append(named, x.Error())
	}
	p.Detail = fmt.Sprintf("%d could not be taken, the defaults stand in: %s", len(ps), strings.Join(named, "; "))
	return p
}

// Probes looks at the machine without an application, also where none can be opened. guard is the command of the key
// watcher.
func Probes(ctx context.Context, environ, guard []string) []system.Probe {
	return native.Probes(ctx, native.Options{Environ: environ, Own: self, Guard: guard})
}

// Registry makes the tools without opening anything, for `inspect`.
func Registry() (*tool.Registry, error) {
	return kit{sessions: interaction.New(nil, interaction.Config{}), books: tools.Books{Now: time.Now}, files: tools.Files{}}.registry()
}

// kit is what the tools are made of.
type kit struct {
	sessions *interaction.Sessions
	ledger   tools.Ledger
	undos    tools.Undos
	machine  system.Machine
	last     *tools.Lasting
	books    tools.Books
	times    *schedule.Service
	own      *mirror
	files    tools.Files
	extra    []tool.Tool
}

// registry is all tools there are.
func (k kit) registry() (*tool.Registry, error) {
	return tool.NewRegistry(slices.Concat(tools.Screen(k.sessions, k.ledger), tools.Machine(k.machine, k.last), tools.Records(k.books, k.sessions, k.ledger),
		tools.Timers(k.times), tools.Later(), []tool.Tool{tools.Undo(k.undos)}, beside(k.own, k.files), k.extra)...)
}

func (a *App) makeTurns() *turn.Service {
	// The database is opened beside the connection to the screen: both take some milliseconds.
	a.wg.Go(func() { a.db.get() })
	d := a.desk.get()
	sessions := interaction.New(d, a.interaction())
	runs := &records{a: a}
	rest, last := a.rest.get(), &tools.Lasting{}
	own := &mirror{App: a, desk: d, runs: runs}
	files := a.files(sessions, last)
	reg, err := kit{sessions, a.door.get(), runs, rest, last, a.books(), a.Timers(), own, files, a.smokeTools(files)}.registry()
	if err != nil {
		panic("the tools contradict each other: " + err.Error()) // a test builds the same set
	}
	runs.reads, own.reg = reads(reg), reg
	x := &executor.Executor{Registry: reg, Approver: a.Approve, Recorder: runs, Audit: a.door.get(), Screen: world{sessions, last},
		Policy: func() executor.Policy {
			doubt := a.Settings.Doubtful(string(settings.EnableActions))
			return executor.Policy{Enabled: a.actions(), Asking: a.Settings.Bool(settings.ApproveRiskyActions), Doubt: doubt}
		},
		Available: func(c tool.Capability) *proof.Problem { return a.available(d, rest, c) },
		NewID:     turn.NewID, Readings: a.trace.Keep}
	if a.opts.Pictures {
		x.Keep = a.Pictures.Keep
	}
	model := a.Model()
	s := &turn.Service{Executor: x, Registry: reg, Sessions: sessions, Planners: a.planners(planner.Choice{Local: model, Found: brain.Found{Local: model}}),
		Screen: observe.New(d, observe.Config{OCR: observe.Tesseract{Starter: process.New(a.opts.Environ)}}), Thread: turn.Holding(thread{a}), Said: a.said, Now: time.Now,
		Restraint: a.mayTell,
		Config: func() turn.Config {
			a.Settings.Reload()
			sessions.Configure(a.interaction())
			return turn.Config{Tier: a.Tier(), MaxSteps: a.Settings.Int(settings.AgentMaxSteps), Looks: a.Settings.Bool(settings.PlannerLooks)}
		}}
	rows, _ := s.Events.Subscribe(false)
	a.wg.Go(func() { a.trace.Follow(rows) })
	asked, _ := s.Events.Subscribe(false)
	a.wg.Go(func() { a.asked.Follow(asked) })
	under, _ := s.Events.Subscribe(false)
	a.wg.Go(func() { a.going.Follow(under) })
	return s
}

// Tier is the tier that the user has chosen, "" when none is.
func (a *App) Tier() string {
	if !a.Settings.Chosen(string(settings.PlannerTier)) {
		return ""
	}
	return a.Settings.Text(settings.PlannerTier)
}

// Model is the planner that asks a model server on this machine.
func (a *App) Model() *brain.Local { return a.local.get() }

// actions reports whether Pace may act. A switch that can't be read counts as off.
func (a *App) actions() bool {
	return a.Settings.Bool(settings.EnableActions) && a.Settings.Doubtful(string(settings.EnableActions)) == ""
}

func (a *App) makeModel() *brain.Local {
	reg, err := Registry() // the same tools as those of turns, which a prompt only describes
	if err != nil {
		panic("the tools contradict each other: " + err.Error()) // a test builds the same set
	}
	return brain.New(brain.Config{HTTP: a.door.get().Client(egress.Lane{Subsystem: "planner", Operation: "chat"}), Prompts: prompt.New(reg),
		Check: brain.Checks(reg),
		Usual: a.opts.Servers, Nonces: rand.Reader, Now: time.Now, Set: func() brain.Settings {
			set := brain.Settings{Model: a.Settings.Text(settings.PlannerModel), Stall: a.Settings.Duration(settings.PlannerStallTimeout),
				Window: a.Settings.Int(settings.PlannerThread), ReadOnly: !a.actions(),
				Context: a.Settings.Int(settings.PlannerContext), KeepAlive: a.Settings.Duration(settings.PlannerKeepAlive)}
			if a.Settings.Chosen(string(settings.PlannerURL)) {
				set.URL = a.Settings.Text(settings.PlannerURL)
			}
			set.NoURL = a.Settings.Problem(string(settings.PlannerURL))
			return set
		}})
}

// interaction is what the user has set for work on the screen.
func (a *App) interaction() interaction.Config {
	return interaction.Config{
		BudgetPress: a.Settings.Duration(settings.BudgetPress), BudgetText: a.Settings.Duration(settings.BudgetText),
		BudgetOpenApp: a.Settings.Duration(settings.BudgetOpenApp), BudgetOpenURL: a.Settings.Duration(settings.BudgetOpenURL),
		Browser: a.Settings.Text(settings.PreferredBrowser), Pictures: a.opts.Pictures, Slow: a.opts.Slow}
}

// crossed shows bytes that leave, in the turn that sends them.
func (a *App) crossed(c egress.Crossing) {
	t, ok := a.turns.peek() // without a conductor there is no turn, and none is made for this
	if c.Turn == "" || !ok {
		return
	}
	t.OffDevice(c.Turn, event.Transfer{State: string(c.State), Target: c.Target, Bytes: c.Bytes})
}

// available says what a capability lacks, of the machine or of its screen.
func (a *App) available(d *desktop.Desktop, m system.Machine, c tool.Capability) *proof.Problem {
	ctx, cancel := context.WithTimeout(a.ctx, askLimit)
	defer cancel()
	if why, mine := tools.Lacks(ctx, m, a.sess.get(), c); mine {
		return why
	}
	return onScreen(d, c)
}

// askLimit bounds the question whether a part of the machine is there.
const askLimit = time.Second

// onScreen says which part of the screen a capability needs.
func onScreen(d *desktop.Desktop, c tool.Capability) *proof.Problem {
	part, there := "", false
	switch c {
	case tool.NeedsTree:
		part, there = "Tree", d != nil && d.Tree != nil
	case tool.NeedsInput:
		part, there = "Input", d != nil && d.Input != nil
	case tool.NeedsWindows:
		part, there = "Windows", d != nil && d.Windows != nil
	case tool.NeedsClipboard:
		part, there = "Clipboard", d != nil && d.Clipboard != nil
	case tool.NeedsScreen:
		part, there = "Screen", d != nil && d.Screen != nil
	case tool.NeedsLauncher:
		part, there = "Launcher", d != nil && d.Launcher != nil
	}
	if there {
		return nil
	}
	why := d.Why(part)
	if w := d.Why("Windows"); errors.Is(w, desktop.ErrNoDisplay) {
		why = w // without a display nothing else is worth telling
	}
	return interaction.Absent(why)
}

// Warm keeps watch on the application in front while Pace is a host; see interaction.Sessions.Warm.
func (a *App) Warm() {
	s := a.Turns().Sessions
	a.wg.Go(func() { _ = s.Warm(a.ctx) })
}

// Close stops turns, then what they used; what was never made is left alone.
func (a *App) Close() error {
	var errs []error
	if t, ok := a.turns.peek(); ok {
		t.Close()
	}
	a.stop()
	a.wg.Wait()
	if t, ok := a.times.peek(); ok {
		t.Events.Close()
	}
	errs = append(errs, a.trace.Close())
	if o, ok := a.db.peek(); ok && o.db != nil {
		errs = append(errs, o.db.Close())
	}
	if d, ok := a.door.peek(); ok {
		d.Close()
	}
	if d, ok := a.desk.peek(); ok && d != nil && d.Close != nil {
		errs = append(errs, d.Close())
	}
	a.moment.late.Wait()
	return errors.Join(errs...)
}

// Guard keeps watch over held keys and buttons for another Pace process and lets go of them when that one dies. It
// returns when in closes; when the clipboard was lent it first keeps the user's content, until somebody copies.
func Guard(ctx context.Context, in io.Reader, environ []string) error {
	return native.Guard(ctx, in, environ)
}
