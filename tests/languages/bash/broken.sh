first() {
  echo 1
}

unfinished() {
  if [ -n "$x" ; then
    echo "$(
}

last() {
  echo 2
}
