import type { JsonSchema, Model, Parameter, Relation } from '../../../ir/index.js'
import { looseKey } from '../../../naming/loose-match.js'
import type { Named } from '../../../schema/node.js'
import type { FindSchema } from '../schemas.js'
import { isHidden } from '../related-keys.js'

export interface RoleSource {
  /** All query parameters of the list. */
  readonly parameters: readonly Parameter[]
  readonly model: Model
  readonly models: ReadonlyMap<string, Model>
  readonly relations: readonly Relation[]
  readonly find: FindSchema
  /** Whether the response contains the cursor of the next page. */
  readonly hasCursor: boolean
  /** The members of the items in the response, and those that are keys or documents. */
  readonly shown: ReadonlySet<string>
  readonly expandable: ReadonlySet<string>
  /** The members that the response has of all items. */
  readonly matchable: ReadonlySet<string>
  /** The members that show another field, a part of one or a field of a related item: its path. */
  readonly taken: ReadonlyMap<string, string>
  /** The members that the items in the response must have. */
  readonly required: readonly string[]
  /** Returns the name of the function that says which items a parameter selects. */
  readonly ownFilter: (parameter: Parameter) => string
}

/** The reason why a parameter has no meaning, and how to fix that. */
export interface NoRole {
  readonly message: string
  readonly help: string
}

/** A parameter with `x-filter: own`, and the name of its function. */
export interface ListFilter extends Named {
  readonly model: string
  readonly parameter: string
  readonly values: JsonSchema
}

/** What names of parameters and their values refer to. */
export type Fields = Pick<RoleSource, 'model' | 'relations'>

/** Returns the readable field or to-one relation with a name. Case, `-` and `_` are ignored. */
export function fieldNamed({ model, relations }: Fields, name: string): string | undefined {
  const names = [
    ...model.fields.filter(({ stored, type }) => stored && type !== 'foreign_key').map((field) => field.name),
    ...model.relations.filter(({ many }) => !many).map((end) => end.name),
  ].filter((each) => !isHidden(each, model, relations))
  return names.find((each) => each === name) ?? names.find((each) => looseKey(each) === looseKey(name))
}

/**
 * Returns the object and the member that a name such as `page[size]` means, unless the object is a field. The members of an
 * object can be declared one by one.
 */
export function membersIn(
  name: string,
  source: Fields,
): readonly [object: string | undefined, member: string] {
  const [, outer = '', member = ''] = /^(\w+)\[(.+)\]$/.exec(name) ?? []
  if (outer === '' || fieldNamed(source, outer) !== undefined) return [undefined, name]
  return [looseKey(outer), member.replace('][', '[').replace(/(\[\w+)$/, '$1]')]
}

export function valueOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
