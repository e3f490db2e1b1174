package brain

import (
	"time"

	"pace/backend/planner/local"
)

// Last is what is known of the newest chat with a model, whatever came of it. It holds no word of the chat.
type Last struct {
	At       time.Time // when it ended
	URL      string    // of the server
	Asked    string    // the model that was asked for
	Served   string    // the one that answered, as the server names it; "" when it named none
	Compared local.Served
	Usage    local.Usage // zero when the server reports none
	Attempts int
	First    time.Duration // until the first piece of the answer; 0: none came
	Total    time.Duration
	Err      error // why the answer was not used; nil: it was
}

// Last gives the newest chat since Pace was started; false when there was none.
func (l *Local) Last() (Last, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen.last, !l.seen.last.At.IsZero()
}

// note keeps what is known of a chat that ended. Where nobody was asked there was none.
func (l *Local) note(f Place, r local.Result, err error) {
	if len(r.Attempts) == 0 || absent(err) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen.last = Last{At: l.cfg.Now(), URL: f.Server.URL, Asked: f.Model.Name, Served: r.Served, Compared: r.Model, Usage: r.Usage,
		Attempts: len(r.Attempts), First: r.FirstToken, Total: r.Total, Err: err}
}

// Explain says in one sentence why a place could not be asked, or what it answered not be used; "" without an error.
func Explain(p Place, err error) string {
	if err == nil {
		return ""
	}
	return Sentence(p, err) + "."
}
