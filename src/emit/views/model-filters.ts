import type { Field, FieldType, Model, RelationEnd, Service } from '../../ir/index.js'
import { literal } from '../literal.js'
import { modelOf } from '../traced.js'
import { keyTypeOf, keyTypeScript } from './model-values.js'
import { fieldsOfModel } from './shared.js'

/** The types of all filters of a model, to find what they import. */
export function filtersOf(service: Service, model: Model): { type: string }[] {
  return [
    ...fieldsOfModel(model).stored.map((field) => ({ type: filterType(model, field) })),
    ...model.relations.map((end) => ({ type: relationFilter(service, end) })),
  ]
}

const FILTERS: Readonly<Record<FieldType, (value: string, type: string) => string>> = {
  id_field: (value) => `${value} | OrderedFilter<${value}>`,
  string: () => 'string | null | TextFilter',
  text: () => 'string | null | TextFilter',
  choice: (value) => `${value} | AnyFilter<NonNullable<${value}>>`,
  integer: () => 'number | null | OrderedFilter<number>',
  small_integer: () => 'number | null | OrderedFilter<number>',
  interval: () => 'number | null | OrderedFilter<number>',
  float: () => 'number | null | OrderedFilter<number>',
  big_integer: () => 'number | string | null | OrderedFilter<number | string>',
  decimal: () => 'number | string | null | OrderedFilter<number | string>',
  boolean: () => 'boolean | null | AnyFilter<boolean>',
  date: () => 'string | null | OrderedFilter<string>',
  datetime: () => 'string | null | OrderedFilter<string>',
  time: () => 'string | null | OrderedFilter<string>',
  binary: () => 'PresenceFilter',
  list: (value) => `ListFilter<NonNullable<${value}>[number]>`,
  dict: () => 'PresenceFilter',
  pickle: () => 'PresenceFilter',
  foreign_key: () => 'never',
}

/** What a field can be filtered by. */
export function filterType(model: Model, field: Field): string {
  return FILTERS[field.type](`${model.names.type}[${literal(field.name)}]`, field.type)
}

/** What a relation can be filtered by: keys, or a filter of the items at the other end. */
export function relationFilter(service: Service, end: RelationEnd): string {
  const target = modelOf(service, end.target)
  const where = `${target.names.type}Where`
  if (end.many) return `ToManyFilter<${where}>`
  return `ToOneFilter<${where}, ${keyTypeScript(service, keyTypeOf(service, end.target))}>`
}
