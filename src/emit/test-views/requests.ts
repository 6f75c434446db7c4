import { isObject } from '../json.js'
import {
  type CustomAction,
  type Field,
  type JsonSchema,
  METHODS,
  type Model,
  type Route,
  type Service,
} from '../../ir/index.js'
import type { SampleBody } from '../samples/sample-body.js'
import { sampleValue } from '../samples/sample-value.js'
import { hasWriteRule } from '../../ir/lookup.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { allowed } from '../views/routes.js'
import { fieldOf } from '../shared.js'
import { ORDINALS, sampleOf } from './items.js'
import { sampleCode, type Seed, Seeds, type StoredItem } from './seeds.js'

/** A request and the check that its response must pass, as code for a template. */
export type RouteTest = ReturnType<typeof testOf>

/** The values of query parameters, keyed by name, as code in a template literal. */
export type Query = ReadonlyMap<string, string>

/** The parts of a request that its route does not determine, as code. */
export interface TestPlan {
  readonly title: string
  readonly check: string
  readonly query?: Query
  readonly headers?: string
  readonly payload?: string
  /** Lines that run after the items have been stored, and before the request. */
  readonly before?: readonly string[]
  /** Lines that check what is stored after the request. */
  readonly after?: readonly string[]
}

/**
 * Returns a test that sends one request to a route.
 * @param keyFor returns the code for the key in a parameter
 * @param seeds the items that the request needs
 */
export function testOf(
  service: Service,
  route: Pick<CustomAction, 'path' | 'method'> & Queried,
  { title, query = new Map(), headers, payload, check, before = [], after = [] }: TestPlan,
  keyFor: (param: string) => string | undefined,
  seeds = new Seeds(service),
) {
  const url = pathCode(service.basePath + route.path, keyFor) + queryCode(service, query, route)
  const options = [
    ...(headers === undefined ? [] : [`headers: ${headers}`]),
    ...(payload === undefined ? [] : [`payload: ${payload}`]),
  ]
  const lines = [...seeds.lines, ...before]
  return {
    title: literal(title),
    seeds: lines.length > 0 && lines,
    samples: seeds.usesSamples,
    method: route.method,
    url,
    // The headers and the payload.
    body: options.length > 0 && options.join(', '),
    check,
    stored: after.length > 0 && after,
  }
}

export function optionsTest(service: Service, route: Pick<CustomAction, 'path' | 'method'>): RouteTest {
  const check = `isOptions(response, ${literal(allowed(service, route).join(', '))})`
  return testOf(service, route, { title: 'OPTIONS returns the allowed methods', check }, () => 'any')
}

/** Returns the test that requests a path with a method that it does not support. Returns no test if there is none. */
export function unsupportedMethod(
  service: Service,
  route: Pick<CustomAction, 'path'> & Queried,
): readonly RouteTest[] {
  const allow = allowed(service, route)
  const method = METHODS.find((candidate) => candidate !== 'OPTIONS' && !allow.includes(candidate))
  if (method === undefined) return []
  const check = `isNotAllowed(response, ${literal(allow.join(', '))})`
  return [testOf(service, { ...route, method }, { title: `${method} is not allowed`, check }, () => 'any')]
}

/** The parts of a route that determine its query parameters. */
type Queried = Pick<Route, 'parameters'> & Partial<Pick<Route, 'model'>>

/**
 * Returns the query string for a URL: the given query, and samples for any other parameters that the route requires.
 */
export function queryCode(service: Service, query: Query, { parameters = [], model = '' }: Queried): string {
  const filtered = service.models.find(({ id }) => id === model)
  const required = parameters.filter(mustBeGiven).map(({ name, schema }) => {
    const value =
      (filtered && isAnyText(schema) ? sampleFilter(filtered, name) : null) ?? sampleParameter(schema)
    return [name, encodeURIComponent(value)] as const
  })
  const all = new Map([...query, ...required.filter(([name]) => !query.has(name))])
  const pairs = [...all].map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function isAnyText({ type, ...others }: JsonSchema): boolean {
  return type === 'string' && Object.keys(others).length === 0
}

/** Returns a sample value for a filter, or null if the parameter is not a filter or the field has no sample. */
function sampleFilter(model: Model, name: string): string | null {
  const value = sampleOf(model, 0)?.stored[name.replace(/__\w+$/, '')]
  return typeof value === 'object' || value === undefined ? null : String(value)
}

function sampleParameter(schema: JsonSchema): string {
  const { anyOf, items, enum: choices, examples, format } = schema
  const inner = Array.isArray(anyOf) ? anyOf[0] : items
  if (isObject(inner)) return sampleParameter(inner)
  if (Array.isArray(choices)) return String(choices[0])
  if (Array.isArray(examples) && examples.length > 0) return String(examples[0])
  if (format === 'http-date') return '2020-05-31'
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

/** The keywords of a JSON schema that do not restrict the members of an object. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['type', 'title', 'description', 'default'])

/**
 * Returns the request that changes an attribute to its value in another sample or, if there is none, an empty value.
 */
export function attributeChange(
  { seeds, seed }: StoredItem,
  { name, type, json }: Field,
): Pick<TestPlan, 'payload' | 'after'> {
  const { model } = seed.item
  const { stored } = nextSample(seed) ?? { stored: {} }
  const isDifferent = differences(seed).includes(name)
  const empty = type === 'list' ? '[]' : '{}'
  if (!isDifferent && type === 'dict' && Object.keys(json).every((key) => ANNOTATIONS.has(key)))
    return { payload: "{ name: 'value' }", after: [isChanged(seed, name)] }
  return {
    payload: Object.hasOwn(stored, name)
      ? seeds.sample(model, nextOrdinal(seed)) + memberAccess(name)
      : empty,
    after: isDifferent ? [isChanged(seed, name)] : [],
  }
}

export function selection({ seed }: StoredItem): Query {
  return new Map([[seed.item.model.key, `\${${seed.key()}}`]])
}

/**
 * Returns the request that changes one field to its value in another sample, and the check that it did. The payload is
 * empty if no field can be changed.
 */
export function changes({ seeds, seed }: StoredItem): Pick<TestPlan, 'payload' | 'after'> {
  const { model } = seed.item
  const different = differences(seed)
  const names = Object.keys(nextSample(seed)?.stored ?? {}).filter((candidate) => {
    const field = fieldOf(model, candidate)
    return (
      field !== undefined &&
      candidate !== model.key &&
      !field.constraints.unique &&
      !hasWriteRule(model, candidate)
    )
  })
  const name = different.find((candidate) => names.includes(candidate)) ?? names[0]
  if (name === undefined) return { payload: '{}' }
  return {
    payload: `{ ${propertyKey(name)}: ${seeds.sample(model, nextOrdinal(seed))}${memberAccess(name)} }`,
    after: different.includes(name) ? [isChanged(seed, name)] : [],
  }
}

function nextOrdinal({ index }: Seed): (typeof ORDINALS)[number] {
  return ORDINALS[index + 1] ?? ORDINALS[1]
}

/** Returns the sample after that of an item, or null if there is none. */
function nextSample(seed: Seed): SampleBody | null {
  return sampleOf(seed.item.model, ORDINALS.indexOf(nextOrdinal(seed)))
}

/**
 * Returns the fields whose value in the next sample differs from the item's, starting with those that are not set on
 * every change anyway.
 */
function differences(seed: Seed): readonly string[] {
  const { model } = seed.item
  const own = sampleOf(model, seed.index)?.stored ?? {}
  const next = nextSample(seed)?.stored ?? {}
  const names = Object.keys(next).filter((name) => {
    return fieldOf(model, name) !== undefined && JSON.stringify(own[name]) !== JSON.stringify(next[name])
  })
  const isSet = (name: string): boolean => (fieldOf(model, name)?.onUpdate ?? null) !== null
  return [...names.filter((name) => !isSet(name)), ...names.filter(isSet)]
}

/** Returns the line that checks that a stored item has a new value in a field. */
function isChanged(seed: Seed, name: string): string {
  return `check.isChanged(${seed.row()}, ${seed.readAgain()}, ${literal(name)})`
}

/** Returns the lines that check that an item is no longer stored. */
export function isDeleted(seed: Seed): readonly string[] {
  return [`check.isDeleted(${seed.readAgain()})`]
}

/** Returns the lines that check that one more item of a model is stored than before the request. */
export function isAdded({ names }: Model): Pick<TestPlan, 'before' | 'after'> {
  return {
    before: [`const before = await items.${names.var}.count()`],
    after: [`check.isAdded(await items.${names.var}.count(), before)`],
  }
}

/**
 * Returns the payload that replaces an item: another sample with the item's key, its required relations and the fields
 * that a PUT cannot change. Returns null if there is no other sample.
 */
export function replacement({ seeds, seed }: StoredItem): Pick<TestPlan, 'payload' | 'after'> | null {
  const { model, links, lists } = seed.item
  const isGenerated = fieldOf(model, model.key)?.type === 'id_field'
  const sample = sampleOf(model, 0)
  const fixed = Object.keys({ ...sample?.stored, ...sample?.internal }).filter(
    (name) => name !== model.key && hasWriteRule(model, name),
  )
  const names = [...(isGenerated ? [] : [model.key]), ...fixed, ...links.map(({ name }) => name)]
  const entries = [
    ...names.map((name) => `${propertyKey(name)}: ${seed.property(name)}`),
    ...lists.map(({ name }) => `${propertyKey(name)}: []`),
  ]
  const payload = sampleCode(seeds, seed.item, entries)
  const changed = differences(seed).find((name) => name !== model.key && !hasWriteRule(model, name))
  return payload === null ? null : { payload, after: changed === undefined ? [] : [isChanged(seed, changed)] }
}
