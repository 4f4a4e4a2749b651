#!/bin/sh
# Runs the checks and tests of this checkout; deploy/setup.sh dev (or soak) must have run.
#   deploy/test.sh all|fast|soak
set -eu
cd "$(dirname "$0")/.."

run=.venv/bin
purpose=${1:-all}
started=$(date +%s)
pure="table_firmware/rules/*,table_firmware/fairness/*,table_firmware/ledger/*,hal/board.py,hal/boards/rpi_wiring.py,hal/bounce.py,hal/debounce.py,hal/health.py,hal/serial/codec.py,hal/serial/duty.py,hal/serial/hold.py,hal/serial/messages.py,hal/serial/peer.py,hal/serial/session.py,hal/serial/wire.py"

# What that coverage rests on, as far as nothing in it is drawn by chance: to trace whole tables and
# the properties too would take three times as long and show less.
measured="tests/rules tests/fairness tests/ledger tests/hal tests/contracts
    tests/controller/test_abnormal_hands.py tests/controller/test_partners.py
    tests/controller/test_reveals.py"

step() {
    echo "[test] $1"
    shift
    "$@"
}

tests() {
    workers=$1 those=$2
    shift 2
    $run/pytest -q -n "$workers" --dist loadfile --no-loadscope-reorder -m "$those" "$@"
}

# Tests start many programs, each of which would compile everything anew.
unset PYTHONDONTWRITEBYTECODE
export KIVY_NO_ARGS=1 KIVY_LOG_MODE=PYTHON KIVY_WINDOW=sdl2

step "format" $run/ruff format --check --quiet .
step "lint" $run/ruff check --quiet .
step "contracts between the packages" $run/lint-imports --no-cache >/dev/null
step "types, while the tests run" $run/mypy --no-error-summary &
types=$!
trap 'kill "$types" 2>/dev/null || true' EXIT

case $purpose in
    fast)
        step "fast tests" tests 2 "not slow and not soak" --hypothesis-profile quick
        ;;
    soak)
        step "long runs" $run/pytest -q -m soak
        step "all properties, with ten times the examples" $run/pytest -q -n 2 --dist loadfile \
            -m "hypothesis and not soak" --hypothesis-profile thorough
        step "no change of the rules goes unnoticed" $run/python deploy/mutate.py
        ;;
    all)
        # shellcheck disable=SC2086  # several words
        step "tests of the pure parts, with their coverage" \
            tests 2 "not soak and not hypothesis and not no_cover" --cov --cov-report= $measured
        step "branch coverage of the pure parts is 100 %" \
            $run/coverage report --include="$pure" --fail-under=100
        # shellcheck disable=SC2086  # likewise
        step "their properties" tests 2 "not soak and (hypothesis or no_cover)" $measured
        # Some of them wait for programs, and a third worker has the core meanwhile.
        # shellcheck disable=SC2046,SC2086  # likewise
        step "all other tests" tests 3 "not soak" $(printf -- '--ignore=%s ' $measured)
        ;;
esac
wait "$types"
echo "[test] everything passed in $(( $(date +%s) - started )) s"
