import type {
  Contract as ServedContract,
  ErrorMapping,
  Member,
  ParameterRole,
  Shape,
  Template,
} from '../../templates/runtime/contract/mapping.js'
import type { CustomAction } from './action.js'

export type { ErrorMapping, Member, ParameterRole, Shape, Template }

/** What an OpenAPI document declares of an operation on stored items, and how the service makes it from them. */
export interface Contract extends Omit<ServedContract, Declared> {
  /** The fields and relations that the request's body declares. Absent if there is no body. */
  readonly written?: readonly string[]
  /** The members that the request's body must have. Absent if there are none. */
  readonly demanded?: readonly string[]
  /** Whether the body can have other members, which handlers see and nothing stores. Absent if it cannot. */
  readonly takesOthers?: true
  /** The members that the item in the response must have. Absent if it contains none. */
  readonly required?: readonly string[]
  /** The relation that the operation shows or changes alone, as in JSON:API. Absent if it concerns the whole item. */
  readonly relationship?: string
  /** Whether the items in the response are the component of the model. Absent if they are not. */
  readonly returnsComponent?: true
  /** A part of the response's schema forbids what another one declares, so that no response satisfies it. */
  readonly isImpossible?: true
  /** The operation as declared. Its names are unique among all operations; it has no file. */
  readonly operation: CustomAction
}

/** The key of the caller's own item in `fixedKey`. */
export const CALLER_KEY = 'self'

/** What follows from the operation as declared. */
type Declared = 'params' | 'query' | 'headers' | 'cookies' | 'bodies' | 'isBodyOptional' | 'responses'
