import type { Collector } from './diagnostics/collector.js'
import { isOpenApi, readOpenApi } from './openapi/index.js'
import { type ApiRead, readApi } from './raml/read-api.js'

/** Reads an API in RAML 0.8 or OpenAPI. The content of the file determines the format. */
export function readInput(
  path: string,
  options: { readonly includeRoot: string | null; readonly collector: Collector },
): ApiRead {
  return isOpenApi(path) ? readOpenApi(path, options) : readApi(path, options)
}
