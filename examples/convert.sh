#!/bin/sh
# convert.sh FILE FORMAT: converts a file with curl alone.
set -eu
out="$(basename "${1%.*}").$2"
curl --fail-with-body --silent --show-error \
  -H "Authorization: Bearer $FILEMILL_API_KEY" -F "file=@$1" -F onTimeout=fail -o "$out" "$FILEMILL_URL/api/public/convert/$2"
echo "$out"
