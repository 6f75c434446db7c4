import type { Collector } from '../../diagnostics/collector.js'
import type { Contract, Model, Relation, Route } from '../../ir/index.js'
import type { Span } from '../../source/span.js'
import type { UnnamedAction } from '../actions/custom-action.js'
import type { ErrorBody } from './errors.js'
import type { ListFilter } from './parameters/source.js'
import type { FindSchema } from './schemas.js'

export interface ContractSource {
  readonly models: ReadonlyMap<string, Model>
  readonly relations: readonly Relation[]
  readonly find: FindSchema
  /** Returns where a parameter is declared. */
  readonly placeOf: (parameter: string) => Span
  readonly nest: (path: readonly Model[], relation: string) => void
  /** Records that documents contain a relation of a model. */
  readonly show: (model: Model, relation: string) => void
  /** The path of the service. */
  readonly basePath: string
  /** Returns the path of a model's items, below the path of the service. Undefined if the items have no URL of their own. */
  readonly pathOf: (model: string) => string | undefined
  /** Records that a function of the user's says which items a parameter of a list selects. */
  readonly addFilter: (filter: ListFilter) => void
  /** Records the body of an error that a function of the user's makes. */
  readonly addErrorBody: (body: ErrorBody) => void
  /** The key of the item if the path is that of one item alone, or `self` for that of the caller. Null otherwise. */
  readonly fixedKey: string | null
  /** The relation that the operation shows or changes alone. Null if it concerns the whole item. */
  readonly relationship: string | null
  /** Whether `x-operation` says what the operation does. */
  readonly isNamed: boolean
  /** Whether the path alone says which items a list contains, as in `/items/archived` beside `/items`. */
  readonly isSelection: boolean
  /** Whether the operation also takes svcgen's own query parameters. */
  readonly takesQueries: boolean
  /** The fields in whose order the list is by default, or null. */
  readonly sort: string | null
  /** Records what a served operation leaves out of its response. */
  readonly addLack: (lack: Lack) => void
  /**
   * Returns whether a header or query parameter contains the credentials of a security scheme that the operation accepts
   * (`own`), or only of others. Null for any other parameter.
   */
  readonly credentialIn: (parameter: string, place: 'header' | 'query') => 'own' | 'other' | null
  /** Returns the properties that the component of a model declares and does not require. */
  readonly optionalIn: (model: string) => readonly string[]
  /** Returns whether the component of the route's model declares a property. */
  readonly declares: (property: string) => boolean
  /** Whether handlers of the model can read what nothing stores. */
  readonly hasHandlers: boolean
  readonly collector: Collector
}

export type Served = Pick<
  Route,
  'id' | 'path' | 'kind' | 'action' | 'model' | 'param' | 'lookup' | 'scope' | 'parents'
> & {
  readonly at: Span
}

/** A contract whose name is not known yet, because it depends on the other operations. */
export type UnnamedContract = Omit<Contract, 'operation'> & { readonly operation: UnnamedAction }

/** What an operation lacks so that stored items answer it as declared, and the line that adds it. */
export interface Lack {
  readonly message: string
  readonly line: string
  /** Whether this is reported as an error. */
  readonly isError?: true
}

/** Why an operation whose path is that of stored items is not the service's. */
export class OwnOperation {
  readonly lack: Lack

  constructor(message: string, line: string) {
    this.lack = { message, line }
  }
}

/** Returns why a list is the user's operation if its path alone says which items it contains. */
export function listsUnknown(model: string): OwnOperation {
  return new OwnOperation(
    `does not say which items of ${model} it lists`,
    'x-operation: list, if it lists all of them',
  )
}
