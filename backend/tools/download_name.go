package tools

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameMost is how many bytes the name of a file may have.
const nameMost = 255

// namelessFile is what a file is called that nobody has named.
const namelessFile = "pace-download"

// fileName chooses what a file is saved as: what the person said, else how the address ends. What the server would like
// it to be called does not count.
func fileName(said string, from *url.URL) string {
	for _, name := range []string{said, path.Base("/" + from.Path)} {
		if name = safeName(name); name != "" {
			return name
		}
	}
	return namelessFile
}

// safeName makes a plain name in one folder of whatever somebody wrote; "" when nothing is left of it.
func safeName(s string) string {
	s = strings.ToValidUTF8(s, "_")
	if i := strings.LastIndexAny(strings.TrimRight(s, `/\`), `/\`); i >= 0 {
		s = s[i+1:] // of a path the last part
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '/' || r == '\\':
			return -1
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return -1 // direction marks can make exe.txt look like txt.exe
		}
		return r
	}, s)
	for strings.Contains(s, "..") {
		s = strings.ReplaceAll(s, "..", ".")
	}
	s = strings.TrimRight(strings.TrimLeft(s, ". \u00a0"), ". \u00a0")
	return fitted(s, "")
}

// numbered is the name of the n-th file of one name: "a 2.pdf".
func numbered(name string, n int) string {
	if n < 2 {
		return fitted(name, "")
	}
	return fitted(name, fmt.Sprintf(" %d", n))
}

// fitted puts something before the ending of a name and shortens what stands before that until it may be a name.
func fitted(name, more string) string {
	stem, ext := name, ending(name)
	stem = stem[:len(stem)-len(ext)]
	if most := nameMost - len(more) - len(ext); len(stem) > most {
		stem = stem[:most]
		for !utf8.ValidString(stem) {
			stem = stem[:len(stem)-1]
		}
	}
	return stem + more + ext
}

// ending is ".pdf" or ".tar.gz", "" when there is none that could be one.
func ending(name string) string {
	ext := path.Ext(name)
	if ext == name || len(ext) < 2 || len(ext) > 20 || strings.ContainsRune(ext, ' ') {
		return ""
	}
	if rest := strings.TrimSuffix(name, ext); strings.HasSuffix(rest, ".tar") && rest != ".tar" {
		return ".tar" + ext
	}
	return ext
}
