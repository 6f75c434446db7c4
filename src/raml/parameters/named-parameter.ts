import type { Span } from '../../source/span.js'

/**
 * A URI, query, header or form parameter (RAML 0.8, "Named Parameters"). A parameter that can have several types has
 * several declarations.
 */
export interface NamedParameter {
  readonly name: string
  readonly nameAt: Span
  readonly declarations: readonly ParameterDeclaration[]
}

export interface ParameterDeclaration {
  readonly type: 'string' | 'number' | 'integer' | 'date' | 'boolean' | 'file'
  readonly displayName: string | null
  readonly description: string | null
  readonly required: boolean
  readonly repeat: boolean
  readonly enum: readonly string[] | null
  readonly pattern: string | null
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly minimum: number | null
  readonly maximum: number | null
  readonly example: string | null
  readonly default: string | null
}
