import type { Field, FieldType, Model, RelationEnd, Service } from '../../../ir/index.js'
import { literal } from '../../literal.js'
import { modelOf } from '../../../ir/lookup.js'
import type { Imports } from '../../imports.js'
import { choiceNames } from './choices.js'
import { keyTypeOf, keyTypeScript } from './model-values.js'

/** The names of the runtime's filter types. */
const FILTER_TYPES = [
  'AnyFilter',
  'ListFilter',
  'OrderedFilter',
  'PresenceFilter',
  'TextFilter',
  'ToManyFilter',
  'ToOneFilter',
] as const

/** The filter type for a field or relation. */
interface Filter {
  readonly type: string
  /** The runtime's filter type that `type` refers to, or null if there is none. */
  readonly uses: (typeof FILTER_TYPES)[number] | null
}

const TEXT: Filter = { type: 'string | null | TextFilter', uses: 'TextFilter' }
const NUMBER: Filter = { type: 'number | null | OrderedFilter<number>', uses: 'OrderedFilter' }
const LONG_NUMBER: Filter = {
  type: 'number | string | null | OrderedFilter<number | string>',
  uses: 'OrderedFilter',
}
const MOMENT: Filter = { type: 'string | null | OrderedFilter<string>', uses: 'OrderedFilter' }
const PRESENCE: Filter = { type: 'PresenceFilter', uses: 'PresenceFilter' }

const FILTERS: Readonly<Record<FieldType, (value: string, choice: string | undefined) => Filter>> = {
  id_field: (value) => ({ type: `${value} | OrderedFilter<${value}>`, uses: 'OrderedFilter' }),
  string: () => TEXT,
  text: () => TEXT,
  choice: (_value, choice = 'string') => ({
    type: `${choice} | null | AnyFilter<${choice}>`,
    uses: 'AnyFilter',
  }),
  integer: () => NUMBER,
  small_integer: () => NUMBER,
  interval: () => NUMBER,
  float: () => NUMBER,
  big_integer: () => LONG_NUMBER,
  decimal: () => LONG_NUMBER,
  boolean: () => ({ type: 'boolean | null | AnyFilter<boolean>', uses: 'AnyFilter' }),
  date: () => MOMENT,
  datetime: () => MOMENT,
  time: () => MOMENT,
  binary: () => PRESENCE,
  list: (value, choice = `NonNullable<${value}>[number]`) => ({
    type: `ListFilter<${choice}>`,
    uses: 'ListFilter',
  }),
  dict: () => PRESENCE,
  pickle: () => PRESENCE,
  foreign_key: () => ({ type: 'never', uses: null }),
}

export function fieldFilter(service: Service, model: Model, field: Field, names: Imports): string {
  const choice = choiceNames(service, field)?.type
  const { type, uses } = FILTERS[field.type](`${model.names.type}[${literal(field.name)}]`, choice)
  if (uses !== null) names.use(uses)
  return type
}

/** Returns the filter type for a relation, which accepts keys or a filter on the related items. */
export function relationFilter(service: Service, end: RelationEnd, names: Imports): string {
  const where = names.useOwn(`${modelOf(service, end.target).names.type}Where`)
  if (end.many) return `${names.use('ToManyFilter')}<${where}>`
  return `${names.use('ToOneFilter')}<${where}, ${keyTypeScript(service, keyTypeOf(service, end.target))}>`
}
