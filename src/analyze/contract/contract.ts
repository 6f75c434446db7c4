import type { Collector } from '../../diagnostics/collector.js'
import {
  type ActionBody,
  type Contract,
  type JsonSchema,
  type Model,
  type Parameter,
  type ParameterRole,
  type Route,
  type Template,
  successes,
} from '../../ir/index.js'
import { listed } from '../../naming/phrases.js'
import type { Span } from '../../source/span.js'
import { isJson } from '../actions/bodies.js'
import type { UnnamedAction } from '../actions/custom-action.js'
import { type Content, HEADER_FACTS, bodyTemplate, shows } from './body.js'
import { errorsOf } from './errors.js'
import { type NoRole, roleOf } from './parameters.js'
import { type FindSchema, objectSchema, onlyValue } from './schemas.js'
import { describes } from './shape.js'

export interface ContractSource {
  readonly models: ReadonlyMap<string, Model>
  readonly find: FindSchema
  /** Returns where a parameter is declared. */
  readonly placeOf: (parameter: string) => Span
  readonly nest: (model: string, relation: string, depth: number) => void
  readonly collector: Collector
}

type Served = Pick<Route, 'id' | 'kind' | 'action' | 'model'> & { readonly at: Span }

/** A contract whose name is not known yet, because it depends on the other operations. */
export type UnnamedContract = Omit<Contract, 'operation'> & { readonly operation: UnnamedAction }

/**
 * Returns how a route answers as the document declares: `own` if the declared bodies do not describe items of the model, so
 * that the operation is not the service's, and null if the document declares no response that the service must keep.
 */
export function contractOf(
  route: Served,
  operation: UnnamedAction,
  source: ContractSource,
): UnnamedContract | 'own' | null {
  const [success] = successes(operation.responses)
  if (success === undefined) return null
  const [declared] = success.bodies
  const isEmpty = declared === undefined && success.code === 204
  if (!isEmpty && (declared === undefined || declared.schema === null || saysNothing(declared.schema)))
    return null
  const model = source.models.get(route.model)
  if (model === undefined || !SERVED.has(route.kind)) return null
  const json = success.bodies.find(({ mediaType }) => isJson(mediaType))
  if (!isEmpty && json === undefined) return 'own'
  const request = requestOf(operation.bodies, model, source)
  if (request === 'own') return 'own'
  const content: Content = route.action === 'index' ? 'items' : 'item'
  const missing: string[] = []
  const body =
    json?.schema === undefined || json.schema === null
      ? undefined
      : bodyTemplate(json.schema, content, model, { ...source, report: (member) => missing.push(member) })
  if (body === null && route.action !== 'delete') return 'own'
  const template = body ?? confirmation(json?.schema ?? null, source.find)
  report(source.collector, route, missing)
  const roles = rolesOf(route, operation, template, model, source)
  const responseHeaders = (success.headers ?? []).flatMap((header) => {
    const fact = HEADER_FACTS[header.name.toLowerCase()]
    return fact === undefined ? [] : [[header.written ?? header.name, fact] as const]
  })
  const errors = errorsOf(operation.responses, source.find, (status, member) =>
    source.collector.report('SVC8072', {
      message: `The body of ${status} in ${route.id} requires "${member}", which the service has no value for`,
      at: route.at,
      help: 'Make it optional, give it a single value with "const", or declare no schema for this status',
    }),
  )
  return {
    operation,
    ...(content === 'items' ? { roles } : {}),
    ...request,
    status: success.code,
    ...(json === undefined || json.mediaType === 'application/json' ? {} : { type: json.mediaType }),
    ...(template === undefined ? {} : { body: template }),
    ...(responseHeaders.length === 0 ? {} : { responseHeaders: Object.fromEntries(responseHeaders) }),
    ...(errors === undefined ? {} : { errors }),
  }
}

/** The kinds of routes whose paths are those of collections and their items. */
const SERVED: ReadonlySet<Route['kind']> = new Set(['collection', 'item'])

/** Returns whether a schema allows any object, so that it does not say what a response contains. */
function saysNothing({ type, description: _description, ...others }: JsonSchema): boolean {
  return (type === undefined || type === 'object') && Object.keys(others).length === 0
}

/** Returns the constants of a body that says that an item was deleted. */
function confirmation(schema: JsonSchema | null, find: FindSchema): Template | undefined {
  const object = schema === null ? null : objectSchema(schema, find)
  if (object === null) return undefined
  const members = [...object.properties].flatMap(([name, property]) => {
    const value = property['x-value'] ?? onlyValue(property, find)
    return value === undefined ? [] : [[name, { constant: value }] as const]
  })
  return { object: Object.fromEntries(members) }
}

/** Returns how the request's body contains an item, or `own` if it contains something else. */
function requestOf(
  bodies: readonly ActionBody[],
  model: Model,
  { find }: ContractSource,
): Pick<Contract, 'wrapper' | 'written' | 'unwritten' | 'takesOthers'> | 'own' {
  if (bodies.length === 0) return {}
  const json = bodies.find(({ mediaType }) => isJson(mediaType))
  if (json === undefined) return 'own'
  if (json.schema === null) return {}
  const object = objectSchema(json.schema, find)
  if (object === null) return 'own'
  const inner = [...object.properties].filter(([, property]) => describes(property, model, find))
  const [only, ...others] = inner
  const isWrapped = only !== undefined && others.length === 0 && object.properties.size === 1
  const described = isWrapped ? objectSchema(only[1], find) : object
  if (described === null) return 'own'
  const names = [
    ...model.fields.map(({ name }) => name),
    ...model.relations.map(({ name }) => name),
  ].toSorted()
  const written = names.filter((name) => described.properties.has(name))
  const unwritten = names.filter((name) => !described.properties.has(name))
  if (written.length === 0) return 'own'
  const takesOthers =
    described.isOpen || [...described.properties.keys()].some((name) => !names.includes(name))
  return {
    ...(isWrapped ? { wrapper: only[0] } : {}),
    written,
    ...(takesOthers ? { takesOthers } : {}),
    ...(unwritten.length === 0 ? {} : { unwritten }),
  }
}

function report(collector: Collector, { id, at }: Served, missing: readonly string[]): void {
  if (missing.length === 0) return
  const names = listed([...new Set(missing)].map((name) => `"${name}"`))
  collector.report('SVC8071', {
    message: `The response of ${id} requires ${names}, which the service has no value for`,
    at,
    help: 'Name the value with "x-member" or "x-value" next to the property, store it in the component, or write the operation yourself with "x-operation: own"',
  })
}

/** Headers of requests that HTTP defines, or that the service understands. */
const KNOWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'accept-encoding',
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  'prefer',
  'traceparent',
  'x-request-id',
])

function rolesOf(
  { id }: Served,
  { queryParameters, headers, method }: UnnamedAction,
  template: Template | undefined,
  model: Model,
  { find, placeOf, collector }: ContractSource,
): Readonly<Record<string, ParameterRole>> {
  const refuse = (parameter: Parameter, { message, help }: NoRole): void =>
    collector.report('SVC8070', { message: `${message} (${id})`, at: placeOf(parameter.name), help })
  const isIgnored = ({ kept = {} }: Parameter): boolean => kept['x-ignored'] === true
  for (const header of headers)
    if (!KNOWN_HEADERS.has(header.name) && !isIgnored(header))
      refuse(header, {
        message: `The header "${header.written ?? header.name}" has no known meaning`,
        help: 'Write "x-ignored: true" next to it, or write the operation yourself with "x-operation: own"',
      })
  const isList = method === 'GET' && template !== undefined
  const hasCursor = shows(template, 'cursor')
  return Object.fromEntries(
    queryParameters.flatMap((parameter) => {
      if (!isList && isIgnored(parameter)) return []
      const role = roleOf(parameter, { model, find, hasCursor })
      if ('as' in role) return [[parameter.name, role] as const]
      refuse(parameter, role)
      return []
    }),
  )
}
