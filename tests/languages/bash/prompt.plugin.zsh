# Prompt of the shell.
cite 'about-plugin'
about-plugin 'shows the branch'

autoload -Uz compinit && compinit
setopt prompt_subst
(( $+commands[git] )) || return

function git_branch() {
  about 'name of the current branch'
  group 'git'
  local ref=${(f)"$(git symbolic-ref HEAD)"}
  echo ${ref#refs/heads/}
}

prompt_segment() {
  [[ -n $1 ]] && git_branch
}

alias -g G='| grep'
alias ..='cd ..'
