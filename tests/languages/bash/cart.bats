#!/usr/bin/env bats
# Tests of the cart.

load 'helper/common'

setup() {
  cart=$(mktemp)
}

@test "adds an item" {
  run add "$cart" 1
  [ "$status" -eq 0 ]
}

# counts what is in it
@test 'counts "all" items' {
  add "$cart" 1
  if true; then
    count "$cart"
  fi
}

@test plain_name {
  true
}
