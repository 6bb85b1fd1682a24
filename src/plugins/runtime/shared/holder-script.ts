/**
 * The holder: the one constant script that every turn runs under. It marks the turn as started, runs the program on
 * files (or on the terminal it was given) and writes down the exit code. Nobody else has to live for that.
 *
 *     sh holder.sh files|frames|screen DIRECTORY     holds a turn; `frames`: its own stdin is the program's
 *     sh holder.sh keep DIRECTORY BYTES              keeps what a tmux pane says in `out`, as a ring
 *
 * - `started` is made exclusively: whoever makes it first owns the turn, the holder or one who withdraws it. It costs no
 *   fork; from the shell's start to the program's there is none at all but the program's own.
 * - The program's files are opened before that. Where the disk does not open one, the shell ends: nothing was run, nobody
 *   owns the turn, and it is begun again.
 * - `launch` says what to run, environment included. It is emptied before `started` says a name, and so before the program
 *   runs: whoever reads the name removes the file, and it must not be made again. The names in it may be any, so ours are
 *   odd and nothing relies on IFS or PATH after it was read.
 * - Signals to the group reach the holder too. It outlives them to write `exit`. A hangup is ignored by holder and program,
 *   except on a screen: when that is gone the holder dies of it, the system then tells the program, and the turn is over
 *   without an exit code.
 * - On a screen `out` is written by somebody else. The holder prints a mark behind the last word, which no terminal shows,
 *   and waits until it has arrived in `out`: what the program said is complete before `exit` is there. Ctrl-S would stop
 *   that mark, so it is an ordinary key.
 * - `launch` may say how to find out that the system ended the program at its ceiling (`__ao_breach`). Then `cut` is written
 *   before `exit`: whoever reads how the turn ended reads why, too, also when no daemon was there to see it.
 * - `exit.new` is there from the beginning and is overwritten in place, which works on a full disk, too. On a disk that
 *   fails it is tried for half an hour: without it nobody knows how the turn ended.
 */
export const HOLDER_SCRIPT = `\
if [ "$1" = keep ]; then
  size=-1 dropped=0 gap=0 half=$(($3 / 2))
  while :; do
    command -p dd bs=65536 count=256 >> "$2/out" 2> /dev/null
    now=$(command -p wc -c < "$2/out") || exit 0
    [ "$now" -gt "$size" ] || exit 0
    size=$((now))
    if [ "$size" -gt "$3" ]; then
      dropped=$((dropped + size - gap - half))
      { printf '[ao: %s bytes of older output are not kept]\\r\\n' "$dropped"; command -p tail -c "$half" "$2/out"; } > "$2/out.new"
      command -p mv -f "$2/out.new" "$2/out"
      size=$(command -p wc -c < "$2/out") || exit 0
      gap=$((size - half)) size=$((size - 1))
    fi
  done
fi

__ao_stdio=$1 __ao_dir=$2
umask 077
trap : INT QUIT TERM USR1 USR2 ALRM PIPE
[ "$__ao_stdio" = screen ] || trap '' HUP

if [ -r /proc/$$/stat ]; then
  read -r __ao_name < /proc/$$/stat
  set -- \${__ao_name##*) }
  __ao_name="$$ \${20}"
else
  set -- $(TZ=UTC LC_ALL=C command -p ps -o lstart= -p $$)
  __ao_name="$$ \${1}_\${2}_\${3}_\${4}_\${5}"
fi
__ao_breach() { :; }
. "$__ao_dir/launch" || exit 0
[ "$__ao_stdio" != files ] || { exec 7< "$__ao_dir/in"; } 2> /dev/null
[ "$__ao_stdio" = screen ] || { exec 8>> "$__ao_dir/out"; } 2> /dev/null
{ exec 9>> "$__ao_dir/err"; } 2> /dev/null
set -C
{ exec 6> "$__ao_dir/started"; } 2> /dev/null
set +C
{ command : > "$__ao_dir/launch"; } 2> /dev/null
__ao_tries=0
until printf '%s %s\\n' "$__ao_name" "$__ao_boot" >&6; do
  [ "$__ao_tries" -lt 100 ] || exit 0
  __ao_tries=$((__ao_tries + 1))
  command -p sleep 0.1
done 2> /dev/null
exec 6>&-

__ao_code=126
if cd "$1" 2>&9; then
  shift
  unset OLDPWD
  umask "$__ao_umask"
  case $__ao_stdio in
    files) "$@" <&7 >&8 2>&9 7<&- 8>&- 9>&- ;;
    frames) "$@" >&8 2>&9 8>&- 9>&- ;;
    screen) command -p stty -ixon 2> /dev/null; "$@" 9>&- ;;
  esac
  __ao_code=$?
fi

if [ "$__ao_stdio" = screen ]; then
  trap '' TTOU
  printf '\\033]7770;ao-end-%s\\007' "$$" 2> /dev/null
  __ao_tries=0
  while [ "$__ao_tries" -lt 200 ]; do
    case $(command -p tail -c 8192 "$__ao_dir/out" 2> /dev/null) in *"ao-end-$$"*) break ;; esac
    command -p sleep 0.02 2> /dev/null || command -p sleep 1
    __ao_tries=$((__ao_tries + 1))
  done
fi
if [ "$__ao_code" != 0 ] && [ ! -e "$__ao_dir/cut" ]; then
  __ao_cut=
  __ao_breach
  umask 077
  [ -z "$__ao_cut" ] || printf '%s\\n' "$__ao_cut" > "$__ao_dir/cut"
fi
__ao_tries=0
until { printf '%s\\n' "$__ao_code" 1<> "$__ao_dir/exit.new" && command -p mv -f "$__ao_dir/exit.new" "$__ao_dir/exit"; } 2> /dev/null; do
  [ "$__ao_tries" -lt 1800 ] && [ -d "$__ao_dir" ] || exit 0
  __ao_tries=$((__ao_tries + 1))
  command -p sleep 1
done
command -p sync "$__ao_dir/exit" "$__ao_dir" 2> /dev/null
`;
