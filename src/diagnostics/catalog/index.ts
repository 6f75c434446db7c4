import type { CatalogEntry, WrittenEntry } from './entry.js'
import { handlerCodes } from './handler.js'
import { modelCodes } from './model.js'
import { openapiCodes } from './openapi.js'
import { outputCodes } from './output.js'
import { ramlCodes } from './raml.js'
import { schemaCodes } from './schema.js'
import { securityCodes } from './security.js'
import { sourceCodes } from './source.js'

/** The entries of all diagnostic codes, by code. */
export const catalog = {
  ...sourceCodes,
  ...ramlCodes,
  ...schemaCodes,
  ...modelCodes,
  ...securityCodes,
  ...handlerCodes,
  ...outputCodes,
  ...openapiCodes,
} satisfies Readonly<Record<string, WrittenEntry>>

/** A diagnostic code. Unknown codes are compile errors. */
export type Code = keyof typeof catalog

export function entryOf(code: Code): CatalogEntry {
  return { severity: 'error', ...catalog[code] }
}

/** The codes grouped by topic, which the first digit of each code identifies. */
export const topics: readonly { readonly title: string; readonly codes: readonly Code[] }[] = [
  { title: 'Source text: YAML, JSON and includes', codes: codesOf(sourceCodes) },
  { title: 'RAML', codes: codesOf(ramlCodes) },
  { title: 'JSON schemas', codes: codesOf(schemaCodes) },
  { title: 'Models, relationships and routes', codes: codesOf(modelCodes) },
  { title: 'Authentication and access control', codes: codesOf(securityCodes) },
  { title: 'Functions', codes: codesOf(handlerCodes) },
  { title: 'Output folder and command line', codes: codesOf(outputCodes) },
  { title: 'OpenAPI', codes: codesOf(openapiCodes) },
]

export function isCode(text: string): text is Code {
  return Object.hasOwn(catalog, text)
}

function codesOf(part: object): readonly Code[] {
  return Object.keys(part).filter(isCode).toSorted()
}
