import type { CatalogueEntry } from './entry.js'
import { handlerCodes } from './handler.js'
import { modelCodes } from './model.js'
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
}

/** A diagnostic code. One that is not in the catalogue does not compile (SPEC 3). */
export type Code = keyof typeof entries

/**
 * Every diagnostic: SVC1… source text (YAML, JSON, includes), SVC2… RAML, SVC3… schemas, SVC4… models, relationships and routes,
 * SVC5… authentication and ACLs, SVC6… handlers, SVC7… the output folder and the command line.
 */
export const catalogue: Readonly<Record<Code, CatalogueEntry>> = entries

/** Tells whether a text is a code of the catalogue. */
export function isCode(text: string): text is Code {
  return Object.hasOwn(catalogue, text)
}
