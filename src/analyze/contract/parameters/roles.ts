import { effectiveSchema, type Parameter, type ParameterRole, VALUE_TRAITS } from '../../../ir/index.js'
import { looseKey } from '../../../naming/loose-match.js'
import { typesIn } from '../schemas.js'
import { comparable, filterOf, filterRole, FILTERS, memberFilter, namedFilter, unfitting } from './filters.js'
import { membersMeantBy, membersRole } from './members.js'
import {
  type Paging,
  PAGING,
  PAGING_KINDS,
  PAGING_OBJECTS,
  pagingNamed,
  pagingObjectRole,
  pagingRole,
  unknownPaging,
} from './paging.js'
import { DIRECTIONS, sortObjectRole, sortRole, SORTS } from './sorting.js'
import { noRole } from './no-role.js'
import { fieldNamed, membersIn, type NoRole, type RoleSource } from './source.js'

/** The parameters that search for words. */
const SEARCHES: ReadonlySet<string> = new Set([
  'q',
  'query',
  'search',
  'searchquery',
  'searchstring',
  'searchterm',
  'searchtext',
  '$search',
])

/** The types of what selects a page. */
const SCALARS: ReadonlySet<string> = new Set(['integer', 'number', 'string'])

/** Returns what a query parameter of a list means that is not ignored. A list can have a name such as `ids[]`. */
export function roleOf(parameter: Parameter, source: RoleSource): ParameterRole | NoRole {
  const { name, kept = {} } = parameter
  const isList = name.endsWith('[]') && kept['x-filter'] === undefined
  const role = isList ? namedRole({ ...parameter, name: name.slice(0, -2) }, source) : undefined
  return role !== undefined && 'as' in role ? role : namedRole(parameter, source)
}

function namedRole(parameter: Parameter, source: RoleSource): ParameterRole | NoRole {
  const { name, schema, kept = {} } = parameter
  const { model, find } = source
  if (kept['x-filter'] === 'own') return { as: 'own', filter: source.ownFilter(parameter) }
  if (kept['x-filter'] === 'q' && !model.fields.some((field) => field.name === 'q'))
    return searchRole(source) ?? noRole(name, model)
  if (typeof kept['x-filter'] === 'string') return namedFilter(name, kept['x-filter'], schema, source)
  const stated = kept['x-paging']
  if (stated !== undefined) {
    const as = PAGING_KINDS.find((kind) => kind === stated)
    return as === undefined ? unknownPaging(name, stated) : pagingRole(as, parameter, source)
  }
  const known = looseKey(name)
  const [object, member] = membersIn(name, source)
  const paging = pagingNamed(parameter, source)
  const exact = fieldNamed(source, name)
  if (PAGING_OBJECTS.has(known) && exact === undefined && typesIn(schema, find).includes('object'))
    return pagingObjectRole(parameter, source)
  // `start` and `end` can be dates, or objects of operators and dates.
  const isTime = ['date', 'date-time'].includes(String(effectiveSchema(schema, find)['format']))
  const types = typesIn(schema, find)
  const isPossible = !isTime && (types.length === 0 || types.some((type) => SCALARS.has(type)))
  if (paging !== undefined && isPossible && (exact === undefined || isPaging(paging, parameter, source)))
    return pagingRole(paging, parameter, source)
  if (SORTS.has(known))
    return typesIn(schema, find).includes('object')
      ? sortObjectRole(parameter, source)
      : sortRole(parameter, source)
  const values = effectiveSchema(schema, find)['enum']
  if (DIRECTIONS.has(known) && Array.isArray(values)) {
    const isDirection = values.every((value) => /^(?:asc|desc)(?:ending)?$/i.test(String(value)))
    return isDirection ? { as: 'direction' } : sortRole(parameter, source)
  }
  const members = membersMeantBy(name, source.expandable)
  if (members !== undefined && exact === undefined) return membersRole(members, parameter, source)
  if (known === '$count') return { as: 'count' }
  if (known === '$filter') return { as: 'comparisons', fields: comparable(source) }
  const filter = filterRole(name, schema, source)
  if (filter !== undefined) return filter
  const isFilter = object !== undefined && FILTERS.has(object)
  if (SEARCHES.has(isFilter ? looseKey(member) : known)) return searchRole(source) ?? noRole(name, model)
  return (
    unfitting(name, schema, source) ??
    memberFilter(isFilter ? member : name, schema, source) ??
    noRole(name, model, effectiveSchema(schema, find)['format'])
  )
}

/**
 * Returns whether a parameter with the name of a field selects a page: if it cannot be a filter, has a default, or if other
 * parameters select a page, but none of them in the same way.
 */
function isPaging(as: Paging, { name, schema }: Parameter, source: RoleSource): boolean {
  if (filterOf(name, schema, source) === undefined) return true
  if (typeof effectiveSchema(schema, source.find)['default'] === 'number') return true
  const others = source.parameters
    .filter((other) => other.name !== name && fieldNamed(source, other.name) === undefined)
    .flatMap((other) => PAGING[looseKey(other.name)] ?? [])
  return others.length > 0 && !others.includes(as)
}

/** Returns which fields a text is searched in: only those that the response shows, because matches reveal the others. */
export function searchRole({
  model,
  matchable,
}: Pick<RoleSource, 'model' | 'matchable'>): ParameterRole | undefined {
  const texts = model.fields.filter(
    ({ stored, type, json }) => stored && VALUE_TRAITS[type].kind === 'text' && json['writeOnly'] !== true,
  )
  const fields = texts.map(({ name }) => name).filter((name) => matchable.has(name))
  if (fields.length === 0) return undefined
  return fields.length === texts.length ? { as: 'search' } : { as: 'search', fields }
}
