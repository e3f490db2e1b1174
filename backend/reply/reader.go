package reply

import "unicode/utf8"

// MaxReply bounds a reply, in bytes. Of a longer one nothing is done.
const MaxReply = 4 << 20

// maxProblems bounds how many problems are told one by one.
const maxProblems = 16

// Options say what the prompt offered.
type Options struct {
	Tags  bool // the legacy tags ([CLICK:x,y] …) are read
	Prose bool // words were asked for, of a model that opens its thinking itself: they are let out as they arrive
}

// mode is what the next character belongs to.
type mode int

const (
	inWords   mode = iota
	inAngle        // behind "<", in words, thinking or a block
	inQuoted       // behind a thinking tag that follows a quotation mark
	inBracket      // behind "["
	inValue        // in a JSON value among words
	inThought
	inBlock
	inLeak // in a call that nobody can read
)

// Reader reads one reply. It is for one goroutine.
type Reader struct {
	opts  Options
	mode  mode
	buf   []byte // the text so far, valid UTF-8
	carry string // bytes of a character that has not come whole
	size  int    // bytes that came
	begun bool
	long  bool
	work  int // characters read, those that were read again included

	draft   draft
	done    *candidate // the envelope that began the reply; what follows it is not read
	value   *candidate // being read
	plain   bool       // reading again what is no JSON: no value begins here
	bare    bool       // reading again what is no tag: none begins here
	bracket bracket
	angle   angle
	block   block
	depth   int  // of thinking
	back    mode // where thinking ends
	prev    rune // the character before, for quotation marks
	thought bool // there was thinking

	closed bool
	reply  Reply
}

// draft is what has been read and would be thinking if a lone closing tag came.
type draft struct {
	text     speech
	lead     []byte // the words so far without blanks, as long as they may be a code fence
	worded   bool   // there are words besides
	read     read
	steps    int
	flaws    []flaw
	blocks   bool
	tags     bool
	pointed  bool
	envelope *candidate // complete, behind words
	broken   *candidate // an envelope that broke off, and why
	why      flaw
	start    *flaw // where a value that began the reply broke off
	muted    bool  // what follows is the rest of something that broke off
	doubt    bool  // what broke off holds the end of a thought, which may have begun before it
	list     bool  // that value had keys: it was meant as JSON
	jsonEnd  int   // how far in the words a value that began the reply goes, when it is no envelope
}

// flaw is a problem before its place is written out.
type flaw struct {
	at            int // byte of the text, when place is empty
	place, reason string
}

// NewReader begins a reply.
func NewReader(o Options) *Reader {
	r := &Reader{opts: o, buf: make([]byte, 0, 2<<10)}
	r.bracket = bracket{legacy: o.Tags, lists: true}
	return r
}

// Read reads a whole text.
func Read(text string, o Options) Reply {
	r := NewReader(o)
	r.Write(text)
	return r.Close()
}

// Write reads the next piece of the text and returns what can be spoken now and could not before, often nothing. All
// pieces together are a beginning of Reply.Spoken; Rest gives what is missing. After Close it does nothing.
func (r *Reader) Write(chunk string) string {
	if r.closed {
		return ""
	}
	if r.carry != "" {
		chunk, r.carry = r.carry+chunk, ""
	}
	for len(chunk) > 0 && !r.long && r.done == nil {
		if !utf8.FullRuneInString(chunk) {
			r.carry = chunk
			break
		}
		c, n := utf8.DecodeRuneInString(chunk)
		chunk = chunk[n:]
		r.add(c, n)
	}
	if v := r.voice(); v != nil {
		return v.take()
	}
	return ""
}

// Close says that the text has ended, and returns what it came to. Further calls return the same.
func (r *Reader) Close() Reply {
	if r.closed {
		return r.reply
	}
	for range len(r.carry) {
		if !r.long && r.done == nil {
			r.add(utf8.RuneError, 1)
		}
	}
	r.carry, r.closed = "", true
	if r.done == nil {
		r.finish()
	}
	r.reply = r.conclude()
	return r.reply
}

// Rest gives, after Close, what of the spoken text was not let out. Whether it is to be spoken depends on the intent:
// for an acting one evidence is spoken instead.
func (r *Reader) Rest() string {
	return r.reply.Spoken[min(r.sent(), len(r.reply.Spoken)):]
}

// sent is how much of the spoken text was let out.
func (r *Reader) sent() int {
	if v := r.voice(); v != nil {
		return v.sent
	}
	return 0
}

// voice is what is let out while it arrives, nil when all is held.
func (r *Reader) voice() *speech {
	for _, c := range [...]*candidate{r.done, r.value} {
		if c != nil && c.first && c.envelope {
			if c.speaks() {
				return &c.spoken
			}
			return nil
		}
	}
	if r.proses() {
		return &r.draft.text
	}
	return nil
}

// proses reports whether words are let out as they come: until an envelope comes before any were.
func (r *Reader) proses() bool {
	d := &r.draft
	return r.opts.Prose && d.envelope == nil && (d.broken == nil || !d.broken.envelope)
}

func (r *Reader) add(c rune, n int) {
	if r.size += n; r.size > MaxReply {
		r.long = true
		return
	}
	first := !r.begun
	r.begun = true
	if first && c == '\ufeff' {
		return
	}
	at := len(r.buf)
	r.buf = utf8.AppendRune(r.buf, c)
	r.step(c, at)
}

// step reads one character, which stands at a byte of the text.
func (r *Reader) step(c rune, at int) {
	if r.done != nil {
		return
	}
	r.work++
	switch r.mode {
	case inWords:
		r.words(c, at)
	case inAngle:
		r.inAngle(c, at)
	case inQuoted:
		r.inQuoted(c, at)
	case inBracket:
		r.inBracket(c, at)
	case inValue:
		r.inValue(c, at)
	case inThought:
		if c == '<' {
			r.openAngle(at)
			return
		}
	case inBlock:
		r.inBlock(c, at)
	case inLeak:
	}
	r.prev = c
}
