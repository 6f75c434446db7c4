import type { Field, FieldType, Model, RelationEnd, Service } from '../../../ir/index.js'
import { literal } from '../../literal.js'
import { modelOf } from '../../../ir/lookup.js'
import type { Imports } from '../../imports.js'
import { keyTypeScript } from './model-values.js'
import { keyTypeOf } from '../../../ir/members.js'
import { choiceNames } from '../../../naming/emitted/choices.js'

/**
 * Returns the type of a filter on a field.
 * @param value the type of the field's values
 * @param choice the type of the field's choices, if it has any
 */
type Filter = (imports: Imports, value: string, choice: string | undefined) => string

const TEXT: Filter = (imports) => `string | null | ${imports.use('TextFilter')}`
const NUMBER: Filter = (imports) => `number | null | ${imports.use('OrderedFilter')}<number>`
const LONG_NUMBER: Filter = (imports) =>
  `number | string | null | ${imports.use('OrderedFilter')}<number | string>`
const MOMENT: Filter = (imports) => `string | null | ${imports.use('OrderedFilter')}<string>`
const PRESENCE: Filter = (imports) => imports.use('PresenceFilter')

const FILTERS: Readonly<Record<FieldType, Filter>> = {
  id_field: (imports, value) => `${value} | ${imports.use('OrderedFilter')}<${value}>`,
  string: TEXT,
  text: TEXT,
  choice: (imports, _value, choice = 'string') => `${choice} | null | ${imports.use('AnyFilter')}<${choice}>`,
  integer: NUMBER,
  small_integer: NUMBER,
  interval: NUMBER,
  float: NUMBER,
  big_integer: LONG_NUMBER,
  decimal: LONG_NUMBER,
  boolean: (imports) => `boolean | null | ${imports.use('AnyFilter')}<boolean>`,
  date: MOMENT,
  datetime: MOMENT,
  time: MOMENT,
  binary: PRESENCE,
  list: (imports, value, choice = `NonNullable<${value}>[number]`) =>
    `${imports.use('ListFilter')}<${choice}>`,
  dict: PRESENCE,
  pickle: PRESENCE,
  foreign_key: () => 'never',
}

export function fieldFilter(service: Service, model: Model, field: Field, imports: Imports): string {
  const value = `${model.names.type}[${literal(field.name)}]`
  return FILTERS[field.type](imports, value, choiceNames(service, field)?.type)
}

/** Returns the filter type for a relation, which accepts keys or a filter on the related items. */
export function relationFilter(service: Service, end: RelationEnd, imports: Imports): string {
  const where = imports.useOwn(`${modelOf(service, end.target).names.type}Where`)
  if (end.many) return `${imports.use('ToManyFilter')}<${where}>`
  return `${imports.use('ToOneFilter')}<${where}, ${keyTypeScript(service, keyTypeOf(service, end.target))}>`
}
