#!/usr/bin/env bash
# shellcheck shell=bash
# Deploys the shop.
set -euo pipefail

source "$(dirname "$0")/lib/log.sh"
. ./util.sh || exit 1

readonly VERSION="1.2"
declare -r MAX=10
declare -A STATES=([open]=1)
export PATH="$HOME/bin:$PATH" REGION
export ZONE=a
DIR=$(pwd)
FILES=(a b
  c)
PATH+=:/opt/bin
typeset -i COUNT=1

alias ll='ls -l' gs="git status"
alias ll

# Builds the image.
#
# Usage: build NAME
function build() {
  local image=$1
  docker build -t "$image" . | tee "$LOG"
  if check_image "$image"; then
    log::info "built"
  fi
  size=$(measure "$image")
}

# shellcheck disable=SC2120
deploy() {
  build "$1" && push_all
  trap cleanup EXIT
}

function cleanup {
  rm -rf "$DIR"
  nested() { :; }
}

log::info() { printf '%s\n' "$*"; }
in-place() (
  cd /
)

if [[ -z ${SHOP:-} ]]; then
  fallback() { echo "function fake() { }"; }
fi

cat <<EOF
heredoc() { :; }
EOF

# commented() { :; }
complete -F _deploy deploy
while read -r line; do
  handle "$line"
done < <(list_all)
"$DIR/run" now
main "$@"
