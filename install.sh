#!/usr/bin/env bash
# Installs boardcam as a service: 64-bit Raspberry Pi OS 12 (Bookworm) or 13 (Trixie), or plain Debian 12 or 13. May be run again at
# any time: the same command upgrades. What the players own (matches, /etc/boardcam/table.toml) is never written over.
#
#   sudo ./install.sh                       install, or upgrade to this copy of boardcam
#   sudo ./install.sh --dry-run             print every step, and do none
#   sudo ./install.sh --no-start            install, but do not start the service
#   sudo ./install.sh --keep-log            let the system's log survive a power cut (writes to the card more often)
#   sudo ./install.sh --build-sage          compile the engine of the hints here, as on a Pi, where a ready one would do (for trying that)
#   sudo ./install.sh --uninstall           remove the program; matches and settings stay
#   sudo ./install.sh --uninstall --purge   remove the matches, the settings and the user as well
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
here=$(cd "$(dirname "$0")" && pwd)
prefix=/opt/boardcam
etc=/etc/boardcam
state=/var/lib/boardcam
os_release=${OS_RELEASE:-/etc/os-release}
python=/usr/bin/python3
booted=/run/systemd/system # is there where systemd runs

task=install start=yes purge=no keep_log=no dry=no build_sage=no

usage() { sed -n '5,11s/^# *//p' "$0"; }

refuse() {
  echo "install.sh: $*" >&2
  exit 2
}

step() { # words, then the command; a dry run only prints it
  local words=$1
  printf '• %s\n' "$words"
  shift
  if [ "$dry" = yes ]; then printf '    %s\n' "$*" && return; fi
  "$@" || {
    echo "install.sh: \"$words\" failed; why, it says above. Run install.sh again when that is put right: it goes on where it stopped." >&2
    return 1
  }
}

skipped() { printf '• %s: skipped, %s\n' "$1" "$2"; }

there() { [ "$dry" = yes ] || command -v "$1" >/dev/null; }

# --- what this can be installed on -------------------------------------------------------------------------------------------------

check_system() {
  local ID="" VERSION_ID="" PRETTY_NAME="" architecture
  [ -r "$os_release" ] || refuse "there is no $os_release: this is no Debian; boardcam runs on Raspberry Pi OS or Debian, 12 or 13."
  # shellcheck disable=SC1090  # a file of assignments
  . "$os_release"
  architecture=$(dpkg --print-architecture 2>/dev/null) || refuse "dpkg is missing: this is no Debian."
  case $architecture in
    arm64) build_sage=yes ;; # of Open Sage there is no wheel for Linux on ARM
    amd64) ;;
    *) refuse "this is a 32-bit system ($architecture), for which there is no onnxruntime: write the 64-bit Raspberry Pi OS to the card." ;;
  esac
  case $ID:$VERSION_ID in
    debian:12) own_python=3.11 constraints=$here/constraints/py311.txt ;;
    debian:13) own_python=3.13 constraints=$here/constraints/py313.txt ;;
    debian:11 | debian:10) refuse "$PRETTY_NAME is too old for picamera2 as boardcam uses it: write Raspberry Pi OS 12 or 13 (64 bit) to the card." ;;
    *) refuse "${PRETTY_NAME:-this system} is not among those that were tried: Raspberry Pi OS or Debian, 12 (Bookworm) or 13 (Trixie), 64 bit." ;;
  esac
}

check_python() { # the system's own: libcamera and picamera2 are built for it alone
  local found
  [ -x "$python" ] || return 0 # apt brings it
  found=$("$python" -c 'import sys; print(*sys.version_info[:2], sep=".")') || refuse "$python does not start: sudo apt-get install --reinstall python3-minimal"
  [ "$found" = "$own_python" ] ||
    refuse "$python is Python $found, not this system's own $own_python, for which libcamera and picamera2 are built: undo the change (update-alternatives --remove-all python3; sudo apt-get install --reinstall python3-minimal)."
}

check_place() {
  [ ! -e "$prefix" ] || [ -e "$prefix/pyvenv.cfg" ] || refuse "$prefix is there, but boardcam did not make it: move it away."
  [ -e "$here/pyproject.toml" ] || refuse "$here is no copy of boardcam: run install.sh where it lies."
  local room
  room=$(df --output=avail -m "$(dirname "$prefix")" | tail -n 1)
  [ "$room" -ge 1000 ] || refuse "only $room MB are free in $(dirname "$prefix"); boardcam and what it needs take 1000: make room, or use a larger card."
}

known_to_apt() { # of the packages named, those that apt could install
  local name
  for name in "$@"; do
    if [[ $(apt-cache policy "$name" 2>/dev/null) == *"Candidate: "[^\(]* ]]; then echo "$name"; fi
  done
}

missing() { # of the packages named, those that are not installed
  local name
  for name in "$@"; do
    [[ $(dpkg-query -W -f='${Status}' "$name" 2>/dev/null) == "install ok installed" ]] || echo "$name"
  done
}

is_pi() { grep -qs "Raspberry Pi" /proc/device-tree/model; }

# --- installing --------------------------------------------------------------------------------------------------------------------

system_packages() {
  local packages compiler=""
  export DEBIAN_FRONTEND=noninteractive
  step "ask Debian what there is" apt-get update -qq
  # picamera2 is in Raspberry Pi OS only, and so is the GPIO library that works on a Pi 5.
  pi_packages=$(known_to_apt python3-picamera2)
  if [ -n "$pi_packages" ]; then
    pi_packages=$(known_to_apt python3-picamera2 python3-lgpio python3-gpiozero python3-spidev python3-rpi-lgpio rpicam-apps-lite)
  elif is_pi; then
    echo "  This Pi runs plain Debian, which has no picamera2: the Pi's own camera and the pins need Raspberry Pi OS; USB cameras work."
  fi
  [ "$build_sage" = no ] || compiler=g++
  # shellcheck disable=SC2086  # lists of names
  packages=$(missing python3 python3-venv ca-certificates avahi-daemon espeak-ng alsa-utils v4l-utils i2c-tools $pi_packages $compiler)
  if [ -n "$packages" ]; then
    # shellcheck disable=SC2086
    step "install from Debian" apt-get install -qqy --no-install-recommends $packages
  fi
}

environment() { # sees the system's packages: picamera2 comes from apt only
  local has=""
  [ ! -e "$prefix/pyvenv.cfg" ] || has=$(sed -n 's/^version *= *\([0-9]*\.[0-9]*\).*/\1/p; s/^include-system-site-packages *= *//p' "$prefix/pyvenv.cfg" | sort | tr '\n' ' ')
  if [ "$has" != "$own_python true " ] || ! "$prefix/bin/python" -m pip --version >/dev/null 2>&1; then
    step "make $prefix with $python" "$python" -m venv --clear --system-site-packages "$prefix"
  fi
}

pinned() { # the versions that were tested on this release; numpy stays the one that picamera2 was built for
  if [ -z "$pi_packages" ]; then
    cat "$constraints"
  elif [ "$own_python" = 3.11 ]; then
    sed 's/^numpy==.*/numpy<2/' "$constraints"
  else
    sed '/^numpy==/d' "$constraints"
  fi
}

sage() { # a hint from a weaker engine is no reason to leave a table without its referee
  if [ "$build_sage" = no ]; then return; fi
  step "compile Open Sage, which gives hints (some minutes on a Pi; once, as long as it stays the same)" \
    env PYTHON="$prefix/bin/python" "$here/scripts/build-sage" "$prefix/lib/boardcam-sage" ||
    echo "  Hints will come from boardcam's own network; run install.sh again to try once more." >&2
}

program() {
  local pins extras=formats
  [ "$build_sage" = yes ] || extras=coach,$extras
  [ -z "$pi_packages" ] || extras=pi,$extras
  if [ "$dry" = yes ]; then pins=constraints.txt; else
    pins=$(mktemp)
    pinned >"$pins"
  fi
  export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
  if runs; then
    step "stop the service; a match that is being played goes on afterwards" systemctl stop boardcam
    trap 'systemctl start boardcam' EXIT
  fi
  step "install boardcam and what it needs" env PIP_CONSTRAINT="$pins" "$prefix/bin/python" -m pip install -q \
    --only-binary numpy,opencv-python-headless,onnxruntime,pillow "${here}[$extras]"
  [ "$dry" = yes ] || rm -f "$pins"
  step "put boardcam on the path" ln -sfn "$prefix/bin/boardcam" /usr/local/bin/boardcam
}

runs() { [ -d "$booted" ] && systemctl -q is-active boardcam; }

copy() { # what it is, file of systemd/, where it belongs
  if [ "$dry" = no ] && cmp -s "$here/systemd/$2" "$3"; then return; fi
  step "$1" install -D -m 644 "$here/systemd/$2" "$3"
}

service_files() {
  copy "the user boardcam and the groups of its devices" boardcam.sysusers /usr/lib/sysusers.d/boardcam.conf
  if there systemd-sysusers; then step "make them" systemd-sysusers /usr/lib/sysusers.d/boardcam.conf; else step "make them" account; fi
  copy "who may use camera, lights and displays" 99-boardcam.rules /etc/udev/rules.d/99-boardcam.rules
  copy "the name by which phones find the page" boardcam.avahi.xml /etc/avahi/services/boardcam.service
  copy "how much the system may log" 99-boardcam.journald /etc/systemd/journald.conf.d/99-boardcam.conf
  if [ "$keep_log" = yes ]; then
    copy "keep the log over a power cut" 99-boardcam-keep.journald /etc/systemd/journald.conf.d/99-boardcam-keep.conf
  fi
  copy "the service" boardcam.service /etc/systemd/system/boardcam.service
  step "where matches are kept" install -d -m 750 -o boardcam -g boardcam "$state" "$state/.local" "$state/.local/share"
  # So that `sudo -u boardcam boardcam matches` finds the service's archive.
  step "and where commands look for them" ln -sfn "$state" "$state/.local/share/boardcam"
}

as_service() { (cd "$state" && runuser -u boardcam -- env XDG_DATA_HOME=/var/lib "$prefix/bin/boardcam" "$@"); }

bearoffs() {
  if [ -n "$(find "$state/.cache/boardcam" -name 'bearoff-*.npy' 2>/dev/null)" ]; then return; fi
  step "work out every bear-off with few checkers, for exact hints" as_service bearoff || echo "  Later: sudo -u boardcam boardcam bearoff" >&2
}

account() { # what boardcam.sysusers says, where there is no systemd
  local group
  for group in gpio spi i2c; do groupadd --system --force "$group"; done
  getent passwd boardcam >/dev/null || useradd --system --user-group --home-dir "$state" --shell /usr/sbin/nologin boardcam
  usermod --append --groups video,audio,gpio,spi,i2c boardcam
}

settings() {
  copy "an example of the table's settings" table.toml "$etc/table.toml.example"
  if [ -e "$etc/table.toml" ]; then
    echo "  $etc/table.toml stays as it is; new settings are in $etc/table.toml.example."
  else
    step "the table's settings, for you to edit: $etc/table.toml" install -D -m 640 -g boardcam "$here/systemd/table.toml" "$etc/table.toml"
    [ "$dry" = yes ] || first_source
  fi
  local port
  port=$(sed -n '/^\[page\]/,/^\[/s/^ *port *= *\([0-9]*\).*/\1/p' "$etc/table.toml" 2>/dev/null | head -n 1) || port=""
  if [ -n "$port" ]; then step "tell phones the page's port" sed -i "s|<port>.*</port>|<port>$port</port>|" /etc/avahi/services/boardcam.service; fi
}

first_source() { # the camera that is there: a webcam by its lasting name, else the Pi's own
  local camera
  camera=$(find /dev/v4l/by-id -name '*-index0' 2>/dev/null | sort | head -n 1) || true
  if [ -n "$camera" ]; then camera=v4l:$camera; elif [ -n "$pi_packages" ]; then camera=pi:0; else camera=v4l:/dev/video0; fi
  sed -i "s|^# source = \"[^\"]*\"|source = \"$camera\"|" "$etc/table.toml"
  echo "  The camera is $camera; the line source in $etc/table.toml says so."
}

buses() { # the small display and the lights; needs no new start of the Pi
  if command -v raspi-config >/dev/null; then
    step "switch I2C on, for the small display" raspi-config nonint do_i2c 0
    step "switch SPI on, for lights and larger displays" raspi-config nonint do_spi 0
  fi
}

running() {
  tell
  if there systemctl; then
    step "have boardcam started with the computer" systemctl -q enable boardcam
  else
    skipped "have boardcam started with the computer" "there is no systemd; start $(sed -n 's/^ExecStart=//p' "$here/systemd/boardcam.service") as the user boardcam"
  fi
  trap - EXIT
  if [ "$start" = no ]; then return; fi
  if [ "$dry" = yes ] || [ -d "$booted" ]; then
    step "start it" systemctl restart boardcam
  else
    skipped "start it" "systemd does not run here"
  fi
}

tell() { # those who read the files that were put there or taken away; nobody does in a root that was not started
  if [ "$dry" = no ] && [ ! -d "$booted" ]; then
    skipped "tell systemd and udev" "systemd does not run here"
    export SYSTEMD_OFFLINE=1
    return
  fi
  step "tell systemd" systemctl daemon-reload
  step "tell udev" reload_udev
}

reload_udev() {
  ! udevadm control --reload 2>/dev/null || udevadm trigger --subsystem-match=gpio --subsystem-match=spidev --subsystem-match=i2c-dev --subsystem-match=dma_heap
}

doctor() {
  local port
  if [ "$dry" = yes ]; then
    step "what is here, and what is missing" "$prefix/bin/boardcam doctor --equipment $etc/table.toml"
    return
  fi
  echo "• what is here, and what is missing"
  # As the service: what it may open is what counts.
  if ! as_service doctor --equipment "$etc/table.toml"; then
    echo "boardcam is installed; do what the arrows say, then: sudo systemctl restart boardcam" >&2
    return 1
  fi
  port=$(sed -n 's|.*<port>\([0-9]*\)</port>.*|\1|p' /etc/avahi/services/boardcam.service)
  echo "boardcam is installed. Its page: http://$(hostname).local:$port/   Settings: $etc/table.toml   State: systemctl status boardcam"
}

# --- removing ----------------------------------------------------------------------------------------------------------------------

remove() { # what it is, then files
  local words=$1 path there=()
  shift
  for path in "$@"; do if [ -e "$path" ] || [ -L "$path" ]; then there+=("$path"); fi; done
  if [ ${#there[@]} -gt 0 ]; then step "$words" rm -rf "${there[@]}"; fi
}

uninstall() {
  if [ -e /etc/systemd/system/boardcam.service ]; then
    if [ -d "$booted" ]; then step "stop the service" systemctl stop boardcam; else export SYSTEMD_OFFLINE=1; fi
    if there systemctl; then step "have it started no more" systemctl -q disable boardcam; fi
  fi
  remove "remove the service" /etc/systemd/system/boardcam.service /etc/udev/rules.d/99-boardcam.rules /etc/avahi/services/boardcam.service \
    /etc/systemd/journald.conf.d/99-boardcam.conf /etc/systemd/journald.conf.d/99-boardcam-keep.conf
  [ ! -e "$prefix" ] || [ -e "$prefix/pyvenv.cfg" ] || refuse "$prefix is there, but boardcam did not make it: it stays."
  remove "remove the program" "$prefix" /usr/local/bin/boardcam
  tell
  if [ "$purge" = yes ]; then
    remove "remove all matches, pictures and settings" "$state" "$etc"
    remove "remove the user" /usr/lib/sysusers.d/boardcam.conf
    if getent passwd boardcam >/dev/null; then step "and its account" userdel boardcam; fi
  else
    echo "Matches stay in $state, settings in $etc; sudo ./install.sh --uninstall --purge removes them too."
  fi
  echo "Debian's packages stay: other programs may use them."
}

# --- what is asked for -------------------------------------------------------------------------------------------------------------

for word in "$@"; do
  case $word in
    --uninstall) task=uninstall ;;
    --purge) purge=yes ;;
    --no-start) start=no ;;
    --keep-log) keep_log=yes ;;
    --build-sage) build_sage=yes ;;
    --dry-run) dry=yes ;;
    -h | --help) usage && exit ;;
    *) usage >&2 && refuse "there is no option $word." ;;
  esac
done
[ "$purge" = no ] || [ "$task" = uninstall ] || refuse "--purge removes matches: it goes with --uninstall only."

if [ "$task" = uninstall ]; then
  [ "$dry" = yes ] || [ "$(id -u)" = 0 ] || refuse "only root may do this: sudo ./install.sh --uninstall"
  uninstall
  exit
fi
check_system
check_python
check_place
[ "$dry" = yes ] || [ "$(id -u)" = 0 ] || refuse "only root may do this: sudo ./install.sh"
system_packages
[ "$dry" = yes ] || check_python
environment
sage # before the service is stopped
program
service_files
settings
buses
bearoffs
running
doctor
