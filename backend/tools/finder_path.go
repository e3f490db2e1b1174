package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pace/backend/proof"
)

// How far a file is looked for by its name alone.
const (
	searchLevels  = 3 // in the folder itself, in those within it, and in those within them
	searchEntries = 20_000
	searchBudget  = 3 * time.Second
	searchShown   = 9 // places that a question offers
)

// places are the folders that everybody has, in the order in which they are searched.
func (f Files) places() []string {
	p := f.Places
	out := make([]string, 0, 7)
	for _, dir := range []string{p.Documents, p.Downloads, p.Desktop, p.Pictures, p.Music, p.Videos, p.Home} {
		if dir != "" && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	return out
}

// resolve makes an absolute path without links of what somebody wrote, which must exist.
func (f Files) resolve(ctx context.Context, said string) (string, *proof.Problem) {
	path := strings.TrimSpace(said)
	if rest, ok := strings.CutPrefix(path, "file://"); ok {
		u, err := url.PathUnescape(rest)
		if err != nil || strings.ContainsRune(u, 0) {
			return "", &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf("“%s” is no address of a file.", clip(said, 80)), Err: err}
		}
		path = u
	}
	switch {
	case path == "~" || strings.HasPrefix(path, "~/"):
		path = f.homely(path)
	case filepath.IsAbs(path):
	case strings.ContainsRune(path, '/'):
		path = filepath.Join(f.Places.Home, path)
	case path == "." || path == "..":
		return "", &proof.Problem{Reason: proof.ReasonInvalid, Text: "That does not name a folder."}
	default:
		var p *proof.Problem
		if path, p = f.search(ctx, path); p != nil {
			return "", p
		}
	}
	if !filepath.IsAbs(path) {
		return "", &proof.Problem{Reason: proof.ReasonUnavailable, Text: "Your home folder is not known here, so the file can't be found."}
	}
	path = filepath.Clean(path)
	real, err := filepath.EvalSymlinks(path)
	switch {
	case err == nil:
		return real, nil
	case errors.Is(err, fs.ErrNotExist):
		return "", &proof.Problem{Reason: proof.ReasonNotFound, Text: f.absent(path), Err: err}
	}
	return "", unreachable(f.tilde(path), err)
}

// homely puts the home folder in the place of "~", and the desktop's own folders in the place of their English names:
// on a German desktop ~/Documents may be ~/Dokumente. Where Pace saves things by itself, the folder is the one that it
// saves them into, also while that is not there: what lies in another of that name is not what Pace has saved.
func (f Files) homely(path string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(path, "~"), "/")
	first, below, _ := strings.Cut(rest, "/")
	own := map[string]string{"Documents": f.Places.Documents, "Downloads": f.Places.Downloads, "Desktop": f.Places.Desktop,
		"Pictures": f.Places.Pictures, "Music": f.Places.Music, "Videos": f.Places.Videos}[first]
	if own != "" {
		saves := own == f.Places.Downloads || own == f.Places.Pictures
		if _, err := os.Stat(own); err == nil || saves {
			return filepath.Join(own, below)
		}
	}
	return filepath.Join(f.Places.Home, rest)
}

// absent says that a path does not exist, and what of it does.
func (f Files) absent(path string) string {
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Sprintf("“%s” is a link to something that is not there.", f.tilde(path))
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && info.IsDir() || dir == "/" {
			return fmt.Sprintf("There is no “%s”. The nearest folder that exists is “%s”.", f.tilde(path), f.tilde(dir))
		}
	}
}

// search looks for a file or folder by its name alone.
func (f Files) search(ctx context.Context, name string) (string, *proof.Problem) {
	ctx, cancel := context.WithTimeout(ctx, searchBudget)
	defer cancel()
	s := seeker{name: name, left: searchEntries, seen: map[string]bool{}}
	for _, dir := range f.places() {
		s.walk(ctx, linkless(dir), searchLevels)
	}
	hits := s.exact
	if len(hits) == 0 {
		hits = s.near
	}
	switch {
	case len(hits) == 1:
		return hits[0], nil
	case len(hits) == 0 && (s.left <= 0 || ctx.Err() != nil):
		return "", &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("“%s” was not found; your folders hold so many files that not all of them were looked at. Say where it is.", name)}
	case len(hits) == 0:
		return "", &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("There is no “%s” in your folders, down to %d levels.", name, searchLevels)}
	}
	p := &proof.Problem{Reason: proof.ReasonAmbiguous}
	var said []string
	for _, h := range hits[:min(len(hits), searchShown)] {
		p.Candidates = append(p.Candidates, proof.Candidate{Label: f.tilde(h), Path: []string{"arg:path", h}})
		said = append(said, f.tilde(h))
	}
	p.Text = fmt.Sprintf("“%s” is in %d places: %s. Which one?", name, len(hits), listed(said))
	return "", p
}

// seeker goes through folders level by level.
type seeker struct {
	name        string
	exact, near []string // hits by their own spelling, and in other capitals
	left        int      // entries that may still be looked at
	seen        map[string]bool
}

func (s *seeker) walk(ctx context.Context, root string, levels int) {
	for dirs := []string{root}; levels > 0 && len(dirs) > 0; levels-- {
		var below []string
		for _, dir := range dirs {
			if s.left <= 0 || ctx.Err() != nil {
				return
			}
			below = append(below, s.look(dir)...)
		}
		dirs = below
	}
}

// look notes the hits of one folder and gives the folders in it. Hidden ones are left out, and links are not followed:
// they lead in circles and out of the user's own folders.
func (s *seeker) look(dir string) (below []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	again := s.seen[dir]
	s.seen[dir] = true
	for _, e := range entries {
		if s.left--; s.left < 0 {
			return below
		}
		path := filepath.Join(dir, e.Name())
		if !again && strings.EqualFold(e.Name(), s.name) {
			if e.Name() == s.name {
				s.exact = append(s.exact, path)
			} else {
				s.near = append(s.near, path)
			}
		}
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			below = append(below, path)
		}
	}
	return below
}

// tilde writes a path as people do.
func (f Files) tilde(path string) string {
	for _, home := range []string{f.Places.Home, linkless(f.Places.Home)} {
		switch rest, below := strings.CutPrefix(path, home+"/"); {
		case home == "" || home == "/":
		case path == home:
			return "~"
		case below:
			return "~/" + rest
		}
	}
	return path
}
