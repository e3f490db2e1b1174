package system

import "fmt"

// State says whether a part of the machine can be used.
type State string

// The states of a capability.
const (
	Ready  State = "ready"
	Denied State = "denied" // it is there, but the user or the system has not allowed it
	Absent State = "absent" // this machine does not have it
)

// Capability is what Pace knows about one part of the machine. Reason and Fix are plain sentences
// for a person; both are empty when Ready.
type Capability struct {
	Name   string `json:"name"`
	State  State  `json:"state"`
	Reason string `json:"reason,omitempty"`
	Fix    string `json:"fix,omitempty"`
}

// Unavailable is the error of a method whose capability is not Ready.
type Unavailable struct{ Capability Capability }

func (u *Unavailable) Error() string {
	return fmt.Sprintf("%s is %s: %s", u.Capability.Name, u.Capability.State, u.Capability.Reason)
}

// Err is nil when the capability is Ready, else an *Unavailable.
func (c Capability) Err() error {
	if c.State == Ready {
		return nil
	}
	return &Unavailable{c}
}
