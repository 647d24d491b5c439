# attend SIGNAL COMMAND ...
# Runs a step of a script, and ends it by that signal when the script is told to end. A shell that
# merely waits ends alone and leaves the step behind: an installation that goes on in a folder where
# the next one begins.
attend() {
  signal="$1"
  shift
  "$@" &
  attended=$!
  trap 'kill -"$signal" "$attended" 2>/dev/null; wait "$attended" || :; exit 143' HUP INT TERM
  wait "$attended"
  trap - HUP INT TERM
}
