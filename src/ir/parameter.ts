/**
 * One type of a declared parameter, with its constraints (RAML 0.8, "Named Parameters"). Constraints that are not
 * declared are null.
 */
export interface ParameterType {
  readonly type: 'string' | 'number' | 'integer' | 'date' | 'boolean' | 'file'
  readonly description: string | null
  readonly required: boolean
  readonly repeat: boolean
  readonly enum: readonly string[] | null
  /** A valid pattern that can be matched in linear time. */
  readonly pattern: string | null
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly minimum: number | null
  readonly maximum: number | null
  readonly example: string | null
  /** A value of the type, as a string. */
  readonly default: string | null
}

/** A declared parameter. */
export interface Parameter {
  readonly name: string
  /** At least one type. A value must be valid for one of them. */
  readonly types: readonly ParameterType[]
}
