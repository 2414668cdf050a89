package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// Version is set by the linker.
var Version = "dev"

var rootCmd = &cobra.Command{
	Use: "shop",
	RunE: func(cmd *cobra.Command, args []string) error {
		return run(args)
	},
}

type color int

const (
	red color = iota
	green
	_
	blue
)

//go:generate stringer -type=color
func (c color) String() string { return [...]string{"red", "green"}[c] }

func init() {
	flag.StringVar(&name, "name", "", "whose cart")
}

func init() { rootCmd.AddCommand(newList()) }

func run(args []string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("run: %v", r)
		}
	}()
	type pair struct{ a, b int }
	const limit = 3
	var total int
	p := pair{1, 2}
	fmt.Println(p.a, total, limit)
	return nil
}

func main() {
	if err := rootCmd.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

//export shop_free
func shop_free(p unsafe.Pointer)

func external(a, b int32) int32
