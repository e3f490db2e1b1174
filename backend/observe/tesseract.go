package observe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"strings"

	"pace/backend/process"
)

// Tesseract reads pictures with the program of that name, one child for each picture.
type Tesseract struct {
	Starter  *process.Starter
	Language string // as tesseract names it; "" = eng
}

// ErrNoReader says that no program to read pictures with is installed.
var ErrNoReader = errors.New("no program to read pictures with")

const (
	smallPicture = 1500 * 1000 // pixels; up to here a picture is enlarged before it is read
	largePicture = 32 << 20    // pixels; more is refused, it would take minutes
	tableLimit   = 4 << 20     // bytes of the table that are kept
)

// Read gives the texts of a picture. ErrNoReader when tesseract is not installed.
func (t Tesseract) Read(ctx context.Context, picture image.Image) ([]Seen, error) {
	size := picture.Bounds()
	if size.Empty() {
		return nil, nil
	}
	if size.Dx()*size.Dy() > largePicture {
		return nil, fmt.Errorf("read a picture of %d × %d: too large", size.Dx(), size.Dy())
	}
	gray := image.NewGray(image.Rect(0, 0, size.Dx(), size.Dy()))
	draw.Draw(gray, gray.Rect, picture, size.Min, draw.Src)
	scale := 1
	if size.Dx()*size.Dy() <= smallPicture {
		gray, scale = enlarge(gray), 2
	}
	var in bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&in, gray); err != nil {
		return nil, fmt.Errorf("encode the picture: %w", err)
	}
	language := t.Language
	if language == "" {
		language = "eng"
	}
	// Mode 11 looks for text anywhere: a window is no page. One thread, since its threads wait for one another by
	// spinning and are slower than one on a busy machine.
	result, err := t.Starter.Run(ctx, process.Command{Path: "tesseract",
		Args:  []string{"stdin", "stdout", "-l", language, "--psm", "11", "-c", "tessedit_create_tsv=1"},
		Env:   []string{"OMP_THREAD_LIMIT=1"},
		Keep:  []string{"TESSDATA_PREFIX"},
		Stdin: &in, Limit: tableLimit})
	switch {
	case errors.Is(err, process.ErrNotFound):
		return nil, fmt.Errorf("%w: tesseract is not installed", ErrNoReader)
	case err != nil:
		return nil, fmt.Errorf("read a picture: %w", err)
	case result.Code != 0:
		why, _, _ := strings.Cut(strings.TrimSpace(string(result.Stderr.Text)), "\n")
		return nil, fmt.Errorf("read a picture: tesseract ended with %d: %s", result.Code, column(why, textLimit))
	}
	table := result.Stdout.Text
	if result.Stdout.Dropped > 0 { // the first line is a part of one
		_, table, _ = bytes.Cut(table, []byte("\n"))
	}
	return inPicture(lines(parseTable(table)), size.Min, scale), nil
}

// inPicture undoes the enlarging.
func inPicture(texts []Seen, origin image.Point, scale int) []Seen {
	for i := range texts {
		b := texts[i].Box
		texts[i].Box = image.Rect(b.Min.X/scale, b.Min.Y/scale, (b.Max.X+scale-1)/scale, (b.Max.Y+scale-1)/scale).Add(origin)
	}
	return texts
}
