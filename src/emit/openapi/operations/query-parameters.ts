import { AGGREGATIONS, type FieldType, type Model, type Service } from '../../../ir/index.js'
import { compareText } from '../../../naming/order.js'
import { routesOf } from '../../../ir/lookup.js'
import type { JsonObject } from '../json.js'
import { componentKey, reference } from '../references.js'
import { comparedNames, type QueryTarget, queryTargets } from './query-targets.js'
import { typeSchema } from '../schemas/value-schema.js'

interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
  readonly style?: 'form'
  readonly explode?: boolean
}

const EXPRESSION = reference('schemas', 'Query.Expression')
const VALUES = reference('schemas', 'Query.Values')

/** The types of values that are compared, by the name of the component that takes one of them or an expression. */
const COMPARED: Readonly<Record<string, FieldType>> = {
  'Query.BigInteger': 'big_integer',
  'Query.Binary': 'binary',
  'Query.Boolean': 'boolean',
  'Query.Date': 'date',
  'Query.Datetime': 'datetime',
  'Query.Decimal': 'decimal',
  'Query.Float': 'float',
  'Query.Integer': 'integer',
  'Query.Interval': 'interval',
  'Query.Key': 'id_field',
  'Query.SmallInteger': 'small_integer',
  'Query.Time': 'time',
}

/** What parameters of queries are made of, by the name of its component. No model's name has a dot. */
export function querySchemas(service: Service): JsonObject {
  const compared = Object.entries(COMPARED).map(([name, type]): [string, JsonObject] => [
    name,
    { anyOf: [typeSchema(service, type), EXPRESSION] },
  ])
  return {
    ...Object.fromEntries(compared),
    'Query.Expression': {
      type: 'string',
      description:
        'Equal to this; where repeated, to any of these. Or an expression: a range `[1 TO 5]`, `{1 TO *]`, `>=3`; `a AND b`, `a OR b`, `NOT a`; `wild*`, `fuzzy~`, `"a phrase"`.',
    },
    'Query.Values': { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  }
}

const SELECTS: readonly Parameter[] = [
  {
    name: 'q',
    description:
      'Words that the text fields hold, all of them; or an expression, which may name fields: `name:foo AND progress:>0.5`.',
    schema: { type: 'string', minLength: 1 },
  },
]

const SHOWS: readonly Parameter[] = [
  {
    name: '_limit',
    description: 'How many items a page holds.',
    schema: { type: 'integer', minimum: 0, default: 20 },
  },
  {
    name: '_start',
    description: 'How many items to pass over.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  {
    name: '_page',
    description: 'Which page, from 0; not beside `_start`.',
    schema: { type: 'integer', minimum: 0 },
  },
  {
    name: '_after',
    description: 'The cursor that the `Link` of the page before gives.',
    schema: { type: 'string' },
  },
  { name: '_count', description: 'Answer the total alone.', schema: { type: 'boolean' } },
  patterned(
    '_aggregations',
    'Answer aggregations alone. Each parameter is `_aggregations.<name>.<kind>.field`, or with `.size` (of terms), `.interval` (of histograms).',
    [`^_agg(s|regations)\\.[^.]+\\.(${AGGREGATIONS.join('|')})\\.(field|size|interval)$`],
  ),
]

/** The parameters that all collections have, by the name of their component (SPEC 7). */
export const SHARED_PARAMETERS: JsonObject = Object.fromEntries(
  [...SELECTS, ...SHOWS].map((parameter) => [parameter.name, queryParameter(parameter)]),
)

/** The parameters of a model's collections, as references. */
export interface ModelParameters {
  /** How index is asked: which items, in which order, how many, and what of them. */
  readonly ofIndex: readonly JsonObject[]
  /** How update_many and delete_many are told which items; what says how to show them is refused there (SPEC 6). */
  readonly ofSelection: readonly JsonObject[]
}

/** The parameters that the collections of a model have, those of all collections included. */
export function modelParameters(service: Service, model: Model): ModelParameters {
  const { names, canSearch } = comparedNames(service, model)
  const shared = (parameters: readonly Parameter[]): JsonObject[] =>
    parameters.map(({ name }) => reference('parameters', name))
  const own = (parameters: readonly string[]): JsonObject[] =>
    parameters.map((name) => reference('parameters', componentName(model, name)))
  const ofSelection = [
    ...shared(SELECTS),
    ...own([
      ...(canSearch ? [SEARCH_FIELDS] : []),
      MISSING,
      EXISTS,
      ...names.filter((name) => !NO_FILTERS.has(name)),
      FURTHER,
    ]),
  ]
  return { ofIndex: [...shared(SHOWS), ...own([SORT, FIELDS]), ...ofSelection], ofSelection }
}

/** The parameters that {@link modelParameters} refers to and that are the model's own, by the name of their component, sorted. */
export function parameterComponents(
  service: Service,
  model: Model,
): readonly (readonly [string, JsonObject])[] {
  const targets = queryTargets(service, model)
  const isListed = routesOf(service, model.id).some(({ action }) => action === 'index')
  const components = [...(isListed ? shows(targets) : []), ...selects(service, model, targets)].map(
    (parameter): [string, JsonObject] => [componentName(model, parameter.name), queryParameter(parameter)],
  )
  return components.toSorted(([a], [b]) => compareText(a, b))
}

const SORT = '_sort'
const FIELDS = '_fields'
const SEARCH_FIELDS = '_search_fields'
const MISSING = '_missing_'
const EXISTS = '_exists_'
const FURTHER = '_filters'

function componentName({ names }: Model, name: string): string {
  return `${names.type}.${componentKey(name)}`
}

function queryParameter({ name, description, schema, style, explode }: Parameter): JsonObject {
  return {
    name,
    in: 'query',
    description,
    ...(style === undefined ? {} : { style }),
    ...(explode === undefined ? {} : { explode }),
    schema,
  }
}

function shows(targets: readonly QueryTarget[]): Parameter[] {
  const names = targets.map(({ name }) => name)
  const sortable = targets.filter(({ isSortable }) => isSortable).map(({ name }) => name)
  return [
    listing(SORT, 'Sort by these; with `-`, descending.', [
      ...sortable,
      ...sortable.map((name) => `-${name}`),
    ]),
    listing(FIELDS, 'Show these fields alone; with `-`, all but these.', [
      ...names,
      ...names.map((name) => `-${name}`),
    ]),
  ]
}

function selects(service: Service, model: Model, targets: readonly QueryTarget[]): Parameter[] {
  const names = targets.map(({ name }) => name)
  const searched = targets.filter(({ isSearched }) => isSearched).map(({ name }) => name)
  return [
    ...(searched.length === 0 ? [] : [listing(SEARCH_FIELDS, 'Where `q` looks.', searched)]),
    listing(MISSING, 'Items where these have no value.', names),
    listing(EXISTS, 'Items where these have a value.', names),
    ...targets
      .filter(({ isComparable, name }) => isComparable && !NO_FILTERS.has(name))
      .map((target) => filter(service, target)),
    furtherFilters(model, targets),
  ]
}

/** Names that mean something else in a query, even where a field is called so. */
const NO_FILTERS: ReadonlySet<string> = new Set([
  FURTHER,
  SORT,
  FIELDS,
  SEARCH_FIELDS,
  MISSING,
  EXISTS,
  ...Object.keys(SHARED_PARAMETERS),
])

/** Names, separated by commas. */
function listing(name: string, description: string, names: readonly string[]): Parameter {
  const schema = { type: 'array', items: { type: 'string', enum: names } }
  return { name, description, schema, style: 'form', explode: false }
}

function filter(service: Service, { name, description, value, operators }: QueryTarget): Parameter {
  const about = description === null ? '' : `${description}\n\n`
  const others = operators.map((operator) => `\`${name}__${operator}\``).join(', ')
  return {
    name,
    description: `${about}Operators: ${others}.`,
    schema: comparedSchema(service, value),
  }
}

/** Any text may be an expression, and some values are texts. */
function comparedSchema(service: Service, value: JsonObject): JsonObject {
  if (value['type'] === 'string' && Object.keys(value).length === 1) return EXPRESSION
  const named = Object.entries(COMPARED).find(([, type]) => typeSchema(service, type) === value)
  return named === undefined ? { anyOf: [value, EXPRESSION] } : reference('schemas', named[0])
}

/** `field__op`, and fields one hop over a relation, as one parameter whose entries are parameters each: the document stays small. */
function furtherFilters(model: Model, targets: readonly QueryTarget[]): Parameter {
  const byOperators = new Map<string, string[]>()
  for (const { name, operators } of targets) {
    const key = operators.join('|')
    byOperators.set(key, [...(byOperators.get(key) ?? []), name])
  }
  const hops = model.relations.map(({ name }) => name)
  return patterned(
    FURTHER,
    'Further filters, each a parameter of its own: `field__op`, and `relation.field` with or without `__op`.',
    [
      ...[...byOperators].map(([operators, names]) => `^(${anyOf(names)})__(${operators})$`),
      ...(hops.length === 0 ? [] : [`^(${anyOf(hops)})\\..+$`]),
    ],
  )
}

/** Parameters of which the names alone follow patterns. */
function patterned(name: string, description: string, patterns: readonly string[]): Parameter {
  const patternProperties = Object.fromEntries(patterns.map((pattern) => [pattern, VALUES]))
  return { name, description, schema: { type: 'object', patternProperties }, style: 'form', explode: true }
}

function anyOf(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
}
