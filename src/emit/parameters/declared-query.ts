import {
  type Action,
  ACTIONS,
  type Field,
  type Model,
  OPERATORS,
  type Parameter,
  RESERVED_PARAMETERS,
  type Route,
  type Service,
  traitsOf,
  VALUE_TRAITS,
} from '../../ir/index.js'
import { modelOf, routesOf } from '../../ir/lookup.js'
import type { Imports } from '../imports.js'
import { isAlwaysSet, parameterSpecs, parametersType } from './parameters.js'
import { endOf } from '../../ir/members.js'

const OPERATOR = new RegExp(`__(?:${Object.values(OPERATORS).flat().join('|')})$`)

/** Returns the declared query parameters of a route: those of the query language, and those that only handlers use. */
function declaredQuery(service: Service, route: Route) {
  const { parameters = [] } = route
  const isFilter = ({ name }: Parameter): boolean =>
    traitsOf(route.action).selects === true && selects(service, route, name)
  return {
    filters: parameters.filter(isFilter),
    others: parameters.filter((parameter) => !isFilter(parameter)),
  }
}

function selects(service: Service, route: Route, name: string): boolean {
  if (RESERVED_PARAMETERS.includes(name) || /^_agg(?:s|regations)\./.test(name)) return true
  const model = modelOf(service, route.model)
  const path = name.replace(OPERATOR, '')
  const hasOperator = path !== name
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) return isQueried(model, first, hasOperator)
  const end = endOf(model, first)
  return end !== undefined && isQueried(modelOf(service, end.target), rest.join('.'), hasOperator)
}

function isQueried({ fields, relations }: Model, name: string, hasOperator: boolean): boolean {
  // A parameter with the same name as a field is not a filter if that field cannot be compared.
  const isFilter = ({ stored, type }: Field): boolean =>
    stored && type !== 'foreign_key' && (hasOperator || VALUE_TRAITS[type].isComparable)
  return (
    fields.some((field) => field.name === name && isFilter(field)) ||
    relations.some((end) => end.name === name)
  )
}

/** Returns the declared parameters of a route for its `config`, or undefined if there are none. */
export function querySpec(service: Service, route: Route): object | undefined {
  const { filters, others } = declaredQuery(service, route)
  if (filters.length + others.length === 0) return undefined
  return {
    filters: parameterSpecs(service, filters.map(withPageSize)),
    others: parameterSpecs(service, others),
  }
}

/** The number of items in a page without `_limit`. */
const PAGE_SIZE = 20

/** Returns the parameter. If it is `_limit` with a maximum below the usual page size, the maximum is its default. */
function withPageSize(parameter: Parameter): Parameter {
  if (parameter.name !== '_limit') return parameter
  const { schema } = parameter
  const { maximum, default: fallback } = schema
  const isLower = fallback === undefined && typeof maximum === 'number' && maximum < PAGE_SIZE
  return isLower ? { ...parameter, schema: { ...schema, default: maximum } } : parameter
}

export function declaresQueries({ routes }: Service): boolean {
  return routes.some(({ parameters = [] }) => parameters.length > 0)
}

/** Returns the types of the declared parameters that a model's handlers receive, for each action. */
export function queryTypes(
  service: Service,
  { id }: Model,
  imports: Imports,
): readonly { readonly action: Action; readonly type: string }[] {
  return ACTIONS.flatMap((action) => {
    const queries = routesOf(service, id)
      .filter((route) => route.action === action)
      .map((route) => declaredQuery(service, route).others)
    const merged = mergedParameters(queries)
    return merged.length === 0 ? [] : [{ action, type: parametersType(merged, imports) }]
  })
}

/**
 * Merges the parameters of several routes. A parameter is optional unless every route declares it as required or with a
 * default.
 */
function mergedParameters(queries: readonly (readonly Parameter[])[]): readonly Parameter[] {
  const names = [...new Set(queries.flat().map(({ name }) => name))]
  return names.flatMap((name) => {
    const found = queries.flatMap((query) => query.filter((parameter) => parameter.name === name))
    const [first] = found
    if (first === undefined) return []
    const required = found.length === queries.length && found.every(isAlwaysSet)
    const schemas = found.map(({ schema: { default: _default, ...schema } }) => schema)
    const [only = {}] = schemas
    return [{ ...first, required, schema: schemas.length === 1 ? only : { anyOf: schemas } }]
  })
}
