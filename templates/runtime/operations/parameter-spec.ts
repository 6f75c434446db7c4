import type { Json, JsonObject } from '../json.js'
import type { ParameterStyle } from '../spec/parameters.js'

/** A declared parameter: in the path, the query, a header, a cookie or a form. */
export interface ParameterSpec {
  /** The JSON schema of its values. `http-date` is the format of dates, `binary` that of files in a form. */
  readonly schema: JsonObject
  readonly required?: boolean
  /** By default `form` in the query, cookies and forms, and `simple` elsewhere. */
  readonly style?: ParameterStyle
  /** By default true for `form` and false for all other styles. */
  readonly explode?: boolean
  /** Whether the value is JSON text. */
  readonly isJson?: boolean
  /** The name of a path parameter in the route, if it differs, because not every name is allowed there. */
  readonly segment?: string
  /** Whether an empty value is accepted, whatever the schema says. */
  readonly allowEmpty?: boolean
}

/** Declared parameters, keyed by name. */
export type ParameterSpecs = Readonly<Record<string, ParameterSpec>>

/** A value of a declared parameter: converted as its schema says, a date, or a file. */
export type ParameterValue = Json | Date | object

/** The values of declared parameters, keyed by name. Omitted parameters are absent. */
export type ParameterValues = Record<string, ParameterValue>
