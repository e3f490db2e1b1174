package tinymodel

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// The value types of a GGUF file (version 3) that are used here, by the numbers of its specification.
const (
	typeUint32  = 4
	typeInt32   = 5
	typeFloat32 = 6
	typeBool    = 7
	typeString  = 8
	typeArray   = 9
)

const (
	version   = 3
	alignment = 32 // where nothing else is said, tensors begin at multiples of this
	plainF32  = 0  // tensor type: 32-bit floats
)

// file collects metadata and tensors and lays them out. Everything is little-endian.
type file struct {
	metadata bytes.Buffer
	pairs    uint64
	tensors  []tensor
}

// tensor holds rows of floats; shape lists the innermost dimension first.
type tensor struct {
	name   string
	shape  []uint64
	values []float32
}

// set adds one metadata pair. It panics for a type that no model here has: that is a mistake in this package.
func (f *file) set(key string, value any) {
	f.pairs++
	putString(&f.metadata, key)
	switch v := value.(type) {
	case uint32:
		put(&f.metadata, uint32(typeUint32), v)
	case float32:
		put(&f.metadata, uint32(typeFloat32), v)
	case bool:
		put(&f.metadata, uint32(typeBool), v)
	case string:
		put(&f.metadata, uint32(typeString))
		putString(&f.metadata, v)
	case []string:
		put(&f.metadata, uint32(typeArray), uint32(typeString), uint64(len(v)))
		for _, s := range v {
			putString(&f.metadata, s)
		}
	case []int32:
		put(&f.metadata, uint32(typeArray), uint32(typeInt32), uint64(len(v)), v)
	default:
		panic(fmt.Sprintf("tinymodel: metadata %s of type %T", key, value))
	}
}

// tensor adds one tensor. nil values are zeros.
func (f *file) tensor(name string, values []float32, shape ...uint64) {
	count := uint64(1)
	for _, n := range shape {
		count *= n
	}
	if values == nil {
		values = make([]float32, count)
	}
	if uint64(len(values)) != count {
		panic(fmt.Sprintf("tinymodel: tensor %s has %d values for shape %v", name, len(values), shape))
	}
	f.tensors = append(f.tensors, tensor{name, shape, values})
}

// WriteTo writes the whole file.
func (f *file) WriteTo(w io.Writer) (int64, error) {
	var head bytes.Buffer
	head.WriteString("GGUF")
	put(&head, uint32(version), uint64(len(f.tensors)), f.pairs)
	head.Write(f.metadata.Bytes())
	var at uint64
	for _, t := range f.tensors {
		putString(&head, t.name)
		put(&head, uint32(len(t.shape)), t.shape, uint32(plainF32), at)
		at += padded(uint64(len(t.values)) * 4)
	}
	head.Write(make([]byte, padded(uint64(head.Len()))-uint64(head.Len())))
	written, err := head.WriteTo(w)
	for _, t := range f.tensors {
		if err != nil {
			break
		}
		data := make([]byte, padded(uint64(len(t.values))*4))
		for i, v := range t.values {
			binary.LittleEndian.PutUint32(data[i*4:], math.Float32bits(v))
		}
		var n int
		n, err = w.Write(data)
		written += int64(n)
	}
	return written, err
}

func padded(n uint64) uint64 { return (n + alignment - 1) / alignment * alignment }

// put never fails: a buffer takes everything, and the types are fixed sizes.
func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		if err := binary.Write(b, binary.LittleEndian, v); err != nil {
			panic(fmt.Sprintf("tinymodel: write %T: %v", v, err))
		}
	}
}

func putString(b *bytes.Buffer, s string) {
	put(b, uint64(len(s)))
	b.WriteString(s)
}
