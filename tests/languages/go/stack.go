// Copyright 2024 The Authors. All rights reserved.

//go:build linux

// Package stack keeps values in order.
//
// It is small.
package stack

import (
	"fmt"
	str "strings"

	. "example.org/dsl"
	_ "example.org/driver"
	"example.org/mod/v2/other"
)

import "errors"

// Limit is the most a stack holds.
const Limit = 10

// Colour of a card.
type Colour int

const (
	// Red is hot.
	Red Colour = iota
	Blue
	_
	Green // trailing
)

// ErrEmpty tells that nothing is left.
var ErrEmpty = errors.New("empty")

var (
	x, y = 1, 2
	_    fmt.Stringer = (*Stack[int])(nil)
	hook = func(n int) int {
		return n
	}
)

// Stack of values.
type Stack[T any] struct {
	mu   sync.Mutex
	a, b int `json:"a"` // two
	// Items in order.
	Items []T
	inner struct {
		Depth int
	}
	other.Base
	*Log
	next *Stack[T]
}

// Reader reads.
type Reader interface {
	io.Reader
	Closer
	// Read some.
	Read(p []byte) (n int, err error)
	reset()
}

type Number interface {
	~int | ~float64
}

type Handler func(w Writer, r *Request) error
type Alias = map[string]Colour
type (
	// Point on a plane.
	Point struct{ X, Y int }
	plain struct{}
)

// Push adds v.
func (s *Stack[T]) Push(v T) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Errorf("full: %w", ErrFull)
}

func (Stack[T]) Len() int { return 0 }
func (*Stack[T]) noName() {}
func (h Handler) Serve(w Writer) {
	h(w, nil)
}

func init() { setUp() }
func init() {
	run := func() {
		other.Go(str.ToUpper("a"))
	}
	run()
	p := &Point{X: 1}
	q := other.Point{}
	l := []Point{{1, 2}}
	n := new(Point)
	m := make(map[string]Point)
	s := Stack[int]{}
	Map[int](p)
	other.Map[int, string](q, l, n, m, s)
	func() {}()
	type local struct{ hidden int }
}

// Map applies f.
func Map[T, U any](in []T, f func(T) U) (out []U) {
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}

func external(a int) int
