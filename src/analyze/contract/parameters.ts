import {
  type Field,
  isNumeric,
  isObject,
  type Json,
  type JsonSchema,
  type Model,
  type Parameter,
  type ParameterRole,
  type Relation,
  resolved,
  VALUE_TRAITS,
} from '../../ir/index.js'
import { FIELD_JSON_TYPES } from '../../ir/field.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { looseKey } from '../../naming/loose-match.js'
import type { Named } from '../../schema/node.js'
import { listed } from '../../naming/phrases.js'
import { type Operand, operandAt, operatorsFor } from '../relations/operands.js'
import { relatedByKey } from './related-keys.js'
import { type FindSchema, itemsOf, objectSchema, typesIn } from './schemas.js'
import { isHidden } from './shape.js'

/** How a parameter selects a page. */
type Paging = 'limit' | 'page' | 'offset' | 'cursor' | 'before'

const PAGING_KINDS: readonly Paging[] = ['limit', 'page', 'offset', 'cursor', 'before']

/** The parameters of a page, by recognizable name. */
const PAGING: Readonly<Record<string, Paging>> = {
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
  marker: 'cursor',
  after: 'cursor',
  startingafter: 'cursor',
  endingbefore: 'before',
}

/** Objects with the parameters of a page: `page[number]=2&page[size]=10`. */
const PAGING_OBJECTS: ReadonlySet<string> = new Set(['page', 'pagination', 'paging'])

/** The members of these objects. */
const PAGING_MEMBERS: Readonly<Record<string, Paging>> = {
  ...PAGING,
  number: 'page',
}

const SORTS: ReadonlySet<string> = new Set(['sort', 'orderby', 'sortby', '$orderby'])
const DIRECTIONS: ReadonlySet<string> = new Set([
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
const SEARCHES: ReadonlySet<string> = new Set(['q', 'query', 'search', '$search'])

/** The parameters that name members of the items. */
const MEMBERS: Readonly<Record<string, 'fields' | 'expand'>> = {
  fields: 'fields',
  $select: 'fields',
  expand: 'expand',
  $expand: 'expand',
  include: 'expand',
  includes: 'expand',
  embed: 'expand',
}

/** Returns what a parameter that names members of the items means, by its name. */
export function membersNamedBy(parameter: string): 'fields' | 'expand' | undefined {
  return valueOf(MEMBERS, looseKey(parameter))
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
  const { enum: values } = resolved(itemsOf(parameter.schema, find) ?? parameter.schema, find)
  return (member) =>
    !Array.isArray(values) ||
    values.some((value) => value === ALL || expandedBy(String(value), new Set([member])) !== undefined)
}

/** Returns the member that a value of `expand` names, also below the list of a page, as in `data.customer`. */
function expandedBy(value: string, members: ReadonlySet<string>): string | undefined {
  return [value, value.replace(/^\w+\./, '')].find((name) => members.has(name))
}

/** The end of a value such as `name desc`, `name:asc` or `name,asc`. */
const DIRECTION = /[ :.,](?:asc|desc)$/i

/** The operators in names of parameters: `price_gte`, `price[gte]`. */
const OPERATORS: Readonly<Record<string, string>> = {
  eq: '',
  ne: '__ne',
  gt: '__gt',
  gte: '__gte',
  lt: '__lt',
  lte: '__lte',
  in: '__in',
  min: '__gte',
  max: '__lte',
  from: '__gte',
  to: '__lte',
  since: '__gte',
  until: '__lte',
  after: '__gt',
  before: '__lt',
}

/** The operators of names without brackets, such as `price_gte` and `min_price`. */
const SUFFIXES: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte', 'ne'])
const PREFIXES: ReadonlySet<string> = new Set(['min', 'max'])

/** The words that are operators beside names of numbers and times only: `priceMax`, `created_before`. */
const BOUNDS: ReadonlySet<string> = new Set(['min', 'max', 'from', 'to', 'since', 'until', 'after', 'before'])

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

/** Returns what a query parameter of a list means that is not ignored. */
export function roleOf(parameter: Parameter, source: RoleSource): ParameterRole | NoRole {
  const { name, schema, kept = {} } = parameter
  const { model, find } = source
  if (kept['x-filter'] === 'own') return { as: 'own', filter: source.ownFilter(parameter) }
  if (typeof kept['x-filter'] === 'string') return namedFilter(name, kept['x-filter'], schema, source)
  const stated = kept['x-paging']
  if (stated !== undefined) {
    const as = PAGING_KINDS.find((kind) => kind === stated)
    return as === undefined ? unknownPaging(name, stated) : pagingRole(as, parameter, source)
  }
  const known = looseKey(name)
  const [object, member] = membersIn(name, source)
  const paging =
    object !== undefined && PAGING_OBJECTS.has(object)
      ? valueOf(PAGING_MEMBERS, looseKey(member))
      : valueOf(PAGING, known)
  const exact = fieldNamed(source, name)
  if (PAGING_OBJECTS.has(known) && exact === undefined && typesIn(schema, find).includes('object'))
    return pagingObjectRole(parameter, source)
  if (paging !== undefined && (exact === undefined || isPaging(paging, parameter, source)))
    return pagingRole(paging, parameter, source)
  if (SORTS.has(known))
    return typesIn(schema, find).includes('object')
      ? sortObjectRole(parameter, source)
      : sortRole(parameter, source)
  const values = resolved(schema, find)['enum']
  if (DIRECTIONS.has(known) && Array.isArray(values)) {
    const isDirection = values.every((value) => /^(?:asc|desc)(?:ending)?$/i.test(String(value)))
    return isDirection ? { as: 'direction' } : sortRole(parameter, source)
  }
  const members = membersNamedBy(name)
  const isUnclear = members === 'expand' && !EXPAND.test(known) && source.expandable.size === 0
  if (members !== undefined && exact === undefined && !isUnclear)
    return membersRole(members, parameter, source)
  if (known === '$count') return { as: 'count' }
  if (known === '$filter') return { as: 'comparisons', fields: comparable(source) }
  const filter = filterRole(name, schema, source)
  if (filter !== undefined) return filter
  if (SEARCHES.has(known)) return searchRole(source) ?? noRole(name, model)
  return unfitting(name, schema, source) ?? noRole(name, model)
}

/**
 * Returns the object and the member that a name such as `page[size]` means, unless the object is a field. The members of an
 * object can be declared one by one.
 */
function membersIn(name: string, source: RoleSource): readonly [object: string | undefined, member: string] {
  const [, outer = '', member = ''] = /^(\w+)\[(.+)\]$/.exec(name) ?? []
  if (outer === '' || fieldNamed(source, outer) !== undefined) return [undefined, name]
  return [looseKey(outer), member.replace('][', '[').replace(/(\[\w+)$/, '$1]')]
}

function valueOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/**
 * Returns whether a parameter with the name of a field selects a page: if it cannot be a filter, has a default, or if other
 * parameters select a page, but none of them in the same way.
 */
function isPaging(as: Paging, { name, schema }: Parameter, source: RoleSource): boolean {
  if (filterOf(name, schema, source) === undefined) return true
  if (typeof resolved(schema, source.find)['default'] === 'number') return true
  const others = source.parameters
    .filter((other) => other.name !== name && fieldNamed(source, other.name) === undefined)
    .flatMap((other) => PAGING[looseKey(other.name)] ?? [])
  return others.length > 0 && !others.includes(as)
}

type Filter = ParameterRole & { readonly as: 'filter' }

/** Returns the filter that `x-filter` names: a field, also of related items, and an operator. */
function namedFilter(
  parameter: string,
  field: string,
  schema: JsonSchema,
  { model, models, relations, find }: RoleSource,
): Filter | NoRole {
  const [, path = field, operator = 'eq'] = /^(.+?)(?:__([a-z]+))?$/.exec(field) ?? []
  const [first = '', ...rest] = path.split('.')
  const found = operandAt([first, ...rest], model, { models: [...models.values()], relations })
  const refuse = (reason: string, help: string): NoRole => ({
    message: `"x-filter: ${field}" of the parameter "${parameter}" selects nothing: ${reason}`,
    help,
  })
  if ('field' in found && isHidden(first, model, relations))
    return refuse(`nobody can read "${first}" of ${model.id}`, 'Filter by another field')
  if ('field' in found) {
    const operators = operatorsFor(found)
    if (!operators.includes(operator))
      return refuse(
        `"${path}" has no operator "${operator}"`,
        `Use ${listed(
          operators.filter((name) => name !== 'eq').map((name) => `__${name}`),
          'or',
        )}`,
      )
    const isKey = model.relations.some(({ name }) => name === path)
    const unfit = isKey || !COMPARING.has(operator) ? undefined : misfitOf(schema, found, find)
    return unfit === undefined ? { as: 'filter', field } : refuse(unfit, OWN_FILTER)
  }
  return model.fields.some(({ name, type }) => name === first && (type === 'dict' || type === 'list'))
    ? refuse(storedWhole(first, model), OWN_FILTER)
    : refuse(found.message, didYouMean(found.unknown, found.known) ?? OWN_FILTER)
}

const OWN_FILTER =
  'Write "x-filter: own" next to the parameter, and select the items with a function of yours in src/filters/'

/** The operators whose values are those of the field. */
const COMPARING: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte'])

function storedWhole(field: string, { id }: Model): string {
  return `"${field}" of ${id} is stored as one value, without fields of its own`
}

/** Returns why a parameter with the name of a field, or of a part of one, is not a filter; undefined for other parameters. */
function unfitting(name: string, schema: JsonSchema, source: RoleSource): NoRole | undefined {
  const { model, find } = source
  const [object, member] = membersIn(name, source)
  const path = object === 'filter' ? member : name
  const refuse = (reason: string, help: string): NoRole => ({
    message: `The parameter "${name}" cannot filter a list of ${model.id}: ${reason}`,
    help,
  })
  const named = fieldAndOperator(path, source)
  const field = model.fields.find((each) => each.name === named?.[0])
  if (field !== undefined && VALUE_TRAITS[storedType(field)].isComparable && named?.[1] !== undefined) {
    const { type, constraints } = field
    const reason =
      unclear(schema, field.name, named[1], source) ??
      misfitOf(schema, { type, label: field.name, ...constraints }, find)
    return reason === undefined ? undefined : refuse(reason, OWN_FILTER)
  }
  const whole = model.fields.find(
    ({ name: each, type }) =>
      (type === 'dict' || type === 'list') &&
      (path === each || (/^[._[]/.test(path.slice(each.length)) && path.startsWith(each))),
  )
  return whole === undefined ? undefined : refuse(storedWhole(whole.name, model), OWN_FILTER)
}

/** Returns the meaning of a parameter that names members of the items, all of which the response must have. */
function membersRole(
  as: 'fields' | 'expand',
  { name, schema }: Parameter,
  { shown, expandable, find, model }: RoleSource,
): ParameterRole | NoRole {
  const values = resolved(itemsOf(schema, find) ?? schema, find)['enum']
  const known = as === 'fields' ? shown : expandable
  const isKnown = (value: string): boolean =>
    known.has(value) || (as === 'expand' && (value === ALL || expandedBy(value, known) !== undefined))
  const other = Array.isArray(values) ? values.find((value) => !isKnown(String(value))) : undefined
  if (other === undefined) return { as }
  const what = as === 'fields' ? 'member' : 'relationship that can be left out, or be a key or a document,'
  return {
    message: `"${name}" can be "${String(other)}", which is not a ${what} in the response of ${model.id}`,
    help:
      known.size === 0
        ? 'Write "x-ignored: true" next to it, or write the operation yourself with "x-operation: own"'
        : `Use ${listed([...known].toSorted(), 'or')}`,
  }
}

/** Returns which fields a text is searched in: only those that the response shows, because matches reveal the others. */
export function searchRole({ model, shown }: Pick<RoleSource, 'model' | 'shown'>): ParameterRole | undefined {
  const texts = model.fields.filter(
    ({ stored, type, json }) => stored && VALUE_TRAITS[type].kind === 'text' && json['writeOnly'] !== true,
  )
  const fields = texts.map(({ name }) => name).filter((name) => shown.has(name))
  if (fields.length === 0) return undefined
  return fields.length === texts.length ? { as: 'search' } : { as: 'search', fields }
}

/** Returns what an object such as `{ by: 'name', direction: 'desc' }` means. */
function sortObjectRole(parameter: Parameter, source: RoleSource): ParameterRole | NoRole {
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
  if (by === undefined || members.size < declared.length)
    return {
      message: `The parameter "${name}" sorts a list of ${source.model.id} by an object without the known members "by" and "direction"`,
      help: 'Declare these members, or a text with an "enum" of fields, write "x-ignored: true" next to it, or write the operation yourself with "x-operation: own"',
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

function unknownPaging(name: string, stated: Json): NoRole {
  return {
    message: `"x-paging" of the parameter "${name}" is ${JSON.stringify(stated)}, which is no way to select a page`,
    help: `Use ${listed(PAGING_KINDS, 'or')}`,
  }
}

function noRole(name: string, { id }: Model): NoRole {
  return {
    message: `The parameter "${name}" has no known meaning for a list of ${id}`,
    help: `Name the field that it filters, as in "x-filter: status", or how it selects the page, as in "x-paging: limit", write the filter yourself with "x-filter: own" or the operation with "x-operation: own", or write "x-ignored: true" next to it`,
  }
}

function pagingRole(
  as: Paging,
  { name, schema, kept = {} }: Parameter,
  { hasCursor, find }: RoleSource,
): ParameterRole | NoRole {
  const known = resolved(schema, find)
  if (as === 'cursor') return { as: hasCursor && fitsCursor(schema, find) ? 'cursor' : 'after' }
  if (as === 'limit') return { as, ...mostOf(known) }
  if (as !== 'page') return { as }
  const base = [kept['x-page-base'], known['default'], known['minimum']].find(
    (value) => typeof value === 'number',
  )
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
  return (types.length === 0 || types.includes('string')) && resolved(schema, find)['format'] !== 'uuid'
}

function pagingObjectRole(parameter: Parameter, source: RoleSource): ParameterRole | NoRole {
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
  const limit = resolved(members.find(({ as }) => as === 'limit')?.property ?? {}, source.find)
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

function sortRole(
  { name, schema, kept = {} }: Parameter,
  { model, relations, find }: RoleSource,
): ParameterRole | NoRole {
  const declared = kept['x-sort']
  const items = itemsOf(schema, find)
  const values = resolved(items ?? schema, find)['enum']
  const named =
    typeof declared === 'object' && declared !== null && !Array.isArray(declared)
      ? Object.entries(declared).map(([value, field]): [string, string] => [value, String(field)])
      : []
  if (named.length === 0 && !Array.isArray(values))
    return {
      message: `The values of "${name}" are not declared`,
      help: 'Declare the sortable fields with "enum", or their names with "x-sort: { created: created_at }"',
    }
  const known = new Map(named)
  for (const [value, field] of known)
    if (fieldNamed({ model, relations }, field.replace(/^-/, '')) !== field.replace(/^-/, ''))
      return {
        message: `"x-sort" of "${name}" sorts "${value}" by "${field}", which is not a field of ${model.id}`,
        help: 'Name a field of the component, or leave the value out',
      }
  for (const value of Array.isArray(values) ? values : []) {
    const text = String(value).replace(/^[+-]/, '').replace(DIRECTION, '')
    const field = fieldNamed({ model, relations }, text)
    if (known.has(text) || known.has(String(value))) continue
    if (field === undefined)
      return {
        message: `"${name}" can be "${text}", which is not a field of ${model.id}`,
        help: `Name the field: "x-sort: { ${text}: <field> }"`,
      }
    known.set(text, field)
  }
  return { as: 'sort', fields: Object.fromEntries(known) }
}

/** Returns the filters that a parameter stands for, alone or as an object of them, or what is missing. */
function filterRole(
  name: string,
  schema: JsonSchema,
  source: RoleSource,
): ParameterRole | NoRole | undefined {
  const field = filterOf(name, schema, source) ?? relationFiltered(name, schema, source)
  if (field !== undefined) return { as: 'filter', field }
  const [outer, inner] = membersIn(name, source)
  if (outer === 'filter') return filterRole(inner, schema, source)
  const alternatives = rangeOrValue(schema, source.find)
  if (alternatives !== undefined) {
    const [range, value] = alternatives.map((each) => filterRole(name, each, source))
    const isKnown = range !== undefined && 'as' in range && value !== undefined && 'as' in value
    return isKnown && range.as === 'filters' && value.as === 'filter'
      ? { ...range, value: value.field }
      : undefined
  }
  const object = objectSchema(schema, source.find)
  if (object === null)
    return looseKey(name) === 'filter' && typesIn(schema, source.find).includes('object')
      ? anyFilter(source)
      : undefined
  const target = fieldNamed(source, name)
  const members = [...object.properties].map(([member, property]) => {
    const named = property['x-filter']
    const part = `${name}[${member}]`
    if (typeof named === 'string')
      return [member, property, namedFilter(part, named, property, source)] as const
    const filter = filterOf(target === undefined ? member : part, property, source)
    const role: Filter | NoRole =
      filter === undefined
        ? (unfitting(part, property, source) ?? noPart(part, source.model))
        : { as: 'filter', field: filter }
    return [member, property, role] as const
  })
  const isNamed = members.some(([, property]) => property['x-filter'] !== undefined)
  if (looseKey(name) !== 'filter' && target === undefined && !isNamed) return undefined
  const fields: Record<string, string> = {}
  for (const [member, , role] of members) {
    if (!('as' in role)) return role
    fields[member] = role.field
  }
  return { as: 'filters', fields }
}

/** Returns the relation by whose keys a parameter such as `assigneeId` filters. */
function relationFiltered(
  name: string,
  schema: JsonSchema,
  { model, models, relations, find }: RoleSource,
): string | undefined {
  if (objectSchema(schema, find) !== null) return undefined
  const end =
    relatedByKey(name, false, model, models) ??
    relatedByKey(name, true, model, models) ??
    relatedByKey(`${name}s`, true, model, models)
  return end === undefined || isHidden(end.name, model, relations) ? undefined : end.name
}

/** Returns the two alternatives of a filter such as `created`, in `created[gte]=5` and `created=5`: an object and a value. */
function rangeOrValue(schema: JsonSchema, find: FindSchema): readonly [JsonSchema, JsonSchema] | undefined {
  const { anyOf, oneOf } = resolved(schema, find)
  const parts = [anyOf ?? oneOf ?? []].flat().filter(isObject)
  const [range, ...others] = parts.filter((each) => typesIn(each, find).includes('object'))
  const values = parts.filter((each) => each !== range)
  return range === undefined || others.length > 0 || values.length === 0
    ? undefined
    : [range, { anyOf: values }]
}

function noPart(name: string, { id }: Model): NoRole {
  return {
    message: `The parameter "${name}" has no known meaning for a list of ${id}`,
    help: 'Name the field that it filters, as in "x-filter: status", next to the property in the schema of the parameter, or select the items with a function of yours: "x-filter: own", next to the parameter',
  }
}

/**
 * Returns the filters of an object whose members are not declared: all fields that the response shows, with and without an
 * operator.
 */
function anyFilter({ model, shown }: RoleSource): ParameterRole {
  const names = model.fields
    .filter(({ stored, type, json }) => stored && isScalar(type) && json['writeOnly'] !== true)
    .map(({ name }) => name)
    .filter((name) => shown.has(name))
  const suffixes = [...SUFFIXES, 'eq'].flatMap((suffix) =>
    names.map((name) => [`${name}_${suffix}`, name + (OPERATORS[suffix] ?? '')] as const),
  )
  return { as: 'filters', fields: Object.fromEntries([...suffixes, ...names.map((name) => [name, name])]) }
}

/** Returns what conditions can compare: the scalar fields and the keys of related items that the response shows, by member. */
function comparable({ model, models, relations, shown }: RoleSource): Readonly<Record<string, string>> {
  const fields = model.fields.filter(
    ({ name, stored, type, json }) =>
      stored && isScalar(type) && json['writeOnly'] !== true && shown.has(name),
  )
  const keys = [...shown].flatMap((name): [string, string][] => {
    const own = model.relations.find((end) => end.name === name && !end.many)
    const end = own ?? relatedByKey(name, false, model, models)
    return end === undefined || isHidden(end.name, model, relations) ? [] : [[name, end.name]]
  })
  return Object.fromEntries([...fields.map(({ name }): [string, string] => [name, name]), ...keys].toSorted())
}

/** Returns whether values of a type are scalars, whose names are those of filters. */
function isScalar(type: Field['type']): boolean {
  return VALUE_TRAITS[type].isSortable && type !== 'foreign_key'
}

/** Returns the filter that the name of a parameter stands for, if its values are those of the field. */
function filterOf(name: string, schema: JsonSchema, source: RoleSource): string | undefined {
  const [field, operator] = fieldAndOperator(name, source) ?? []
  if (field === undefined || operator === undefined) return undefined
  if (unclear(schema, field, operator, source) !== undefined) return undefined
  return accepts(source.model, field, schema, source.find) ? field + operator : undefined
}

/** Returns the field and the operator that the name of a parameter stands for. An unknown operator is undefined. */
function fieldAndOperator(
  name: string,
  source: Fields,
): readonly [field: string, operator: string | undefined] | undefined {
  const [, outer = name, bracket] = /^(.+)\[(\w+)\]$/.exec(name) ?? []
  const exact = fieldNamed(source, outer)
  if (exact !== undefined) return [exact, bracket === undefined ? '' : valueOf(OPERATORS, bracket)]
  const words = outer.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').split(/[_-]/)
  const [first = '', ...rest] = words
  const last = words.at(-1)?.toLowerCase() ?? ''
  const prefix = first.toLowerCase()
  const found = PREFIXES.has(prefix)
    ? ([rest.join('_'), prefix] as const)
    : SUFFIXES.has(last) || BOUNDS.has(last)
      ? ([words.slice(0, -1).join('_'), last] as const)
      : BOUNDS.has(prefix)
        ? ([rest.join('_'), prefix] as const)
        : undefined
  const field = found === undefined ? undefined : (fieldNamed(source, found[0]) ?? timeOf(found[0], source))
  if (found === undefined || field === undefined) return undefined
  const isOperator = SUFFIXES.has(found[1]) || PREFIXES.has(prefix) || isOrdered(field, source)
  return isOperator ? [field, valueOf(OPERATORS, found[1])] : undefined
}

/** Returns the field whose time a name such as `created` in `created_after` means: `created_at`. */
function timeOf(name: string, source: Fields): string | undefined {
  const times = TIMES.flatMap((ending) => fieldNamed(source, name + ending) ?? [])
  const [field, ...others] = times.filter((each) => isOrdered(each, source))
  return others.length === 0 ? field : undefined
}

/** The ends of names of times. */
const TIMES: readonly string[] = ['_at', '_on', '_date', '_time']

/** Returns whether a field contains numbers or times. */
function isOrdered(name: string, { model }: Fields): boolean {
  const field = model.fields.find((each) => each.name === name)
  return field !== undefined && (isNumeric(field.type) || field.type === 'date' || field.type === 'datetime')
}

/** The operators whose meaning is unclear if their values are days, and those of the field times: "until" a day includes it. */
const UNCLEAR_FOR_DAYS: ReadonlySet<string> = new Set(['__lte', '__gt'])

/** The operators that depend on an order. */
const ORDERING: ReadonlySet<string> = new Set(['__gt', '__gte', '__lt', '__lte'])

/** The patterns of texts that are numbers, such as `^\d+\.\d{2}$`. */
const NUMERIC = /^(?=.*(?:\\d|\[0-9\]))(?:\\d|\\\.|[-^$0-9[\](){}.,?+*|:])+$/

/** Returns why it is unclear what a comparison means; undefined if it is clear. */
function unclear(
  schema: JsonSchema,
  name: string,
  operator: string,
  { model, find }: RoleSource,
): string | undefined {
  const field = model.fields.find((each) => each.name === name)
  const isDay = resolved(schema, find)['format'] === 'date'
  if (field?.type === 'datetime' && isDay && UNCLEAR_FOR_DAYS.has(operator))
    return `its values are days, those of "${name}" are times, and "x-filter: ${name}${operator}" would compare them with the beginning of the day`
  const pattern = field?.json['pattern']
  const isNumber = field?.type === 'string' && typeof pattern === 'string' && NUMERIC.test(pattern)
  return isNumber && ORDERING.has(operator)
    ? `the values of "${name}" are numbers in texts, which would be compared as texts; "x-db-settings: { type: decimal, scale: 2 }" next to the property stores them as numbers`
    : undefined
}

/** What names of parameters and their values refer to. */
type Fields = Pick<RoleSource, 'model' | 'relations'>

/** Returns the readable field or to-one relation with a name. Case, `-` and `_` are ignored. */
function fieldNamed({ model, relations }: Fields, name: string): string | undefined {
  const names = [
    ...model.fields.filter(({ stored, type }) => stored && type !== 'foreign_key').map((field) => field.name),
    ...model.relations.filter(({ many }) => !many).map((end) => end.name),
  ].filter((each) => !isHidden(each, model, relations))
  return names.find((each) => each === name) ?? names.find((each) => looseKey(each) === looseKey(name))
}

/** Returns whether the values of a parameter can be those of a field. */
function accepts(model: Model, name: string, schema: JsonSchema, find: FindSchema): boolean {
  const field = model.fields.find((each) => each.name === name)
  if (field === undefined) return true
  const { type, constraints } = field
  return (
    VALUE_TRAITS[storedType(field)].isComparable &&
    misfitOf(schema, { type, label: name, ...constraints }, find) === undefined
  )
}

/** Returns the type of a field's values, or of the items in its lists. */
function storedType({ type, constraints: { itemType } }: Field): Field['type'] {
  return type === 'list' ? (itemType ?? 'string') : type
}

/** Returns why the values that a parameter allows are not all values of a field; undefined if they are. */
function misfitOf(
  schema: JsonSchema,
  { label, type, itemType, choices }: Pick<Operand, 'label' | 'type' | 'itemType' | 'choices'>,
  find: FindSchema,
): string | undefined {
  const scalar = itemsOf(schema, find) ?? schema
  const allowed = typesOf(type === 'list' ? (itemType ?? 'string') : type)
  const other = typesIn(scalar, find).find((each) => each !== 'null' && allowed?.includes(each) === false)
  if (other !== undefined)
    return `its values are of type ${other}, and those of "${label}" of type ${listed(allowed ?? [], 'or')}`
  const { enum: values, const: constant } = resolved(scalar, find)
  const all = Array.isArray(values) ? values : constant === undefined ? [] : [constant]
  const unknown = all.find((value) => choices?.includes(value) === false)
  return unknown === undefined ? undefined : `its value ${JSON.stringify(unknown)} is not one of "${label}"`
}

function typesOf(type: Field['type']): readonly string[] | null {
  const types = FIELD_JSON_TYPES[type]
  if (types === null) return null
  return types.includes('number') ? [...types, 'integer'] : types
}
