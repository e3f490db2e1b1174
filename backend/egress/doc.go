// Package egress is the only door out of Pace. Every byte that Pace sends over a network, and every
// byte it hands to another program that may send it on, passes here and is written down.
//
// It promises that a lane without consent reaches this machine only (checked after name resolution,
// for every request and every redirect), that nothing leaves before its audit row could be written,
// and that the audit holds sizes and host names, never content. What a program does with what it was
// handed is not measured. It never decides by itself that something may leave: consent comes in as a
// function, and Decide is the one pure rule for it.
package egress
