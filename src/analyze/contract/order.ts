import { effectiveSchema, type Model, type ParameterRole, VALUE_TRAITS } from '../../ir/index.js'
import { listed } from '../../naming/phrases.js'
import { unordered } from './parameters/fit.js'
import { fieldNamed } from './parameters/source.js'
import type { ContractSource, Served } from './source.js'

/** The meanings of parameters that put a list into an order. One for the direction alone reverses the usual order. */
const ORDERS: ReadonlySet<string> = new Set(['sort', 'sorting'])

/**
 * Returns the order of a list if no parameter selects another one, such as `-created,name`, or undefined for that of the keys.
 * Reports unknown fields, and notes if the order of the keys means nothing and nothing declares another one.
 */
export function orderOf(
  { id, at }: Served,
  roles: Readonly<Record<string, ParameterRole>>,
  model: Model,
  { sort, relations, collector, addLack }: ContractSource,
): string | undefined {
  const sortable = model.fields.filter(
    (field) =>
      field.stored &&
      VALUE_TRAITS[field.type].isSortable &&
      unordered(field) === undefined &&
      fieldNamed({ model, relations }, field.name) === field.name,
  )
  if (sort === null) {
    const isArbitrary = model.fields.some(
      ({ name, json }) => name === model.key && effectiveSchema(json)['format'] === 'uuid',
    )
    const times = sortable.filter(
      ({ type, default: made }) =>
        VALUE_TRAITS[type].kind === 'date' || (made?.kind === 'builtin' && made.name === 'timestamp'),
    )
    const time = times.find(({ constraints }) => constraints.required) ?? times[0]
    if (isArbitrary && time !== undefined && Object.values(roles).every(({ as }) => !ORDERS.has(as)))
      addLack({
        message: 'returns the items in the order of their UUIDs, which is arbitrary',
        line: `x-sort: -${time.name}, in the operation`,
      })
    return undefined
  }
  const order = sort.split(',').map((text) => {
    const [, sign = '', name = ''] = /^\s*(-?)(.*?)\s*$/.exec(text) ?? []
    const field = fieldNamed({ model, relations }, name)
    const isKnown = sortable.some((each) => each.name === field)
    if (!isKnown)
      collector.report('SVC8070', {
        message: `"x-sort: ${sort}" of ${id} contains "${name}", by which a list of ${model.id} cannot be sorted`,
        at,
        help: `Use ${listed(
          sortable.map((each) => each.name),
          'or',
        )}, after "-" for the reverse order`,
      })
    return sign + (field ?? name)
  })
  return order.join(',')
}
