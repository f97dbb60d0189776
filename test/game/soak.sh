#!/bin/sh
# soak.sh SOAK: a short day; with SIDLE_LONG=1 a tenth of the whole one.
if test -n "${SIDLE_LONG:-}"; then exec "$1" 1000 150; fi
exec "$1" 200 130
