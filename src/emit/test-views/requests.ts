import type { Route, Service } from '../../ir/index.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { keyOf, ORDINALS, sampleOf } from './items.js'
import { sampleCode, type Seed, type Way } from './seeds.js'

/** One request, and what its answer must be; all of it code. */
export interface RouteTest {
  readonly title: string
  readonly seeds: readonly string[] | false
  readonly method: string
  readonly url: string
  /** Options of the request beside method and URL. */
  readonly body: string | false
  readonly check: string
}

/** What is said of a request beside its route: options as code, and what its URL ends in. */
export type TestPlan = Partial<RouteTest> & {
  readonly title: string
  readonly check: string
  readonly query?: string
}

/**
 * The test of a route with one request.
 * @param seeds lines that store what the request needs
 * @param keyFor code of the key that stands in the place of a parameter
 */
export function testOf(
  service: Service,
  route: Route,
  { title, body, check, query = '' }: TestPlan,
  seeds: readonly string[],
  keyFor: (param: string) => string | undefined,
): RouteTest {
  const url = pathCode(service.basePath + route.path, keyFor) + query
  const options = body === undefined || body === false ? '' : payload(body)
  return {
    title: literal(title),
    seeds: seeds.length > 0 && withoutIdleVariables(seeds, url + options),
    method: route.method,
    url,
    body: options !== '' && options,
    check,
  }
}

/** The lines, without variables that neither a later line nor the request needs. */
function withoutIdleVariables(lines: readonly string[], request: string): string[] {
  return lines.map((line, index) => {
    const [declaration = '', variable = ''] = /^const (\w+) = /.exec(line) ?? []
    const used = [...[...lines.slice(index + 1), request].join('\n').matchAll(VARIABLE)]
    return used.some(([name]) => name === variable) ? line : line.slice(declaration.length)
  })
}

/** A name of which something is taken. */
const VARIABLE = /\b\w+\b(?=[.[])/g

function payload(body: string): string {
  return /^(?:payload|headers): /.test(body) ? body : `payload: ${body}`
}

/**
 * A path as the inside of a template literal: text of the input is encoded, and so holds nothing that ends it.
 * @param keyFor what stands in the place of a parameter
 */
export function pathCode(path: string, keyFor: (param: string) => string | undefined): string {
  return path
    .split(/(\{[^}]+\})/)
    .map((part) => (part.startsWith('{') ? (keyFor(part.slice(1, -1)) ?? 'any') : encoded(part)))
    .join('')
}

function encoded(text: string): string {
  return text
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/')
}

/** What changes an attribute: the value of another sample, else what is empty. */
export function attributeBody({ item }: Seed, name: string, empty: string): string {
  const { stored } = sampleOf(item.model, 1) ?? { stored: {} }
  return Object.hasOwn(stored, name)
    ? `payload: samples.${item.model.names.var}.${ORDINALS[1]}${memberAccess(name)}`
    : `payload: ${empty}`
}

/** The query that selects the item alone. */
export function selection({ item, variable }: Seed): string {
  return `?${encodeURIComponent(item.model.key)}=\${${keyOf(item.model, variable)}}`
}

/** A field that may change, with the value of another sample. */
export function changes({ item }: Seed): string {
  const { model } = item
  const name = Object.keys(sampleOf(model, 1)?.stored ?? {}).find((candidate) => {
    const field = model.fields.find((each) => each.name === candidate)
    return field !== undefined && candidate !== model.key && !field.constraints.unique
  })
  if (name === undefined) return 'payload: {}'
  return `payload: { ${propertyKey(name)}: samples.${model.names.var}.${ORDINALS[1]}${memberAccess(name)} }`
}

/** Returns another sample to replace the item, with its key and its required relations; null if there is none. */
export function replacement({ way, seed }: { readonly way: Way; readonly seed: Seed }): string | null {
  const { item, variable } = seed
  const { model, links, lists } = item
  const isGenerated = model.fields.some(({ name, type }) => name === model.key && type === 'id_field')
  const names = [...(isGenerated ? [] : [model.key]), ...links.map(({ name }) => name)]
  const entries = [
    ...names.map((name) => `${propertyKey(name)}: ${variable}${memberAccess(name)}`),
    ...lists.map(({ name }) => `${propertyKey(name)}: []`),
  ]
  return sampleCode(way.seeds, item, entries)
}
