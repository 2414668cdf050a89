// Package size is being edited.
package size

func Before(a int) int {
	return a
}

func Editing(c *Cart, {
	for _, l := range c.
	if l.
}

func (c *Cart) After() int {
	return Before(1)
}

type Later struct {
	X int
}
