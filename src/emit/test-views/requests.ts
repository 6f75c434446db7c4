import type { CustomAction, Model, ParameterType, Route, Service } from '../../ir/index.js'
import { sampleValue } from '../samples/sample-value.js'
import { hasWriteRule } from '../../ir/lookup.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { allowed } from '../views/routes.js'
import { ORDINALS, sampleOf } from './items.js'
import { sampleCode, type Seed, Seeds, type StoredParents } from './seeds.js'

/** A request and the check that its response must pass, as code. */
export interface RouteTest {
  readonly title: string
  /** Lines that store the items that the request needs. */
  readonly seeds: readonly string[] | false
  /** Whether the test uses samples. */
  readonly samples: boolean
  readonly method: string
  readonly url: string
  /** Request options other than the method and URL. */
  readonly body: string | false
  readonly check: string
}

/** The values of query parameters, keyed by name, as code in a template literal. */
export type Query = ReadonlyMap<string, string>

/** The parts of a request that its route does not determine, as code. */
export interface TestPlan {
  readonly title: string
  readonly check: string
  readonly query?: Query
  readonly headers?: string
  readonly payload?: string
}

/**
 * Returns a test that sends one request to a route.
 * @param keyFor returns the code for the key in a parameter
 * @param seeds the items that the request needs
 */
export function testOf(
  service: Service,
  route: Pick<CustomAction, 'path' | 'method'> & Queried,
  { title, query = new Map(), headers, payload, check }: TestPlan,
  keyFor: (param: string) => string | undefined,
  seeds = new Seeds(service),
): RouteTest {
  const url = pathCode(service.basePath + route.path, keyFor) + queryCode(service, query, route)
  const options = [
    ...(headers === undefined ? [] : [`headers: ${headers}`]),
    ...(payload === undefined ? [] : [`payload: ${payload}`]),
  ]
  return {
    title: literal(title),
    seeds: seeds.lines.length > 0 && seeds.lines,
    samples: seeds.usesSamples,
    method: route.method,
    url,
    body: options.length > 0 && options.join(', '),
    check,
  }
}

/** Returns the test for OPTIONS. */
export function optionsTest(service: Service, route: Pick<CustomAction, 'path' | 'method'>): RouteTest {
  const check = `isOptions(response, ${literal(allowed(service, route).join(', '))})`
  return testOf(service, route, { title: 'OPTIONS returns the allowed methods', check }, () => 'any')
}

/** The parts of a route that determine its query parameters. */
type Queried = Pick<Route, 'parameters'> & Partial<Pick<Route, 'model'>>

/**
 * Returns the query string for a URL: the given query, and samples for any other parameters that the route requires.
 */
export function queryCode(service: Service, query: Query, { parameters = [], model = '' }: Queried): string {
  const filtered = service.models.find(({ id }) => id === model)
  const required = parameters.flatMap(({ name, types }): [string, string][] => {
    const [first] = types.filter((type) => type.required && type.default === null)
    if (first === undefined) return []
    const value =
      (filtered && isAnyText(first) ? sampleFilter(filtered, name) : null) ?? sampleParameter(first)
    return [[name, encodeURIComponent(value)]]
  })
  const all = new Map([...query, ...required.filter(([name]) => !query.has(name))])
  const pairs = [...all].map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function isAnyText({ type, enum: choices, example, pattern, minLength, maxLength }: ParameterType): boolean {
  return type === 'string' && [choices, example, pattern, minLength, maxLength].every((each) => each === null)
}

/** Returns a sample value for a filter, or null if the parameter is not a filter or the field has no sample. */
function sampleFilter(model: Model, name: string): string | null {
  const value = sampleOf(model, 0)?.stored[name.replace(/__\w+$/, '')]
  return typeof value === 'object' || value === undefined ? null : String(value)
}

function sampleParameter(declared: ParameterType): string {
  const { type, enum: choices, example, pattern, minLength, maxLength, minimum, maximum } = declared
  if (choices?.[0] !== undefined) return choices[0]
  if (example !== null) return example
  if (type === 'date') return '2020-05-31'
  const limits = Object.entries({ pattern, minLength, maxLength, minimum, maximum })
  const schema = Object.fromEntries([['type', type], ...limits.filter(([, limit]) => limit !== null)])
  return String(sampleValue(schema, { root: {}, name: 'value', n: 1 }) ?? '')
}

/**
 * Returns a path as the contents of a template literal. Text from the input is percent-encoded, so it cannot end the
 * literal.
 * @param keyFor returns the code for the key in a parameter
 */
export function pathCode(path: string, keyFor: (param: string) => string | undefined): string {
  return path
    .split(/(\{[^}]+\})/)
    .map((part) => (part.startsWith('{') ? (keyFor(part.slice(1, -1)) ?? 'any') : encoded(part)))
    .join('')
}

/**
 * Characters that are not percent-encoded in a path, because encoding them would change their meaning (RFC 3986, 3.3).
 */
const PLAIN = /%(?:3A|40|24|26|2B|2C|3B|3D)/g

function encoded(text: string): string {
  return text
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment)
        .replaceAll(PLAIN, decodeURIComponent)
        .replaceAll(/%25([0-9a-f]{2})/gi, '%$1'),
    )
    .join('/')
}

/** An item that a test stores, with its parents. */
export interface Subject {
  readonly way: StoredParents
  readonly seed: Seed
}

/**
 * Returns the payload that changes an attribute: the attribute's value in another sample or, if there is none, an empty
 * value.
 */
export function attributePayload({ way, seed }: Subject, name: string, empty: string): string {
  const { model } = seed.item
  const { stored } = sampleOf(model, 1) ?? { stored: {} }
  return Object.hasOwn(stored, name) ? way.seeds.sample(model, ORDINALS[1]) + memberAccess(name) : empty
}

/** Returns the query that selects only the given item. */
export function selection({ seed }: Subject): Query {
  return new Map([[seed.item.model.key, `\${${seed.key()}}`]])
}

/**
 * Returns the payload that changes one field to its value in another sample. The payload is empty if no field can be
 * changed.
 */
export function changes({ way, seed }: Subject): string {
  const { model } = seed.item
  const name = Object.keys(sampleOf(model, 1)?.stored ?? {}).find((candidate) => {
    const field = model.fields.find((each) => each.name === candidate)
    return (
      field !== undefined &&
      candidate !== model.key &&
      !field.constraints.unique &&
      !hasWriteRule(model, candidate)
    )
  })
  if (name === undefined) return '{}'
  return `{ ${propertyKey(name)}: ${way.seeds.sample(model, ORDINALS[1])}${memberAccess(name)} }`
}

/**
 * Returns the payload that replaces an item: another sample with the item's key, its required relations and the fields
 * that a PUT cannot change. Returns null if there is no other sample.
 */
export function replacement({ way, seed }: Subject): string | null {
  const { model, links, lists } = seed.item
  const isGenerated = model.fields.some(({ name, type }) => name === model.key && type === 'id_field')
  const sample = sampleOf(model, 0)
  const fixed = Object.keys({ ...sample?.stored, ...sample?.internal }).filter(
    (name) => name !== model.key && hasWriteRule(model, name),
  )
  const names = [...(isGenerated ? [] : [model.key]), ...fixed, ...links.map(({ name }) => name)]
  const entries = [
    ...names.map((name) => `${propertyKey(name)}: ${seed.property(name)}`),
    ...lists.map(({ name }) => `${propertyKey(name)}: []`),
  ]
  return sampleCode(way.seeds, seed.item, entries)
}
