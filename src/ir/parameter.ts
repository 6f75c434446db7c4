import type { JsonSchema } from './json-schema.js'

/** How the values of a parameter are written (RFC 6570; OpenAPI 3.1, "Style Values"). */
export const PARAMETER_STYLES = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
] as const
export type ParameterStyle = (typeof PARAMETER_STYLES)[number]

/** Where a parameter is. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'form'

/** A declared parameter. */
export interface Parameter {
  readonly name: string
  /** The name of a header as declared, if that is not in lowercase. */
  readonly written?: string
  readonly description: string | null
  readonly required: boolean
  /** The values. A parameter with a default value has it here. */
  readonly schema: JsonSchema
  /** Absent for the default of the location: `form` in the query, cookies and forms, `simple` elsewhere. */
  readonly style?: ParameterStyle
  /** Absent for the default of the style: true for `form`, false for all others. */
  readonly explode?: boolean
  /** Set if the value is JSON text. */
  readonly isJson?: true
  readonly deprecated?: true
}
