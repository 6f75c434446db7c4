import type { Field, FieldType, Model, RelationEnd, Service } from '../../../ir/index.js'
import { literal } from '../../literal.js'
import { modelOf } from '../../../ir/lookup.js'
import { choiceNames } from './choices.js'
import { keyTypeOf, keyTypeScript } from './model-values.js'

/** What something can be filtered by. */
export interface Filter {
  readonly type: string
  /** The filter type of the runtime that it uses; null if it uses none. */
  readonly uses: string | null
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

/** What a field can be filtered by. */
export function fieldFilter(service: Service, model: Model, field: Field): Filter {
  const choice = choiceNames(service, field)?.type
  return FILTERS[field.type](`${model.names.type}[${literal(field.name)}]`, choice)
}

/** What a relation can be filtered by: keys, or a filter of the items at the other end. */
export function relationFilter(service: Service, end: RelationEnd): Filter {
  const target = modelOf(service, end.target)
  const where = `${target.names.type}Where`
  if (end.many) return { type: `ToManyFilter<${where}>`, uses: 'ToManyFilter' }
  const key = keyTypeScript(service, keyTypeOf(service, end.target))
  return { type: `ToOneFilter<${where}, ${key}>`, uses: 'ToOneFilter' }
}
