#!/bin/sh
# The AWS toolkit's cqlsh calls --decompress otherwise
for argument; do
  shift
  case $argument in
    --decompression* | –decompression* | —decompression*) argument=--decompress${argument#*decompression} ;;
  esac
  set -- "$@" "$argument"
done
exec cqlsh-ext "$@"
