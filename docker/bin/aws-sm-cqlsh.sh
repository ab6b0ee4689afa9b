#!/bin/sh
secret=${1:?usage: aws-sm-cqlsh.sh SECRET [ARGUMENT...]}
shift
exec cqlsh-ext --secret-id "$secret" "$@"
