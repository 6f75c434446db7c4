import {
  effectiveSchema,
  type Json,
  type JsonSchema,
  type Parameter,
  type ParameterRole,
  VALUE_TRAITS,
} from '../../../ir/index.js'
import { looseKey } from '../../../naming/loose-match.js'
import { type FindSchema, itemsOf, objectSchema } from '../schemas.js'
import { asNumbers, unordered } from './fit.js'
import { timeOf } from './operators.js'
import { fieldNamed, type NoRole, type RoleSource } from './source.js'

/** The parameters that name the field to sort by. */
export const SORTS: ReadonlySet<string> = new Set(['sort', 'orderby', 'ordering', 'sortby', '$orderby'])

/** The parameters that contain the direction, or the field to sort by. */
export const DIRECTIONS: ReadonlySet<string> = new Set([
  'order',
  'direction',
  'sortorder',
  'sortdirection',
  'sortdir',
  'orderdirection',
  'orderdir',
])

/** The members of objects that sort: `sort[by]=name&sort[direction]=desc`. */
const SORT_MEMBERS: Readonly<Record<string, 'sort' | 'direction'>> = {
  by: 'sort',
  field: 'sort',
  key: 'sort',
  direction: 'direction',
  dir: 'direction',
  order: 'direction',
}

/** The end of a value such as `name desc`, `name:asc` or `name,asc`. */
const DIRECTION = /[ :.,](?:asc|desc)$/i

/** Returns what an object such as `{ by: 'name', direction: 'desc' }` means. */
export function sortObjectRole(parameter: Parameter, source: RoleSource): ParameterRole | NoRole {
  const { name, schema } = parameter
  const declared = [...(objectSchema(schema, source.find)?.properties ?? [])]
  const members = new Map(
    declared.flatMap(([member, property]) => {
      const known = looseKey(member)
      const as = Object.hasOwn(SORT_MEMBERS, known) ? SORT_MEMBERS[known] : undefined
      return as === undefined ? [] : [[as, { member, property }] as const]
    }),
  )
  const [by, direction] = [members.get('sort'), members.get('direction')]
  if (by === undefined) {
    const fields = sortableIn(declared, source)
    if (fields !== null) return { as: 'sorting', fields }
  }
  if (by === undefined || members.size < declared.length)
    return {
      message: `The parameter "${name}" sorts a list of ${source.model.id} by an object without the known members "by" and "direction", and its members are not all fields`,
      help: 'Declare "by" and "direction", or fields with the directions "asc" and "desc", or a text with an "enum" of fields, write "x-ignored: true" next to it, or write the operation yourself with "x-operation: own"',
    }
  const role = sortRole({ ...parameter, name: `${name}[${by.member}]`, schema: by.property }, source)
  if (!('as' in role) || role.as !== 'sort') return role
  return {
    as: 'sorting',
    by: by.member,
    fields: role.fields,
    ...(direction === undefined ? {} : { direction: direction.member }),
  }
}

/**
 * Returns the fields that the members of an object such as `{ name: 'desc' }` name, which are all that the response shows if none
 * are declared. Null if a member is none.
 */
function sortableIn(
  declared: readonly (readonly [name: string, schema: JsonSchema])[],
  { model, relations, matchable, find }: RoleSource,
): Readonly<Record<string, string>> | null {
  const isSortable = (name: string): boolean =>
    matchable.has(name) &&
    model.fields.some(
      (field) =>
        field.name === name &&
        field.stored &&
        VALUE_TRAITS[field.type].isSortable &&
        unordered(field) === undefined,
    )
  if (declared.length === 0)
    return Object.fromEntries(
      model.fields.flatMap(({ name }): [string, string][] => (isSortable(name) ? [[name, name]] : [])),
    )
  const named = declared.map(([member, schema]): [string, string] | null => {
    const { enum: values } = effectiveSchema(schema, find)
    const isDirection = Array.isArray(values) && values.every((value) => DIRECTION_TEXT.test(String(value)))
    const field = fieldNamed({ model, relations }, member)
    return isDirection && field !== undefined && isSortable(field) ? [member, field] : null
  })
  const known = named.filter((each) => each !== null)
  return known.length === named.length ? Object.fromEntries(known) : null
}

const DIRECTION_TEXT = /^(?:asc|desc)(?:ending)?$/i

export function sortRole(
  { name, schema, kept = {} }: Parameter,
  { model, relations, find }: RoleSource,
): ParameterRole | NoRole {
  const declared = kept['x-sort']
  const items = itemsOf(schema, find)
  const values = effectiveSchema(items ?? schema, find)['enum']
  const named =
    typeof declared === 'object' && declared !== null && !Array.isArray(declared)
      ? Object.entries(declared).map(([value, field]): [string, string] => [value, String(field)])
      : []
  if (named.length === 0 && !Array.isArray(values))
    return {
      message: `The values of "${name}" are not declared`,
      help: 'Declare the sortable fields with "enum", or their names with "x-sort: { created: created_at }", or write the operation yourself with "x-operation: own"',
    }
  const known = new Map(named)
  for (const [value, field] of known)
    if (fieldNamed({ model, relations }, field.replace(/^-/, '')) !== field.replace(/^-/, ''))
      return {
        message: `"x-sort" of "${name}" sorts "${value}" by "${field}", which is not a field of ${model.id}`,
        help: 'Name a field of the component, leave the value out, or write the operation yourself with "x-operation: own"',
      }
  for (const value of [...(Array.isArray(values) ? values : []), ...defaultKeys(schema, find, known)]) {
    const text = String(value).replace(/^[+-]/, '').replace(DIRECTION, '')
    const field = fieldNamed({ model, relations }, text) ?? timeOf(text, { model, relations })
    if (known.has(text) || known.has(String(value))) continue
    if (field === undefined)
      return {
        message: `"${name}" can be "${text}", which is not a field of ${model.id}`,
        help: `Name the field: "x-sort: { ${text}: <field> }", or write the operation yourself with "x-operation: own"`,
      }
    const stored = model.fields.find((each) => each.name === field)
    const reason = stored === undefined ? undefined : unordered(stored)
    if (reason !== undefined)
      return {
        message: `"${name}" cannot sort a list of ${model.id} by "${text}": ${reason}`,
        help: `${asNumbers(stored)}, or "x-sort: { ${text}: ${field} }" next to the parameter, if the order of texts is meant`,
      }
    known.set(text, field)
  }
  return { as: 'sort', fields: Object.fromEntries(known) }
}

/** Returns the fields that requests without the parameter sort by, such as `-created,name`. */
function defaultKeys(schema: JsonSchema, find: FindSchema, known: ReadonlyMap<string, string>): Json[] {
  const values = [effectiveSchema(schema, find)['default'] ?? []].flat()
  return values.flatMap((value) =>
    typeof value !== 'string' || known.has(value) || DIRECTION.test(value) ? [value] : value.split(','),
  )
}
