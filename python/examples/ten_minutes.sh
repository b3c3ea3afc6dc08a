#!/usr/bin/env bash
# A player from nothing in ten minutes, on a machine with a large GPU and many cores; nothing is fetched.
#
#     bash python/examples/ten_minutes.sh OUT [more of python -m cardmill.train]
#
# The GPU learns while all cores but a few play the next games. Every generation, of which there are about
# thirty, leaves a checkpoint: the same command goes on with it. MINUTES=1 is a trial; without a GPU, too.
set -euo pipefail
out=${1:?the folder of the run}
device=cpu
if python -c 'import sys, torch; sys.exit(not torch.cuda.is_available())'; then
    device=cuda
fi
exec python -m cardmill.train "$out" --decks sec lof --minutes "${MINUTES:-10}" --device "$device" --overlap \
    --batch 4096 --resume "${@:2}"
