import type { Api } from './api/api.js'
import type { Collector } from './diagnostics/collector.js'
import { isOpenApi, readOpenApi } from './openapi/index.js'
import { readApi } from './raml/read-api.js'

/** The result of reading an API. */
export interface InputRead {
  /** The API without the parts that have errors, or null if the file is unusable. */
  readonly api: Api | null
  /** The absolute paths of all files that were read or looked for. These are the files to watch. */
  readonly files: readonly string[]
}

/** Reads an API in RAML 0.8 or OpenAPI. The content of the file determines the format. */
export function readInput(
  path: string,
  options: { readonly includeRoot: string | null; readonly collector: Collector },
): InputRead {
  return isOpenApi(path) ? readOpenApi(path, options) : readApi(path, options)
}
