#!/usr/bin/env bash
# Checks the data model of a pull request in a checkout: check, tests, and the certificate against the base. Writes one comment.
#
# PROJECT    the folder of the project (default: the checkout)
# BASE       the commit to compare with (default: where the pull request branched off)
# SOURCE     a database for values, tests and checks (default: none), as --source of the commands
# TESTS      local, platform or off (default: local); platform needs DATA_MODEL_URL, DATA_MODEL_DEPLOYMENT, DATA_MODEL_BRANCH
#            and DATA_MODEL_API_KEY
# STRICT     true: public names that are gone fail, too (default: false)
# COMMENT    false: no comment (default: true)
# OUT        a folder that gets the reports (default: none)
set -euo pipefail

program="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/dist/cli/dataModel.js"
project="${PROJECT:-.}"
# Outside of the checkout: a report is not a file of the project.
out="$(mktemp -d)"
worktree="$(mktemp -d)"
status=0

finish() {
  if [ -n "${OUT:-}" ]; then mkdir -p "$OUT" && cp -R "$out/." "$OUT/"; fi
  if [ -e "$worktree/.git" ]; then git worktree remove --force "$worktree"; fi
  rm -rf "$out" "$worktree"
}
trap finish EXIT

data_model() { node "$program" "$@"; }

# Code hosts read files or lines of the log.
formats() {
  echo "--format=sarif=$out/$1.sarif" "--format=junit=$out/$1.xml" "--format=markdown=$out/$1.md"
  if [ -n "${GITHUB_ACTIONS:-}" ]; then echo "--format=github"; else echo "--format=gitlab=$out/$1.codequality.json" "--format=text"; fi
}

# As in the reports.
title() {
  case "$1" in
    check) echo 'Data model check' ;;
    test) echo 'Tests of the data model' ;;
    *) echo 'Data model review' ;;
  esac
}

# Runs a command; its exit codes of the second argument are no failure.
step() {
  local name="$1" fine="$2" code=0
  shift 2
  # shellcheck disable=SC2046
  data_model "$@" $(formats "$name") || code=$?
  case " 0 $fine " in
    *" $code "*) ;;
    *)
      status=1
      # A command that could not work has no report.
      [ -f "$out/$name.md" ] || printf '## %s\n\nThe command failed with exit code %s. The log of the job says why.\n' "$(title "$name")" "$code" >"$out/$name.md"
      ;;
  esac
}

comment() {
  local code=0
  [ "${COMMENT:-true}" = true ] || return 0
  data_model comment "$@" || code=$?
  # 4: the token may not write, as for a fork. The log has the reports.
  if [ "$code" -ne 0 ] && [ "$code" -ne 4 ]; then status=1; fi
}

base="${BASE:-}"
if [ -z "$base" ]; then
  target="${GITHUB_BASE_REF:-${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:-}}"
  if [ -z "$target" ] || ! base="$(git merge-base HEAD "origin/$target")"; then
    echo "The base of the pull request is not in this checkout. Set BASE, or fetch the whole history (fetch-depth: 0, GIT_DEPTH: 0)." >&2
    exit 2
  fi
fi

if git diff --quiet "$base" HEAD -- "$project"; then
  echo "The pull request changes nothing in $project."
  printf '## Data model review\n\nThe pull request changes nothing in the model.\n' >"$out/unchanged.md"
  comment "$out/unchanged.md" --name "$project" --update-only
  exit "$status"
fi

source=()
if [ -n "${SOURCE:-}" ]; then source=(--source "$SOURCE"); fi

database=(--no-database)
if [ "${#source[@]}" -gt 0 ]; then database=("${source[@]}"); fi
step check 4 check "$project" "${database[@]}"

if [ -z "$(git ls-files -- "$project" | grep -E '\.test\.ya?ml$')" ]; then
  echo "There are no tests in $project."
elif [ "${TESTS:-local}" = local ]; then
  step test '' test "$project" --local "${source[@]}"
elif [ "$TESTS" = platform ]; then
  step test '' test "$project" --url "${DATA_MODEL_URL:-}" --deployment "${DATA_MODEL_DEPLOYMENT:-}" --branch "${DATA_MODEL_BRANCH:-}"
fi

git worktree add --quiet --detach "$worktree" "$base"
if [ -d "$worktree/$project" ]; then
  strict=()
  if [ "${STRICT:-false}" = true ]; then strict=(--strict); fi
  step certify 4 certify "$worktree/$project" "$project" "${source[@]}" "${strict[@]}"
else
  printf '## Data model review\n\nThe project is new: there is nothing to compare with.\n' >"$out/certify.md"
fi

reports=()
for name in certify check test; do
  if [ -f "$out/$name.md" ]; then reports+=("$out/$name.md"); fi
done
comment "${reports[@]}" --name "$project"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "${reports[@]}" >>"$GITHUB_STEP_SUMMARY"; fi
exit "$status"
