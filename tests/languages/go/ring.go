//go:build linux || darwin

/*
Package ring holds generic containers.
*/
package ring

import "cmp"

// Number is any number.
type Number interface {
	~int | ~int64 | ~float64
}

type (
	// Ring drops the oldest.
	Ring[T any, K cmp.Ordered] struct {
		items []T
		index map[K]node[T]
	}

	node[T any] struct {
		value      T
		prev, next *node[T]
	}

	Visitor[T any] func(T) bool
	Alias        = Ring[int, string]
)

type Container[T any] interface {
	Number
	fmt.Stringer
	Push(item T) (dropped T, ok bool)
	Len() int
}

var _ Container[int] = (*Ring[int, string])(nil)

func New[T any, K cmp.Ordered](size int) *Ring[T, K] {
	return &Ring[T, K]{items: make([]T, 0, size)}
}

func (r *Ring[T, K]) Push(item T) (dropped T, ok bool) {
	if r.full() {
		dropped, ok = r.items[0], true
	}
	r.items = append(r.items, item)
	return
}

func (r Ring[_, K]) full() bool { return len(r.items) == cap(r.items) }

func Sum[N Number](xs ...N) (total N) {
	add := func(x N) { total += x }
	for _, x := range xs {
		add(x)
	}
	return Map[N, N](xs, add).total
}
