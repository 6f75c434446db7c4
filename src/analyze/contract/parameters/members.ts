import { effectiveSchema, type Parameter, type ParameterRole } from '../../../ir/index.js'
import { looseKey } from '../../../naming/loose-match.js'
import { listed } from '../../../naming/phrases.js'
import { type FindSchema, itemsOf } from '../schemas.js'
import { type NoRole, type RoleSource, valueOf } from './source.js'

/** What a parameter names: members to return, members to leave out, or related items to return. */
export type Naming = 'fields' | 'except' | 'expand'

/** The parameters that name members of the items. */
const MEMBERS: Readonly<Record<string, Naming>> = {
  fields: 'fields',
  select: 'fields',
  $select: 'fields',
  attributes: 'fields',
  excludedattributes: 'except',
  excludedfields: 'except',
  excludefields: 'except',
  expand: 'expand',
  $expand: 'expand',
  include: 'expand',
  includes: 'expand',
  embed: 'expand',
}

/** Returns what a parameter that names members of the items means, by its name. */
export function membersNamedBy(parameter: string): Naming | undefined {
  return valueOf(MEMBERS, looseKey(parameter))
}

/** Returns what a parameter that names members of the items means, by its name and the members that can be left out or keys. */
export function membersMeantBy(parameter: string, expandable: ReadonlySet<string>): Naming | undefined {
  const named = membersNamedBy(parameter)
  const isClear = named !== 'expand' || expandable.size > 0 || EXPAND.test(looseKey(parameter))
  return isClear ? named : undefined
}

/** The parameters that can only mean related items, also where there are none. */
const EXPAND = /^\$?expand$/

/** The value of `$expand` that means all members. */
const ALL = '*'

/** Returns whether clients can ask for the related items in a member; undefined if no parameter is for that. */
export function expandsIn(
  parameters: readonly Parameter[],
  find: FindSchema,
): ((member: string) => boolean) | undefined {
  const parameter = parameters.find(
    ({ name, kept = {} }) => membersNamedBy(name) === 'expand' && kept['x-ignored'] !== true,
  )
  if (parameter === undefined) return undefined
  const { enum: values } = effectiveSchema(itemsOf(parameter.schema, find) ?? parameter.schema, find)
  return (member) =>
    !Array.isArray(values) ||
    values.some((value) => value === ALL || expandedBy(String(value), new Set([member])) !== undefined)
}

/** Returns the member that a value of `expand` names, also below the list of a page, as in `data.customer`. */
function expandedBy(value: string, members: ReadonlySet<string>): string | undefined {
  return [value, value.replace(/^\w+\./, '')].find((name) => members.has(name))
}

/** Returns the meaning of a parameter that names members of the items, all of which the response must have. */
export function membersRole(
  naming: Naming,
  { name, schema }: Parameter,
  { shown, expandable, required, find, model }: RoleSource,
): ParameterRole | NoRole {
  const values = effectiveSchema(itemsOf(schema, find) ?? schema, find)['enum']
  const as = naming === 'expand' ? naming : 'fields'
  const known = as === 'fields' ? shown : expandable
  const isKnown = (value: string): boolean =>
    known.has(value) || (as === 'expand' && (value === ALL || expandedBy(value, known) !== undefined))
  const other = Array.isArray(values) ? values.find((value) => !isKnown(String(value))) : undefined
  if (other === undefined && as === 'expand') return { as }
  if (other === undefined)
    return {
      as: 'fields',
      ...(naming === 'except' ? { isExcept: true } : {}),
      ...(required.length > 0 ? { always: required.filter((each) => shown.has(each)) } : {}),
    }
  const isMissing = as === 'expand' && !model.relations.some((end) => end.name === other)
  const what = as === 'fields' ? 'member' : 'relationship that can be left out, or be a key or a document,'
  return {
    message: `"${name}" can be "${String(other)}", which is not a ${what} in the response of ${model.id}`,
    help: [
      ...(known.size === 0 ? [] : [`Use ${listed([...known].toSorted(), 'or')}`]),
      ...(isMissing && known.size === 0
        ? [
            `Declare "${String(other)}" as a relationship in ${model.id}, store the component of the response instead if it extends ${model.id}`,
          ]
        : []),
      `${known.size === 0 && !isMissing ? 'Write' : 'write'} "x-ignored: true" next to it, or write the operation yourself with "x-operation: own"`,
    ].join(', '),
  }
}
