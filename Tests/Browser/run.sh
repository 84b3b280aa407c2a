#!/usr/bin/env bash
# Tests the pages of a larder in Chromium, and the main functions in Firefox, served and as a folder: of a larder of the
# sample, of a kitchen whose content the tests know, and of a source that attacks its readers.
#
#   Tests/Browser/run.sh [--only WORDS] [--place served|folder] [--seed N] [--keep DIR]
#
# BIN: the folder of coordinator and worker (.build/release). Installs nothing: it wants Debian's chromium and PyPI's
# playwright and axe-playwright-python; fonts-noto-core shows Arabic. Without Debian's firefox-esr and PyPI's
# marionette-driver the tests in Firefox are skipped.
#
# Exit code 0: all passed; 1: a test failed; 77: something is missing, and said in one line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

missing() {
    echo "The browser tests were skipped: $1"
    exit 77
}

bin=${BIN:-.build/release}
for program in coordinator worker; do
    [ -x "$bin/$program" ] || missing "$bin has no $program (set BIN)."
done
[ -x /usr/bin/chromium ] || missing "there is no /usr/bin/chromium (apt-get install chromium)."
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || missing "there is no Python 3.11 or later."
python3 -c 'import playwright, axe_playwright_python' 2>/dev/null ||
    missing "Python has no playwright with axe (pip install playwright axe-playwright-python)."
PYTHONDONTWRITEBYTECODE=1 exec python3 Tests/Browser/run.py --programs "$bin" "$@"
