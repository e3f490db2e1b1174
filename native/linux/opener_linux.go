package linux

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/godbus/dbus/v5"

	"pace/backend/process"
	"pace/backend/system"
)

// Opener gives files and addresses to the programs that the user's desktop has for them. It fulfils system.Opener.
type Opener struct{ l *Launcher }

var _ system.Opener = (*Opener)(nil)

// NewOpener makes an Opener that knows the programs of a Launcher.
func NewOpener(l *Launcher) *Opener { return &Opener{l} }

// revealLimit bounds the answer of a file manager, which may have to be started first.
const revealLimit = 15 * time.Second

// Capability is always ready: which program there is for a thing shows when that thing is opened.
func (o *Opener) Capability(context.Context) system.Capability {
	return system.Capability{Name: "opener", State: system.Ready}
}

// Handler implements system.Opener.
func (o *Opener) Handler(ctx context.Context, scheme string) (system.HandedOver, error) {
	e, err := o.l.Handler(ctx, scheme)
	return handedTo(program{Entry: e}), err
}

// OpenPath hands a file or folder to the program for its kind, or has the file manager point at it.
func (o *Opener) OpenPath(ctx context.Context, path string, reveal bool) (system.HandedOver, error) {
	if !filepath.IsAbs(path) {
		return system.HandedOver{}, fmt.Errorf("open %q: not an absolute path", path)
	}
	info, err := os.Stat(path)
	if err != nil {
		return system.HandedOver{}, fmt.Errorf("open: %w", err)
	}
	if !reveal {
		return o.open(ctx, path, info)
	}
	h, err := o.show(ctx, path)
	if err == nil || errors.Is(err, system.ErrNoAnswer) || ctx.Err() != nil {
		return h, err
	}
	// Nobody here can point at a file, so its folder has to do.
	folder := filepath.Dir(path)
	if info, err = os.Stat(folder); err != nil {
		return system.HandedOver{}, fmt.Errorf("open: %w", err)
	}
	h, err = o.open(ctx, folder, info)
	h.Folder = true
	return h, err
}

func (o *Opener) open(ctx context.Context, path string, info os.FileInfo) (system.HandedOver, error) {
	ps, err := o.l.programs(ctx)
	if err != nil {
		return system.HandedOver{}, err
	}
	lists := o.l.associations()
	for _, kind := range readTypes(o.l.dataDirs()).of(path, info) {
		p, ok := handlerOf(kind, lists, ps)
		if !ok || kind == unknownType {
			continue
		}
		target := path
		if len(p.arguments(path)) == 0 { // called over the bus, which takes addresses only
			target = fileURL(path)
		}
		return handedTo(p), o.l.run(ctx, p, target)
	}
	// The desktop may know more than the lists do.
	_, err = o.l.start.Launch(process.Command{Path: "xdg-open", Args: []string{path}, OnScreen: true, Keep: o.l.keep, Dir: o.l.value("HOME")})
	if errors.Is(err, process.ErrNotFound) {
		err = fmt.Errorf("open a file of this kind: %w", system.ErrNoHandler)
	}
	return system.HandedOver{}, err
}

// show asks the file manager to open the folder of a file with the file selected.
func (o *Opener) show(ctx context.Context, path string) (system.HandedOver, error) {
	ctx, cancel := context.WithTimeout(ctx, revealLimit)
	defer cancel()
	conn, err := openBus(ctx, o.l.session)
	if err != nil {
		return system.HandedOver{}, err
	}
	defer conn.Close()
	const manager = "org.freedesktop.FileManager1"
	call := conn.Object(manager, "/org/freedesktop/FileManager1").
		CallWithContext(ctx, manager+".ShowItems", 0, []string{fileURL(path)}, o.l.startupID())
	if err := call.Err; err != nil {
		var answer dbus.Error
		if errors.As(err, &answer) && answer.Name != "org.freedesktop.DBus.Error.NoReply" {
			return system.HandedOver{}, fmt.Errorf("reveal: %w", err) // somebody said no
		}
		return system.HandedOver{Handler: "the file manager"}, fmt.Errorf("reveal: %w: %w", system.ErrNoAnswer, err)
	}
	h := system.HandedOver{Handler: "the file manager"}
	var owner string
	var pid uint32
	bus := conn.BusObject()
	if bus.CallWithContext(ctx, "org.freedesktop.DBus.GetNameOwner", 0, manager).Store(&owner) == nil &&
		bus.CallWithContext(ctx, "org.freedesktop.DBus.GetConnectionUnixProcessID", 0, owner).Store(&pid) == nil {
		h.PID = int(pid)
	}
	return h, nil
}

func handedTo(p program) system.HandedOver {
	h := system.HandedOver{Handler: p.Name, ID: p.ID, Class: p.Class}
	if len(p.Exec) > 0 {
		h.Command = p.Exec[0]
	}
	return h
}

func fileURL(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// dataDirs are the folders of shared data, the user's own first.
func (l *Launcher) dataDirs() []string {
	return append(l.folder("XDG_DATA_HOME", ".local/share"), l.folders("XDG_DATA_DIRS", "/usr/local/share", "/usr/share")...)
}
