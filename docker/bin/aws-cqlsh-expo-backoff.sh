#!/bin/sh
: "${2:?usage: aws-cqlsh-expo-backoff.sh SECONDS ATTEMPTS [ARGUMENT...]}"
exec cqlsh-ext --retry "$@"
