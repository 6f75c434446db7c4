import {
  effectiveSchema,
  isNumeric,
  type Json,
  type JsonSchema,
  type Model,
  type Parameter,
  type ParameterRole,
} from '../../../ir/index.js'
import { looseKey } from '../../../naming/loose-match.js'
import { listed } from '../../../naming/phrases.js'
import { type FindSchema, objectSchema, typesIn } from '../schemas.js'
import { noRole } from './no-role.js'
import { membersIn, type NoRole, type RoleSource, valueOf } from './source.js'

/** How a parameter selects a page. */
export type Paging = 'limit' | 'page' | 'offset' | 'cursor' | 'before'

export const PAGING_KINDS: readonly Paging[] = ['limit', 'page', 'offset', 'cursor', 'before']

/** The parameters of a page, by recognizable name. */
export const PAGING: Readonly<Record<string, Paging>> = {
  limit: 'limit',
  perpage: 'limit',
  pagesize: 'limit',
  pagelimit: 'limit',
  itemsperpage: 'limit',
  size: 'limit',
  take: 'limit',
  top: 'limit',
  $top: 'limit',
  maxresults: 'limit',
  maxitems: 'limit',
  maxpagesize: 'limit',
  $maxpagesize: 'limit',
  page: 'page',
  pagenumber: 'page',
  pagenum: 'page',
  pageindex: 'page',
  currentpage: 'page',
  offset: 'offset',
  pageoffset: 'offset',
  skip: 'offset',
  start: 'offset',
  startindex: 'offset',
  $skip: 'offset',
  cursor: 'cursor',
  pagecursor: 'cursor',
  nextcursor: 'cursor',
  pagetoken: 'cursor',
  nextpagetoken: 'cursor',
  nexttoken: 'cursor',
  continuationtoken: 'cursor',
  $skiptoken: 'cursor',
  marker: 'cursor',
  after: 'cursor',
  startingafter: 'cursor',
  endingbefore: 'before',
}

/** Objects with the parameters of a page: `page[number]=2&page[size]=10`. */
export const PAGING_OBJECTS: ReadonlySet<string> = new Set(['page', 'pagination', 'paging'])

/** The members of these objects. */
export const PAGING_MEMBERS: Readonly<Record<string, Paging>> = {
  ...PAGING,
  number: 'page',
  before: 'before',
}

/** Returns how a parameter selects a page, by its name. Beside `after`, the end of the page is `before`. */
export function pagingNamed(
  { name, schema }: Pick<Parameter, 'name' | 'schema'>,
  source: Pick<RoleSource, 'parameters' | 'model' | 'relations' | 'find'>,
): Paging | undefined {
  const [object, member] = membersIn(name, source)
  if (object !== undefined && PAGING_OBJECTS.has(object)) return valueOf(PAGING_MEMBERS, looseKey(member))
  const known = looseKey(name)
  const hasAfter = source.parameters.some((other) => looseKey(other.name) === 'after')
  if (known === 'before' && hasAfter) return 'before'
  // A boolean asks for the total.
  return known === 'count' && typesIn(schema, source.find).join() === 'integer'
    ? 'limit'
    : valueOf(PAGING, known)
}

/** Returns whether a parameter of a list, or a member of one, contains the key of the item before which a page ends. */
export function hasBefore(source: Pick<RoleSource, 'parameters' | 'model' | 'relations' | 'find'>): boolean {
  return source.parameters.some(({ name, schema, kept = {} }) => {
    if ((kept['x-paging'] ?? pagingNamed({ name, schema }, source)) === 'before') return true
    const members = PAGING_OBJECTS.has(looseKey(name))
      ? objectSchema(schema, source.find)?.properties
      : undefined
    return [...(members?.keys() ?? [])].some(
      (member) => valueOf(PAGING_MEMBERS, looseKey(member)) === 'before',
    )
  })
}

export function unknownPaging(name: string, stated: Json): NoRole {
  return {
    message: `"x-paging" of the parameter "${name}" is ${JSON.stringify(stated)}, which is no way to select a page`,
    help: `Use ${listed(PAGING_KINDS, 'or')}`,
  }
}

export function pagingRole(
  as: Paging,
  { name, schema, kept = {} }: Parameter,
  { hasCursor, find, model }: RoleSource,
): ParameterRole | NoRole {
  const known = effectiveSchema(schema, find)
  if (as === 'cursor' && hasCursor && fitsCursor(schema, find)) return { as }
  if (as === 'cursor')
    return fitsKey(schema, model, find)
      ? { as: 'after' }
      : {
          message: `"${name}" is a number, which cannot be the text "${model.key}" of the item before the page`,
          help: 'Declare a text, write "x-paging: offset" next to the parameter if it is a number of items, or write the operation yourself with "x-operation: own"',
        }
  if (as === 'limit') return { as, ...mostOf(known) }
  if (as !== 'page' && as !== 'offset') return { as }
  const base = [kept['x-page-base'], known['default'], known['minimum']].find(
    (value) => typeof value === 'number',
  )
  // Any other number is a position in the list.
  if (as === 'offset') return base === 1 ? { as, base } : { as }
  const isText = base === undefined && fitsCursor(schema, find) && typesIn(schema, find).length > 0
  if (isText && as === 'page')
    return {
      message: `Whether "${name}" is a number or a cursor is not declared`,
      help: 'Write "x-paging: cursor" next to the parameter if it is the cursor of the page, "x-page-base: 1" if it is a number that begins with 1, or write the operation yourself with "x-operation: own"',
    }
  return base === undefined
    ? {
        message: `Whether the first page of "${name}" is 0 or 1 is not declared`,
        help: 'Add "default" or "minimum" to its schema, or "x-page-base: 1" to the parameter',
      }
    : { as, base }
}

/** Returns the largest value that the schema of a limit without a default allows. */
function mostOf({ default: initial, maximum }: JsonSchema): { readonly most?: number } {
  return initial === undefined && typeof maximum === 'number' && maximum >= 1
    ? { most: Math.floor(maximum) }
    : {}
}

/** Returns whether a cursor of the service, which is a text, fits the schema of a parameter. */
function fitsCursor(schema: JsonSchema, find: FindSchema): boolean {
  const types = typesIn(schema, find)
  return (
    (types.length === 0 || types.includes('string')) && effectiveSchema(schema, find)['format'] !== 'uuid'
  )
}

/** Returns whether the key of an item can be a value of a parameter. Numbers are no texts; texts can be numbers. */
function fitsKey(schema: JsonSchema, { key, fields }: Model, find: FindSchema): boolean {
  const types = typesIn(schema, find)
  const isNumber = types.length > 0 && types.every((type) => type === 'integer' || type === 'number')
  const field = fields.find(({ name }) => name === key)
  return !isNumber || field === undefined || isNumeric(field.type)
}

export function pagingObjectRole(parameter: Parameter, source: RoleSource): ParameterRole | NoRole {
  const { name, schema, kept = {} } = parameter
  const object = objectSchema(schema, source.find)
  const declared = [
    ...(object?.properties ??
      new Map([
        ['number', {}],
        ['size', {}],
      ])),
  ]
  const members = declared.flatMap(([member, property]) => {
    const known = looseKey(member)
    const as = Object.hasOwn(PAGING_MEMBERS, known) ? PAGING_MEMBERS[known] : undefined
    return as === undefined ? [] : [{ member, property, as }]
  })
  const other = declared.find(([member]) => members.every((each) => each.member !== member))
  if (other !== undefined) return noRole(`${name}[${other[0]}]`, source.model)
  const page = members.find(({ as }) => as === 'page')
  const role =
    page === undefined
      ? undefined
      : pagingRole(
          'page',
          { ...parameter, name: `${name}[${page.member}]`, schema: page.property, kept },
          source,
        )
  if (role !== undefined && 'message' in role) return role
  const limit = effectiveSchema(members.find(({ as }) => as === 'limit')?.property ?? {}, source.find)
  return {
    as: 'paging',
    members: Object.fromEntries(
      members.map(({ member, property, as }) => {
        const isKey = as === 'cursor' && !(source.hasCursor && fitsCursor(property, source.find))
        return [member, isKey ? 'after' : as]
      }),
    ),
    base: role?.as === 'page' ? role.base : 1,
    ...mostOf(limit),
    ...(typeof limit['default'] === 'number' ? { initial: limit['default'] } : {}),
  }
}
