import { OPENAPI_LIMITS } from '../source/limits.js'
import { readTextFile } from '../source/read-file.js'

/**
 * Returns whether a file is read as OpenAPI rather than RAML. RAML starts with `#%RAML`. A JSON object is OpenAPI, as
 * is YAML with the root key `openapi`, or `swagger` as in older versions, which the reader reports. Returns false for
 * files that cannot be read.
 */
export function isOpenApi(path: string): boolean {
  const read = readTextFile(path, path, OPENAPI_LIMITS)
  if (!('file' in read)) return false
  const { text } = read.file
  if (text.startsWith('#%RAML')) return false
  return /^\s*\{/.test(text) || /^["']?(?:openapi|swagger)["']?[ \t]*:/m.test(text)
}
