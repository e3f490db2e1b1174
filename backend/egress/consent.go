package egress

import "time"

// Transport is a way off this machine that needs a consent of its own. Accepting one never grants
// another.
type Transport string

// The transports.
const (
	DirectAPI Transport = "directAPI" // the user's own key: choosing it is the consent
	CLIBridge Transport = "cliBridge"
	CLIDirect Transport = "cliDirect"
	HostedMCP Transport = "mcp"
)

// Soak is how long a consent to a bridge or a spawned CLI must have stood before unattended or
// attended text goes out: long enough to notice a click that was a mistake.
const Soak = 24 * time.Hour

// soaks lists the transports that must wait.
func (t Transport) soaks() bool { return t == CLIBridge || t == CLIDirect }

// Consent is what the user said about one transport, and when. The zero value is "never asked".
type Consent struct {
	Accepted bool
	At       time.Time
}

// Decision is the answer of the rule. Reason is a plain sentence for a person, also when allowed;
// From is when a soak ends (zero when time alone changes nothing).
type Decision struct {
	Allowed bool
	Reason  string
	From    time.Time
}

// Decide says whether text may leave over this transport now. It is pure: the same question gets the
// same answer for a turn, a timer and the interface that explains it.
func Decide(t Transport, c Consent, now time.Time) Decision {
	switch {
	case !c.Accepted || c.At.IsZero():
		return Decision{Reason: "You have not agreed to send anything off this machine this way."}
	case c.At.After(now):
		// The clock was set back, or the record was tampered with: its age is unknown.
		return Decision{Reason: "The agreement is dated in the future; please agree again."}
	case t.soaks() && now.Sub(c.At) < Soak:
		return Decision{Reason: "You agreed less than 24 hours ago; until then everything stays on this machine.", From: c.At.Add(Soak)}
	}
	return Decision{Allowed: true, Reason: "You agreed to this."}
}
