import { didYouMean } from '../../../diagnostics/nearest.js'
import {
  effectiveSchema,
  type Field,
  isObject,
  type JsonSchema,
  type Model,
  type ParameterRole,
  type RelationEnd,
  resolved,
  VALUE_TRAITS,
} from '../../../ir/index.js'
import { looseKey } from '../../../naming/loose-match.js'
import { listed } from '../../../naming/phrases.js'
import { pluralOf, singularOf } from '../../../naming/plural.js'
import { operandAt, operatorsFor } from '../../relations/operands.js'
import { copiedComponent } from '../copies.js'
import { isHidden, relatedByKey } from '../related-keys.js'
import { type FindSchema, itemsOf, objectSchema, typesIn } from '../schemas.js'
import { accepts, asNumbers, COMPARING, misfitOf, ORDERING, storedType, unclear } from './fit.js'
import { fieldAndOperator, OPERATORS, SUFFIXES } from './operators.js'
import { fieldNamed, membersIn, type NoRole, type RoleSource } from './source.js'

/** The parameters whose members are filters. */
export const FILTERS: ReadonlySet<string> = new Set(['filter', 'filters'])

type Filter = ParameterRole & { readonly as: 'filter' }

/** Returns the filter that `x-filter` names: a field, also of related items, and an operator. */
export function namedFilter(
  parameter: string,
  field: string,
  schema: JsonSchema,
  source: RoleSource,
): Filter | NoRole {
  const found = filterAt(field, schema, source)
  if ('as' in found) return found
  const { reason, help } = found
  return { message: `"x-filter: ${field}" of the parameter "${parameter}" selects nothing: ${reason}`, help }
}

/** Returns the filter by what a member shows that has the name of a parameter and `x-member`; undefined for other parameters. */
export function memberFilter(
  name: string,
  schema: JsonSchema,
  source: RoleSource,
): Filter | NoRole | undefined {
  const taken = [...source.taken].find(([member]) => looseKey(member) === looseKey(name))
  if (taken === undefined) return undefined
  const [member, path] = taken
  const found = filterAt(path, schema, source)
  if ('as' in found) return found
  const { reason, help } = found
  return {
    message: `The parameter "${name}" cannot filter a list of ${source.model.id} by "${member}", which shows "${path}": ${reason}`,
    help,
  }
}

/** Returns the filter by a field, also of related items, with an operator, or why there is none. */
function filterAt(
  field: string,
  schema: JsonSchema,
  source: RoleSource,
): Filter | { readonly reason: string; readonly help: string } {
  const { model, models, relations, find } = source
  const [, path = field, operator = 'eq'] = /^(.+?)(?:__([a-z]+))?$/.exec(field) ?? []
  const [first = '', ...rest] = path.split('.')
  const found = operandAt([first, ...rest], model, { models: [...models.values()], relations })
  const hidden = 'field' in found ? hiddenAt([first, ...rest], model, source) : undefined
  if (hidden !== undefined) return { reason: `nobody can read ${hidden}`, help: 'Filter by another field' }
  if ('field' in found) {
    const operators = operatorsFor(found)
    if (!operators.includes(operator))
      return {
        reason: `"${path}" has no operator "${operator}"`,
        help: `Use ${listed(
          operators.filter((name) => name !== 'eq').map((name) => `__${name}`),
          'or',
        )}`,
      }
    const isKey = model.relations.some(({ name }) => name === path)
    const unfit = isKey || !COMPARING.has(operator) ? undefined : misfitOf(schema, found, find)
    return unfit === undefined ? { as: 'filter', field } : { reason: unfit, help: OWN_FILTER }
  }
  const whole = model.fields.find(({ name, type }) => name === first && (type === 'dict' || type === 'list'))
  return whole !== undefined
    ? { reason: storedWhole(first, model), help: helpFor(whole, { model, models, find }) }
    : { reason: found.message, help: didYouMean(found.unknown, found.known) ?? OWN_FILTER }
}

/** Returns the first field of a path through related items that nobody can read, with its model. */
function hiddenAt(
  [name = '', ...rest]: readonly string[],
  model: Model,
  { models, relations }: Pick<RoleSource, 'models' | 'relations'>,
): string | undefined {
  if (isHidden(name, model, relations)) return `"${name}" of ${model.id}`
  const target = models.get(model.relations.find((end) => end.name === name)?.target ?? '')
  return target && hiddenAt(rest, target, { models, relations })
}

const OWN_FILTER =
  'Write "x-filter: own" next to the parameter, and select the items with a function of yours in src/filters/'

function storedWhole(field: string, { id }: Model): string {
  return `"${field}" of ${id} is stored as one value, without fields of its own`
}

/** Returns why a parameter with the name of a field, or of a part of one, is not a filter; undefined for other parameters. */
export function unfitting(name: string, schema: JsonSchema, source: RoleSource): NoRole | undefined {
  const { model, find } = source
  const [object, member] = membersIn(name, source)
  const path = object !== undefined && FILTERS.has(object) ? member : name
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
    if (reason === undefined) return undefined
    const numbers = ORDERING.has(named[1]) ? asNumbers(field) : undefined
    return refuse(
      reason,
      numbers === undefined ? OWN_FILTER : `${numbers}, or "x-filter: own" next to the parameter`,
    )
  }
  const whole = model.fields.find(
    ({ name: each, type }) =>
      (type === 'dict' || type === 'list') &&
      (path === each ||
        named?.[0] === each ||
        (/^[._[]/.test(path.slice(each.length)) && path.startsWith(each))),
  )
  return whole === undefined ? undefined : refuse(storedWhole(whole.name, model), helpFor(whole, source))
}

/** Returns how to filter by a field that is stored as one value. */
function helpFor(field: Field, source: Pick<RoleSource, 'model' | 'models' | 'find'>): string {
  const component = copiedComponent(field, source)
  return component === null
    ? OWN_FILTER
    : `Write "x-relation: ${component}" next to "${field.name}" of ${source.model.id}, which stores a copy, or filter yourself with "x-filter: own"`
}

/** Returns the filters that a parameter stands for, alone or as an object of them, or what is missing. */
export function filterRole(
  name: string,
  schema: JsonSchema,
  source: RoleSource,
): ParameterRole | NoRole | undefined {
  const field = fieldFiltered(name, schema, source)
  if (field !== undefined) return { as: 'filter', field }
  const [outer, inner] = membersIn(name, source)
  if (outer !== undefined && FILTERS.has(outer)) return filterRole(inner, schema, source)
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
    return FILTERS.has(looseKey(name)) && typesIn(schema, source.find).includes('object')
      ? anyFilter(source)
      : undefined
  const target = fieldNamed(source, name)
  const members = [...object.properties].map(([member, property]) => {
    const named = property['x-filter']
    const part = `${name}[${member}]`
    if (typeof named === 'string')
      return [member, property, namedFilter(part, named, property, source)] as const
    const filter =
      target === undefined ? fieldFiltered(member, property, source) : filterOf(part, property, source)
    const role: Filter | NoRole =
      filter === undefined
        ? (unfitting(part, property, source) ??
          memberFilter(member, property, source) ??
          noPart(part, source.model))
        : { as: 'filter', field: filter }
    return [member, property, role] as const
  })
  const isNamed = members.some(([, property]) => property['x-filter'] !== undefined)
  if (!FILTERS.has(looseKey(name)) && target === undefined && !isNamed) return undefined
  const fields: Record<string, string> = {}
  for (const [member, , role] of members) {
    if (!('as' in role)) return role
    fields[member] = role.field
  }
  return { as: 'filters', fields }
}

/** Returns the field, also of related items, and the operator that a name stands for. */
function fieldFiltered(name: string, schema: JsonSchema, source: RoleSource): string | undefined {
  return (
    filterOf(name, schema, source) ??
    relationFiltered(name, schema, source) ??
    listFiltered(name, schema, source) ??
    pathFiltered(name, schema, source)
  )
}

/** Returns the relation by whose keys a parameter such as `assigneeId`, `labels`, `label` or `label.id` filters. */
function relationFiltered(
  name: string,
  schema: JsonSchema,
  { model, models, relations, find }: RoleSource,
): string | undefined {
  if (objectSchema(schema, find) !== null) return undefined
  const end =
    relatedByKey(name, false, model, models) ??
    relatedByKey(name, true, model, models) ??
    relatedByKey(`${name}s`, true, model, models) ??
    model.relations.find(
      (each) =>
        each.many &&
        [each.name, singularOf(each.name)].includes(name) &&
        isKeyOf(each, schema, { models, find }),
    )
  return end === undefined || isHidden(end.name, model, relations) ? undefined : end.name
}

/** Returns whether the values of a parameter have the type and the format of the keys of related items. */
function isKeyOf(
  { target }: RelationEnd,
  schema: JsonSchema,
  { models, find }: Pick<RoleSource, 'models' | 'find'>,
): boolean {
  const related = models.get(target)
  const key = related?.fields.find(({ name }) => name === related.key)
  const values = effectiveSchema(itemsOf(schema, find) ?? schema, find)
  return (
    related !== undefined &&
    key !== undefined &&
    accepts(related, key.name, schema, find) &&
    (values['format'] === 'uuid') === (effectiveSchema(key.json)['format'] === 'uuid')
  )
}

/** Returns the filter that a name such as `country__in` or `author.country` stands for, as in Django. */
function pathFiltered(name: string, schema: JsonSchema, source: RoleSource): string | undefined {
  const path = name.split(/__|\./)
  const operator = `__${path.at(-1)}`
  const isDay = effectiveSchema(schema, source.find)['format'] === 'date'
  if (path.length === 1 || (isDay && ORDERING.has(operator))) return undefined
  const fields = [path.join('.'), path.slice(0, -1).join('.') + operator]
  return fields.find((field) => 'as' in filterAt(field, schema, source))
}

/**
 * Returns the list of values that a parameter such as `tag` filters by one of them: `tags`. A list such as `ids` filters by
 * several values of `id`.
 */
function listFiltered(name: string, schema: JsonSchema, source: RoleSource): string | undefined {
  const isMany = itemsOf(schema, source.find) !== null
  const field = source.model.fields.find((each) =>
    each.type === 'list' ? singularOf(each.name) === name : isMany && pluralOf(each.name) === name,
  )
  return field === undefined ? undefined : filterOf(field.name, schema, source)
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
function anyFilter(source: RoleSource): ParameterRole {
  const { model, matchable } = source
  const fields = model.fields.filter(
    ({ name, stored, type, json }) =>
      stored && isScalar(type) && json['writeOnly'] !== true && matchable.has(name),
  )
  const suffixes = [...SUFFIXES, 'eq'].flatMap((suffix) =>
    fields
      .filter((field) => hasOrder(field, OPERATORS[suffix] ?? ''))
      .map(({ name }) => [`${name}_${suffix}`, name + (OPERATORS[suffix] ?? '')] as const),
  )
  return {
    as: 'filters',
    fields: Object.fromEntries([
      ...suffixes,
      ...fields.map(({ name }) => [name, name]),
      ...keysOfRelated(source),
    ]),
  }
}

/** Returns what conditions can compare: the scalar fields and the keys of related items that the response shows, by member. */
export function comparable(source: RoleSource): Readonly<Record<string, string>> {
  const { model, matchable } = source
  const fields = model.fields.filter(
    ({ name, stored, type, json }) =>
      stored && isScalar(type) && json['writeOnly'] !== true && matchable.has(name),
  )
  const own = fields.map(({ name }): [string, string] => [name, name])
  return Object.fromEntries([...own, ...keysOfRelated(source)].toSorted())
}

/** Returns the members of a response that show the key of a related item, or the item, and the relations. */
function keysOfRelated({ model, models, relations, matchable }: RoleSource): readonly [string, string][] {
  return [...matchable].flatMap((name): [string, string][] => {
    const own = model.relations.find((end) => end.name === name && !end.many)
    const end = own ?? relatedByKey(name, false, model, models)
    return end === undefined || isHidden(end.name, model, relations) ? [] : [[name, end.name]]
  })
}

/** Returns whether the values of a field have the order that an operator such as `__gt` needs. */
function hasOrder({ type }: Field, operator: string): boolean {
  return !ORDERING.has(operator) || VALUE_TRAITS[type].isOrdered
}

/** Returns whether values of a type are scalars, whose names are those of filters. */
function isScalar(type: Field['type']): boolean {
  return VALUE_TRAITS[type].isSortable && type !== 'foreign_key'
}

/** Returns the filter that the name of a parameter stands for, if its values are those of the field. */
export function filterOf(name: string, schema: JsonSchema, source: RoleSource): string | undefined {
  const [field, operator] = fieldAndOperator(name, source) ?? []
  if (field === undefined || operator === undefined) return undefined
  if (unclear(schema, field, operator, source) !== undefined) return undefined
  const { fields } = source.model
  if (!fields.every((each) => each.name !== field || hasOrder(each, operator))) return undefined
  return accepts(source.model, field, schema, source.find) ? field + operator : undefined
}
