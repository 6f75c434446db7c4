import {
  AGGREGATIONS,
  FIELD_TYPES,
  type Model,
  RESERVED_PARAMETERS,
  type Service,
  VALUE_TRAITS,
} from '../../../ir/index.js'
import { groupedBy } from '../../../ir/lookup.js'
import { pascalCase } from '../../../naming/words.js'
import { componentKey, reference } from '../references.js'
import { type QueryTarget, queryTargets } from './query-targets.js'
import { typeSchema } from '../schemas/value-schema.js'
import { type JsonObject, present } from '../../../ir/json.js'
import { oncePer } from '../../../ir/once.js'

interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
  readonly style?: 'form'
  readonly explode?: boolean
}

const EXPRESSION = reference('schemas', 'Query.Expression')
const VALUES = reference('schemas', 'Query.Values')

/** The kinds of values whose schemas do not depend on the field. */
const UNIFORM = ['number', 'digits', 'boolean', 'date', 'time', 'bytes']

/** The types for which a component accepts a value or an expression, with its name. */
const COMPARED = FIELD_TYPES.filter((type) => UNIFORM.includes(VALUE_TRAITS[type].kind)).map(
  (type) => [type, type === 'id_field' ? 'Query.Key' : `Query.${pascalCase(type)}`] as const,
)

/**
 * Returns the schemas for query parameters, keyed by component name. The names contain a dot, so they cannot clash with
 * models.
 */
export function querySchemas(service: Service): JsonObject {
  const compared = COMPARED.map(([type, name]) => [name, { anyOf: [typeSchema(service, type), EXPRESSION] }])
  return {
    ...Object.fromEntries(compared),
    'Query.Expression': {
      type: 'string',
      description:
        'A value to match, or an expression. If the parameter is repeated, items that match any of the values are selected. Expressions: a range `[1 TO 5]`, `{1 TO *]`, `>=3`; `a AND b`, `a OR b`, `NOT a`; `wild*`, `fuzzy~`, `"a phrase"`.',
    },
    'Query.Values': { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  }
}

const SELECTS: readonly Parameter[] = [
  {
    name: 'q',
    description:
      'Words that must all occur in the text fields, or an expression, which can name fields: `name:foo AND progress:>0.5`.',
    schema: { type: 'string', minLength: 1 },
  },
]

const SHOWS: readonly Parameter[] = [
  {
    name: '_limit',
    description: 'The maximum number of items on a page.',
    schema: { type: 'integer', minimum: 0, default: 20 },
  },
  {
    name: '_start',
    description: 'The number of items to skip.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  {
    name: '_page',
    description: 'The page number, starting at 0. Cannot be combined with `_start`.',
    schema: { type: 'integer', minimum: 0 },
  },
  {
    name: '_after',
    description: 'The cursor from the `Link` header of the previous page.',
    schema: { type: 'string' },
  },
  { name: '_count', description: 'Return only the total.', schema: { type: 'boolean' } },
  patterned(
    '_aggregations',
    'Return only aggregations. Each parameter is `_aggregations.<name>.<kind>.field`, or ends in `.size` (for terms), `.interval` (for histograms) or `.time_zone` (for date histograms).',
    [`^_agg(s|regations)\\.[^.]+\\.(${AGGREGATIONS.join('|')})\\.(field|size|interval|time_zone)$`],
  ),
]

const WRITES: readonly Parameter[] = [
  {
    name: '_refresh',
    description:
      'Wait until full-text searches find the change, for at most 10 seconds. Has no effect without a search engine.',
    schema: { enum: ['wait'] },
  },
]

/** The parameters that do not depend on the model, keyed by component name. */
export const SHARED_PARAMETERS: JsonObject = Object.fromEntries(
  [...SELECTS, ...SHOWS, ...WRITES].map((parameter) => [parameter.name, queryParameter(parameter)]),
)

/**
 * Returns references to the parameters for a model's collections, including those that all collections have. Of these,
 * `update_many` and `delete_many` accept only filters.
 */
export function modelParameters(service: Service, model: Model) {
  const { shows, selects } = ownParameters(service)(model)
  const shared = (parameters: readonly Parameter[]): JsonObject[] =>
    parameters.map(({ name }) => reference('parameters', name))
  const own = (parameters: readonly Parameter[]): JsonObject[] =>
    parameters.map(({ name }) => reference('parameters', componentName(model, name)))
  const ofSelection = [...shared(SELECTS), ...own(selects)]
  return { ofIndex: [...shared(SHOWS), ...own(shows), ...ofSelection], ofSelection }
}

/** Returns the {@link modelParameters} that are specific to the model, keyed by component name. */
export function parameterComponents(
  service: Service,
  model: Model,
): readonly (readonly [string, JsonObject])[] {
  const { shows, selects } = ownParameters(service)(model)
  return [...shows, ...selects].map((parameter) => [
    componentName(model, parameter.name),
    queryParameter(parameter),
  ])
}

function componentName({ names }: Model, name: string): string {
  return `${names.type}.${componentKey(name)}`
}

function queryParameter({ name, description, schema, style, explode }: Parameter): JsonObject {
  return present({ name, in: 'query', description, style, explode, schema })
}

/** The shared parameters of operations that take svcgen's own parameters as well as those of their document. */
const BESIDE_DECLARED: ReadonlySet<string> = new Set(['_limit', '_start', '_page', '_after'])

/** Returns the parameters of an operation that takes svcgen's own ones (`x-queries`), for the given fields and relations. */
export function parametersFor(
  service: Service,
  model: Model,
  names: readonly string[],
): readonly JsonObject[] {
  const targets = queryTargets(service)(model).filter(({ name }) => names.includes(name))
  const { shows, selects } = parametersOf(service, { ...model, relations: [] }, targets)
  const shared = [...SELECTS, ...SHOWS].filter(({ name }) => name === 'q' || BESIDE_DECLARED.has(name))
  const own = [...shows, ...selects].filter(({ name }) => name !== '_fields' && name !== '_search_fields')
  return [...shared, ...own].map(queryParameter)
}

/** Returns the parameters whose values are the names of a model: those that show fields, and those that select items. */
const ownParameters = oncePer((service: Service) =>
  oncePer((model: Model) => parametersOf(service, model, queryTargets(service)(model))),
)

function parametersOf(service: Service, model: Model, targets: readonly QueryTarget[]) {
  const names = targets.map(({ name }) => name)
  const sortable = targets.filter(({ isSortable }) => isSortable).map(({ name }) => name)
  const searched = targets.filter(({ isSearched }) => isSearched).map(({ name }) => name)
  return {
    shows: [
      listing('_sort', 'The fields to sort by. `-` sorts in descending order.', withMinus(sortable)),
      listing(
        '_fields',
        'The fields to return. `-` excludes a field. Documents lack the other properties, even those that their schema requires.',
        withMinus(names),
      ),
    ],
    selects: [
      ...(searched.length === 0
        ? []
        : [listing('_search_fields', 'The fields that `q` searches.', searched)]),
      listing('_missing_', 'Select items in which the listed fields have no value.', names),
      listing('_exists_', 'Select items in which the listed fields have a value.', names),
      ...targets
        .filter(({ isComparable, name }) => isComparable && !NO_FILTERS.has(name))
        .map((target) => filter(service, target)),
      furtherFilters(model, targets),
    ],
  }
}

function withMinus(names: readonly string[]): readonly string[] {
  return [...names, ...names.map((name) => `-${name}`)]
}

const FURTHER = '_filters'

/** Names of parameters that are not filters, even if a field has the same name. */
const NO_FILTERS: ReadonlySet<string> = new Set([
  ...RESERVED_PARAMETERS,
  ...Object.keys(SHARED_PARAMETERS),
  FURTHER,
])

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

/** Returns a schema that accepts either a value to compare with or an expression. */
function comparedSchema(service: Service, value: JsonObject): JsonObject {
  if (value['type'] === 'string' && Object.keys(value).length === 1) return EXPRESSION
  const [, name] = COMPARED.find(([type]) => typeSchema(service, type) === value) ?? []
  return name === undefined ? { anyOf: [value, EXPRESSION] } : reference('schemas', name)
}

/**
 * Returns the filters `field__op` and `relation.field` as a single parameter with patterns, which keeps the document
 * small.
 */
function furtherFilters(model: Model, targets: readonly QueryTarget[]): Parameter {
  const byOperators = groupedBy(targets, ({ operators }) => operators.join('|'))
  const hops = model.relations.map(({ name }) => name)
  return patterned(
    FURTHER,
    'Additional filters. Each one is a separate parameter: `field__op`, or `relation.field` with or without `__op`.',
    [
      ...[...byOperators].map(
        ([operators, same]) => `^(${anyOf(same.map(({ name }) => name))})__(${operators})$`,
      ),
      ...(hops.length === 0 ? [] : [`^(${anyOf(hops)})\\..+$`]),
    ],
  )
}

function patterned(name: string, description: string, patterns: readonly string[]): Parameter {
  const patternProperties = Object.fromEntries(patterns.map((pattern) => [pattern, VALUES]))
  return { name, description, schema: { type: 'object', patternProperties }, style: 'form', explode: true }
}

function anyOf(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
}
