import { readFileSync } from 'node:fs'

/**
 * Returns whether a file is read as OpenAPI rather than RAML. RAML starts with `#%RAML`. A JSON object is OpenAPI, as
 * is YAML with the root key `openapi`, or `swagger` as in older versions, which the reader reports. Returns false for
 * files that cannot be read.
 */
export function isOpenApi(path: string): boolean {
  const text = textOf(path)
  if (text.startsWith('#%RAML')) return false
  return /^\s*\{/.test(text) || /^["']?(?:openapi|swagger)["']?[ \t]*:/m.test(text)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch {
    return ''
  }
}
