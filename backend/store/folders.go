package store

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// Folders says where everything of Pace lives. All paths are absolute.
type Folders struct {
	Data      string // pace.db, settings.json and the files a person may read and edit
	Config    string // mcp-servers.json
	Cache     string // what may be deleted at any time
	Runtime   string // the host's socket and lock; short enough for a unix socket address
	Downloads string // where downloaded files go; belongs to the user, never created 0700 by Pace
}

// maxSocketDir keeps Runtime + "/" + a short file name inside sun_path, which is 104 bytes on
// darwin and 108 on Linux.
const maxSocketDir = 84

// errNoHome says that neither PACE_HOME nor HOME names an absolute folder.
var errNoHome = errors.New("neither PACE_HOME nor HOME is set to an absolute folder")

// Locate works out the folders from the environment, without touching the disk except to read
// the desktop's user-dirs.dirs. PACE_HOME replaces all of them, downloads included, so that a
// test or a second Pace never reaches into the user's own home.
func Locate(getenv func(string) string) (Folders, error) {
	return locate(getenv, runtime.GOOS == "darwin", os.TempDir(), os.Getuid())
}

func locate(getenv func(string) string, darwin bool, temp string, uid int) (Folders, error) {
	if home := getenv("PACE_HOME"); home != "" {
		home, err := filepath.Abs(home)
		if err != nil {
			return Folders{}, fmt.Errorf("make PACE_HOME absolute: %w", err)
		}
		return Folders{
			Data:      home,
			Config:    home,
			Cache:     filepath.Join(home, "cache"),
			Runtime:   shortRuntime(filepath.Join(home, "run"), temp, uid),
			Downloads: filepath.Join(home, "Downloads"),
		}, nil
	}
	home := getenv("HOME")
	if !filepath.IsAbs(home) {
		return Folders{}, errNoHome
	}
	if darwin {
		data := filepath.Join(home, "Library", "Application Support", "Pace")
		return Folders{
			Data:      data,
			Config:    filepath.Join(home, ".config", "pace"),
			Cache:     filepath.Join(home, "Library", "Caches", "Pace"),
			Runtime:   shortRuntime(filepath.Join(data, "run"), temp, uid),
			Downloads: filepath.Join(home, "Downloads"),
		}, nil
	}
	// The XDG base directory specification: a relative value counts as unset.
	dir := func(name, fallback string) string {
		if v := getenv(name); filepath.IsAbs(v) {
			return v
		}
		return filepath.Join(home, fallback)
	}
	f := Folders{
		Data:   filepath.Join(dir("XDG_DATA_HOME", ".local/share"), "pace"),
		Config: filepath.Join(dir("XDG_CONFIG_HOME", ".config"), "pace"),
		Cache:  filepath.Join(dir("XDG_CACHE_HOME", ".cache"), "pace"),
	}
	if v := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(v) {
		f.Runtime = shortRuntime(filepath.Join(v, "pace"), temp, uid)
	} else {
		f.Runtime = shortRuntime(filepath.Join(f.Data, "run"), temp, uid)
	}
	f.Downloads = userFolder(getenv, home, dir("XDG_CONFIG_HOME", ".config"), "DOWNLOAD", "Downloads")
	return f, nil
}

// shortRuntime swaps a folder whose path would not fit into a socket address for one in the
// temporary folder, named after the path and the user so that two homes never share it.
func shortRuntime(dir, temp string, uid int) string {
	if len(dir) <= maxSocketDir {
		return dir
	}
	sum := sha256.Sum256([]byte(dir))
	name := fmt.Sprintf("pace-%d-%s", uid, hex.EncodeToString(sum[:6]))
	if short := filepath.Join(temp, name); len(short) <= maxSocketDir {
		return short
	}
	return filepath.Join("/tmp", name)
}

// userFolder follows xdg-user-dirs: the variable XDG_NAME_DIR, then user-dirs.dirs, then the fallback below home.
func userFolder(getenv func(string) string, home, config, name, fallback string) string {
	key := "XDG_" + name + "_DIR"
	if v := getenv(key); filepath.IsAbs(v) {
		return v
	}
	fallback = filepath.Join(home, fallback)
	file, err := os.Open(filepath.Join(config, "user-dirs.dirs"))
	if err != nil {
		return fallback
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		value, ok := strings.CutPrefix(strings.TrimSpace(lines.Text()), key+"=")
		if !ok {
			continue
		}
		value = strings.Trim(value, `"`)
		if rest, ok := strings.CutPrefix(value, "$HOME"); ok {
			value = home + rest
		}
		if filepath.IsAbs(value) {
			return filepath.Clean(value)
		}
	}
	return fallback
}

// Database is the path of pace.db.
func (f Folders) Database() string { return filepath.Join(f.Data, "pace.db") }

// Settings is the path of settings.json.
func (f Folders) Settings() string { return filepath.Join(f.Data, "settings.json") }

// Audit is the path of audit.jsonl.
func (f Folders) Audit() string { return filepath.Join(f.Data, "audit.jsonl") }

// Backups is the folder of the rotating copies of pace.db.
func (f Folders) Backups() string { return filepath.Join(f.Data, "backups") }

// Trace is the folder of the turn traces.
func (f Folders) Trace() string { return filepath.Join(f.Data, "trace") }

// Socket is the address of a live host. One host per home and display, so the display is in the
// name; "" stands for a machine without a screen.
func (f Folders) Socket(display string) string {
	name := "pace.sock"
	if display != "" {
		sum := sha256.Sum256([]byte(display))
		name = "pace-" + hex.EncodeToString(sum[:4]) + ".sock"
	}
	return filepath.Join(f.Runtime, name)
}

// Create makes Data, Config, Cache and Runtime with mode 0700 where they are missing. A Runtime
// folder that exists must be a real folder of this user which nobody else can enter: in a shared
// temporary folder another user could have put it there first.
func (f Folders) Create() error {
	for _, dir := range []string{f.Data, f.Config, f.Cache, f.Runtime} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("create folder: %w", err)
		}
	}
	info, err := os.Lstat(f.Runtime)
	if err != nil {
		return fmt.Errorf("look at runtime folder: %w", err)
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return fmt.Errorf("runtime folder %s is not a folder", f.Runtime)
	case ok && int(owner.Uid) != os.Getuid():
		return fmt.Errorf("runtime folder %s belongs to another user", f.Runtime)
	case info.Mode().Perm()&0o077 != 0:
		if err := os.Chmod(f.Runtime, 0o700); err != nil {
			return fmt.Errorf("close runtime folder to others: %w", err)
		}
	}
	return nil
}
