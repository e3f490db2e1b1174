package store

import (
	"path/filepath"
	"runtime"
)

// Personal are the folders that a desktop gives a person. All paths are absolute; Pace creates none of them before it
// has something to put there.
type Personal struct {
	Home, Documents, Downloads, Desktop, Pictures, Music, Videos string
}

// LocatePersonal works them out as Locate does Downloads: where PACE_HOME is set, what Pace saves by itself (downloads
// and pictures) goes there and not into the user's own folders.
func LocatePersonal(getenv func(string) string) (Personal, error) {
	return locatePersonal(getenv, runtime.GOOS == "darwin")
}

func locatePersonal(getenv func(string) string, darwin bool) (Personal, error) {
	pace := getenv("PACE_HOME")
	if pace != "" {
		var err error
		if pace, err = filepath.Abs(pace); err != nil {
			return Personal{}, err
		}
	}
	home := getenv("HOME")
	switch {
	case filepath.IsAbs(home):
		home = filepath.Clean(home)
	case pace != "":
		home = pace
	default:
		return Personal{}, errNoHome
	}
	config := filepath.Join(home, ".config")
	if v := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(v) {
		config = v
	}
	of := func(name, fallback string) string {
		if darwin {
			return filepath.Join(home, fallback)
		}
		return userFolder(getenv, home, config, name, fallback)
	}
	p := Personal{Home: home, Documents: of("DOCUMENTS", "Documents"), Downloads: of("DOWNLOAD", "Downloads"), Desktop: of("DESKTOP", "Desktop"),
		Pictures: of("PICTURES", "Pictures"), Music: of("MUSIC", "Music"), Videos: of("VIDEOS", "Videos")}
	if darwin {
		p.Videos = filepath.Join(home, "Movies")
	}
	if pace != "" {
		p.Downloads, p.Pictures = filepath.Join(pace, "Downloads"), filepath.Join(pace, "Pictures")
	}
	return p, nil
}
