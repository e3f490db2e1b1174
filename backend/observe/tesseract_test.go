package observe_test

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/observe"
	"pace/backend/process"
)

// need fails in CI and skips elsewhere when a program is missing.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err == nil {
			continue
		}
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not installed here; build/setup.sh installs it", p)
		}
		t.Skipf("%s is not installed here; build/setup.sh installs it", p)
	}
}

// drawn is a picture of a window with text in it, in the size of the texts on a plain display.
func drawn(t *testing.T) image.Image {
	t.Helper()
	need(t, "convert", "tesseract")
	file := filepath.Join(t.TempDir(), "window.png")
	out, err := exec.Command("convert", "-size", "640x200", "xc:#f6f5f4", "-font", "DejaVu-Sans", "-pointsize", "13", "-fill", "black",
		"-annotate", "+20+24", "File    Edit    View    Help", "-annotate", "+20+70", "Street and number", "-annotate", "+260+70", "12 Rue du Bac",
		"-annotate", "+20+150", "Cancel", "-annotate", "+520+150", "Save as", "-fill", "#777", "-annotate", "+20+190", "Last saved yesterday", file).CombinedOutput()
	require.NoError(t, err, "%s", out)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	return img
}

func tesseract() observe.Tesseract { return observe.Tesseract{Starter: process.New(os.Environ())} }

func TestARealPictureIsReadWithItsPlaces(t *testing.T) {
	seen, err := tesseract().Read(t.Context(), drawn(t))
	require.NoError(t, err)
	places := map[string]image.Rectangle{}
	for _, s := range seen {
		places[s.Text] = s.Box
	}
	for text, at := range map[string]image.Point{
		"File": {30, 19}, "Edit": {70, 19}, "View": {114, 19}, "Help": {162, 19}, // entries of a menu bar are told apart
		"Street and number": {80, 65}, "12 Rue du Bac": {305, 65}, "Cancel": {40, 145}, "Save as": {545, 145}, "Last saved yesterday": {80, 185},
	} {
		box, ok := places[text]
		require.True(t, ok, "%q is not among %v", text, places)
		require.True(t, at.In(box), "%q lies at %v, not around %v", text, box, at)
		require.Less(t, box.Dy(), 24)
	}
}

// photographed is a screen on which every window looks like a picture.
type photographed struct {
	desktop.Screen
	img image.Image
}

func (p photographed) Capture(ctx context.Context, id desktop.WindowID, r desktop.PixelRect) (desktop.Frame, error) {
	f, err := p.Screen.Capture(ctx, id, r)
	if err != nil {
		return f, err
	}
	f.Image = image.NewRGBA(p.img.Bounds())
	draw.Draw(f.Image, f.Image.Rect, p.img, p.img.Bounds().Min, draw.Src)
	return f, nil
}

func TestAWindowWithoutElementsIsReadByTesseract(t *testing.T) {
	img := drawn(t)
	d := desktoptest.New(t)
	a := d.App("Paint", desktop.OtherToolkit)
	a.Window("Canvas", desktop.Rect{X: 300, Y: 200, W: 640, H: 200})
	a.Mute()
	desk := d.Desktop()
	desk.Screen = photographed{desk.Screen, img}
	s, err := observe.New(desk, observe.Config{OCR: tesseract()}).Look(t.Context(), observe.Wish{})
	require.NoError(t, err)
	require.True(t, s.Blind)
	require.GreaterOrEqual(t, len(s.Lines), 9)
	require.Regexp(t, `(?m)^\[\d+\] seen\|8[34]\d,34\d\|Save as\|$`, strings.Join(s.Lines, "\n"))
}

func TestWithoutTheProgramPicturesAreNotReadAndItIsSaid(t *testing.T) {
	reader := observe.Tesseract{Starter: process.New([]string{"PATH=" + t.TempDir()})}
	_, err := reader.Read(t.Context(), image.NewGray(image.Rect(0, 0, 10, 10)))
	require.ErrorIs(t, err, observe.ErrNoReader)
}

func TestPicturesThatCantBeReadAreErrors(t *testing.T) {
	seen, err := tesseract().Read(t.Context(), image.NewGray(image.Rectangle{}))
	require.NoError(t, err)
	require.Empty(t, seen)
	_, err = tesseract().Read(t.Context(), image.NewUniform(image.Black))
	require.ErrorContains(t, err, "too large")

	// A program of that name which fails, and one that is not wanted any more.
	dir := t.TempDir()
	script := func(text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "tesseract"), []byte("#!/bin/sh\n"+text), 0o755))
	}
	reader := observe.Tesseract{Starter: process.New([]string{"PATH=" + dir + ":/usr/bin:/bin"})}
	picture := image.NewGray(image.Rect(0, 0, 10, 10))
	script("echo 'Failed loading language' >&2; exit 1\n")
	_, err = reader.Read(t.Context(), picture)
	require.ErrorContains(t, err, "Failed loading language")
	script("exec cat >/dev/null\n")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = reader.Read(ctx, picture)
	require.ErrorIs(t, err, context.Canceled)
}
