package reply_test

import (
	"strings"
	"testing"

	"pace/backend/reply"
)

// The bar is 200 µs for each KB read and validated; `pace inspect reply` adds the registry, which bench_test.go of the
// command line measures.
func BenchmarkRead(b *testing.B) {
	calls := strings.TrimSuffix(strings.Repeat(`{"name":"AX.press","args":{"label":"Save as","container":"File","nth":2}},`, 12), ",")
	for _, c := range []struct{ name, text string }{
		{"envelope", `{"intent":"action","spokenText":"I'll save all of them.","payload":{"calls":[` + calls + `]}}`},
		{"answer", `{"intent":"answer","spokenText":"` + strings.Repeat(`It is \"so\". And thus. `, 40) + `"}`},
		{"thinking", "<think>" + strings.Repeat("I wonder about <b> and {x}. ", 40) + `</think>{"intent":"answer","spokenText":"Yes."}`},
		{"words", strings.Repeat("The capital is Paris, they say. ", 32)},
	} {
		for _, chunk := range []int{1 << 20, 4} {
			name := c.name + "/whole"
			if chunk == 4 {
				name = c.name + "/tokens"
			}
			b.Run(name, func(b *testing.B) {
				b.SetBytes(int64(len(c.text)))
				for b.Loop() {
					r := reply.NewReader(reply.Options{Tags: true})
					for i := 0; i < len(c.text); i += chunk {
						r.Write(c.text[i:min(i+chunk, len(c.text))])
					}
					r.Close()
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/(float64(len(c.text))/1024), "µs/KB")
			})
		}
	}
}
