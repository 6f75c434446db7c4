import type { CatalogEntry } from './entry.js'
import { handlerCodes } from './handler.js'
import { modelCodes } from './model.js'
import { openapiCodes } from './openapi.js'
import { outputCodes } from './output.js'
import { ramlCodes } from './raml.js'
import { schemaCodes } from './schema.js'
import { securityCodes } from './security.js'
import { sourceCodes } from './source.js'

const entries = {
  ...sourceCodes,
  ...ramlCodes,
  ...schemaCodes,
  ...modelCodes,
  ...securityCodes,
  ...handlerCodes,
  ...outputCodes,
  ...openapiCodes,
}

/** A diagnostic code. Unknown codes are compile errors. */
export type Code = keyof typeof entries

/** The entries of all diagnostic codes. */
export const catalog: Readonly<Record<Code, CatalogEntry>> = entries

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
  return Object.hasOwn(entries, text)
}

function codesOf(part: object): readonly Code[] {
  return Object.keys(part).filter(isCode).toSorted()
}
