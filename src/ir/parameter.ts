import type { ParameterStyle, ParameterLocation } from '../../templates/runtime/spec/parameters.js'
import type { JsonSchema } from './json-schema.js'

export type { ParameterLocation, ParameterStyle }

export interface Parameter {
  readonly name: string
  /** The name as declared, if it differs: of a header that is not in lowercase, or of a path parameter such as `pet-id`. */
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
  /** What only `openapi.json` shows: `allowReserved`, `x-…`. Absent if there is nothing. */
  readonly kept?: JsonSchema
}
