import type { Model } from '../../ir/index.js'
import { oncePerModel } from '../views/shared.js'
import type { JsonObject } from './json.js'
import { componentKey, reference } from './references.js'
import { type QueryTarget, queryTargets } from './query-targets.js'

interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
  readonly style?: 'form'
  readonly explode?: boolean
}

/** What parameters of queries are made of, by the name of its component. No model's name has a dot. */
export const QUERY_SCHEMAS: JsonObject = {
  'Query.Expression': {
    type: 'string',
    description:
      'Equal to this; where repeated, to any of these. Or an expression: a range `[1 TO 5]`, `{1 TO *]`, `>=3`; `a AND b`, `a OR b`, `NOT a`; `wild*`, `fuzzy~`, `"a phrase"`.',
  },
  'Query.Values': { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
}

const expression = reference('schemas', 'Query.Expression')
const values = reference('schemas', 'Query.Values')

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
    [
      '^_agg(s|regations)\\.[^.]+\\.(min|max|avg|sum|stats|value_count|cardinality|terms|histogram|date_histogram)\\.(field|size|interval)$',
    ],
  ),
]

/** The parameters that all collections have, by the name of their component (SPEC 7). */
export const SHARED_PARAMETERS: JsonObject = Object.fromEntries(
  [...SELECTS, ...SHOWS].map((parameter) => [parameter.name, queryParameter(parameter)]),
)

/** The parameters of a model's collections. */
export interface ModelParameters {
  /** By the name of their component. */
  readonly components: JsonObject
  /** How index is asked: which items, in which order, how many, and what of them. */
  readonly ofIndex: readonly JsonObject[]
  /** How update_many and delete_many are told which items; what says how to show them is refused there (SPEC 6). */
  readonly ofSelection: readonly JsonObject[]
}

/** The parameters of a model's collections, made once. */
export const modelParameters = oncePerModel((service, model): ModelParameters => {
  const targets = queryTargets(service, model)
  const shown = shows(targets)
  const selected = selects(model, targets)
  const named = (parameters: readonly Parameter[]): JsonObject[] =>
    parameters.map((parameter) => reference('parameters', componentName(model, parameter)))
  const ofSelection = [...SELECTS.map(({ name }) => reference('parameters', name)), ...named(selected)]
  return {
    components: Object.fromEntries(
      [...shown, ...selected].map((parameter) => [
        componentName(model, parameter),
        queryParameter(parameter),
      ]),
    ),
    ofIndex: [...SHOWS.map(({ name }) => reference('parameters', name)), ...named(shown), ...ofSelection],
    ofSelection,
  }
})

function componentName({ names }: Model, { name }: Parameter): string {
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
    listing('_sort', 'Sort by these; with `-`, descending.', [
      ...sortable,
      ...sortable.map((name) => `-${name}`),
    ]),
    listing('_fields', 'Show these fields alone; with `-`, all but these.', [
      ...names,
      ...names.map((name) => `-${name}`),
    ]),
  ]
}

function selects(model: Model, targets: readonly QueryTarget[]): Parameter[] {
  const names = targets.map(({ name }) => name)
  const searched = targets.filter(({ isSearched }) => isSearched).map(({ name }) => name)
  return [
    ...(searched.length === 0 ? [] : [listing('_search_fields', 'Where `q` looks.', searched)]),
    listing('_missing_', 'Items where these have no value.', names),
    listing('_exists_', 'Items where these have a value.', names),
    ...targets.filter(({ isComparable, name }) => isComparable && !NO_FILTERS.has(name)).map(filter),
    furtherFilters(model, targets),
  ]
}

const FURTHER = '_filters'

/** Names that mean something else in a query, even where a field is called so. */
const NO_FILTERS: ReadonlySet<string> = new Set([
  FURTHER,
  '_sort',
  '_fields',
  '_search_fields',
  '_missing_',
  '_exists_',
  ...Object.keys(SHARED_PARAMETERS),
])

/** Names, separated by commas. */
function listing(name: string, description: string, names: readonly string[]): Parameter {
  const schema = { type: 'array', items: { type: 'string', enum: names } }
  return { name, description, schema, style: 'form', explode: false }
}

/** Any text may be an expression, and some values are texts. */
function filter({ name, description, value, operators }: QueryTarget): Parameter {
  const about = description === null ? '' : `${description}\n\n`
  const others = operators.map((operator) => `\`${name}__${operator}\``).join(', ')
  const isText = value['type'] === 'string' && Object.keys(value).length === 1
  return {
    name,
    description: `${about}Operators: ${others}.`,
    schema: isText ? expression : { anyOf: [value, expression] },
  }
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
  const patternProperties = Object.fromEntries(patterns.map((pattern) => [pattern, values]))
  return { name, description, schema: { type: 'object', patternProperties }, style: 'form', explode: true }
}

function anyOf(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
}
