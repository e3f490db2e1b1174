package phrase_test

import (
	"bufio"
	"fmt"
	"os"
	"testing"

	"pace/backend/phrase"
)

func TestProbe(t *testing.T) {
	f, err := os.Open("/tmp/w2/words/probe.txt")
	if err != nil {
		t.Skip()
	}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		p := phrase.Read(sc.Text())
		m := ""
		if p.Missing != "" {
			m = "  {" + p.Missing + "}"
		}
		fmt.Printf("%-50q %s%s\n", sc.Text(), show(p), m)
	}
}
