import { isObject } from '../json.js'
import {
  type ActionBody,
  type CustomAction,
  type JsonSchema,
  type Parameter,
  type Service,
} from '../../ir/index.js'
import { actionsUnder, routesAt } from '../../ir/lookup.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { resolvedIn } from '../samples/alternatives.js'
import { checkedSample } from '../samples/sample-value.js'
import { literal } from '../literal.js'
import type { RouteGroup } from '../groups.js'
import { optionsTest, type RouteTest, testOf, type TestPlan, unsupportedMethod } from './requests.js'
import { keysOf, testsView } from './routes.js'
import { oncePer } from '../once.js'
import { Seeds, storeItem } from './seeds.js'

/**
 * Returns the view for `test/generated/actions/<name>.ts`. The tests check that each request reaches its function and
 * that invalid requests are rejected.
 */
export function actionTestsView(service: Service, { root }: RouteGroup): object {
  return testsView(actionsUnder(service, root), (actions) => [
    ...actions.flatMap((action) => testsOf(service, action)),
    ...actions.slice(0, 1).flatMap((action) => unsupportedMethodAt(service, action)),
  ])
}

function testsOf(service: Service, action: CustomAction): readonly RouteTest[] {
  const { method, item } = action
  // Tests inject requests without a network connection. Injection does not support this method.
  if (method === 'TRACE') return []
  if (method === 'OPTIONS') return [optionsTest(service, action)]
  const plans: readonly (TestPlan | null)[] = [
    validRequest(service, action),
    {
      title: `${method} rejects unknown parameters`,
      query: new Map([['_unknown', '1']]),
      check: method === 'HEAD' ? 'isRejected(response, 400)' : 'isProblem(response, 400)',
    },
  ]
  const subject = subjectOf(service, action)
  const own =
    subject === null
      ? []
      : plans.flatMap((plan) =>
          plan === null ? [] : [testOf(service, action, plan, subject.keyFor, subject.seeds)],
        )
  if (item === null || method === 'HEAD') return own
  const unknown = { title: `${method} below an unknown item returns 404`, check: 'isProblem(response, 404)' }
  return [...own, testOf(service, action, unknown, () => 'unknown')]
}

/**
 * Returns the test that sends a valid request, or null if there is no sample for the request. Tests replace the
 * function that handles the request.
 */
function validRequest(
  { schemas = {} }: Service,
  { method, queryParameters, headers, cookies = [], bodies, isBodyOptional }: CustomAction,
): TestPlan | null {
  const root: JsonSchema = { $defs: schemas }
  const query = samplesOf(queryParameters, root)
  const header = samplesOf(headers, root)
  if (cookies.some(mustBeGiven)) return null
  const sample = bodies.length === 0 ? NO_BODY : firstOf(bodies.map((body) => bodySample(body, root)))
  const body = sample ?? (isBodyOptional === true ? NO_BODY : null)
  if (query === null || header === null || body === null) return null
  const all = { ...header, ...body.headers }
  return {
    title: `${method} calls its function`,
    query: new Map(Object.entries(query).map(([name, value]) => [name, encodeURIComponent(value)])),
    ...(Object.keys(all).length === 0 ? {} : { headers: literal(all) }),
    ...(body.payload === null ? {} : { payload: literal(body.payload) }),
    check: method === 'HEAD' ? 'isRejected(response, 501)' : 'isProblem(response, 501)',
  }
}

interface SampleRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | null
}

const NO_BODY: SampleRequest = { headers: {}, payload: null }

function firstOf<T>(values: readonly (T | null)[]): T | null {
  return values.find((value) => value !== null) ?? null
}

function bodySample({ mediaType, schema, form }: ActionBody, root: JsonSchema): SampleRequest | null {
  const type = mediaType.replace('*/*', 'text/plain').replace('*', 'any')
  if (/[/+]json$/.test(type)) {
    const value = schema === null ? {} : checkedSample(schema, root)
    return value === undefined ? null : sent(type, JSON.stringify(value))
  }
  if (type === 'multipart/form-data') return multipart(form, root)
  if (type !== 'application/x-www-form-urlencoded') return sent(type, 'text')
  const fields = samplesOf(form, root)
  return fields && sent(type, new URLSearchParams(fields).toString())
}

function sent(type: string, payload: string): SampleRequest {
  return { headers: { 'content-type': type }, payload }
}

const BOUNDARY = 'boundary-of-parts'

function multipart(form: readonly Parameter[], root: JsonSchema): SampleRequest | null {
  const parts = form.filter(mustBeGiven).map(({ name, schema }) => {
    const isFile = schema['format'] === 'binary'
    const value = isFile ? 'content' : sampleText(schema, root)
    if (value === null || /["\r\n\\]/.test(name)) return null
    const file = isFile ? '; filename="file.txt"\r\nContent-Type: text/plain' : ''
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
  })
  if (parts.some((part) => part === null)) return null
  return sent(`multipart/form-data; boundary=${BOUNDARY}`, `${parts.join('')}--${BOUNDARY}--\r\n`)
}

/** Returns values for the required parameters, or null if one of them has no sample. */
function samplesOf(
  parameters: readonly Parameter[],
  root: JsonSchema,
): Readonly<Record<string, string>> | null {
  const samples = parameters
    .filter(mustBeGiven)
    .map(({ name, schema }) => [name, sampleText(schema, root)] as const)
  if (samples.some(([, value]) => value === null)) return null
  return Object.fromEntries(samples.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

/** Returns text for a valid value of a parameter, or null if none is known. */
function sampleText(written: JsonSchema, root: JsonSchema): string | null {
  const schema = resolvedIn(root, written)
  const { anyOf, items, type } = schema
  if (Array.isArray(anyOf))
    return firstOf(anyOf.map((each) => (isObject(each) ? sampleText(each, root) : null)))
  if (type === 'array' && isObject(items)) return sampleText(items, root)
  if (schema['format'] === 'http-date') return '2024-05-01'
  if (schema['format'] === 'binary') return null
  const value = checkedSample(schema, root)
  const text = value === undefined || typeof value === 'object' ? null : String(value)
  return text === null || /[^ -~]/.test(text) || text === '' ? null : text
}

/** The item of an action, and the values of the parameters in its path. */
interface Subject {
  readonly seeds: Seeds
  readonly keyFor: (param: string) => string | undefined
}

function subjectOf(service: Service, { item, uriParameters }: CustomAction): Subject | null {
  const root: JsonSchema = { $defs: service.schemas ?? {} }
  const texts = new Map(uriParameters.map(({ name, schema }) => [name, sampleText(schema, root)]))
  if (item === null) {
    if ([...texts.values()].includes(null)) return null
    return { seeds: new Seeds(service), keyFor: (param) => encodeURIComponent(texts.get(param) ?? 'any') }
  }
  const stored = storeItem(service, item)
  if (stored === null) return null
  const { seeds, parents, seed } = stored
  const keys = keysOf(item, [...parents, ...(item.param === null ? [] : [seed])])
  const others = uriParameters.filter(({ name }) => keys(name) === undefined)
  if (others.some(({ name }) => texts.get(name) === null)) return null
  return { seeds, keyFor: (param) => keys(param) ?? encodeURIComponent(texts.get(param) ?? 'any') }
}

/**
 * Returns the test for a method that a path does not support. The tests of routes contain it for the paths of a model.
 */
function unsupportedMethodAt(service: Service, action: CustomAction): readonly RouteTest[] {
  const isTested = routesAt(service, action.path).length > 0 || isCovered(service, action.path)
  return isTested ? [] : unsupportedMethod(service, action)
}

/**
 * Returns whether another path with parameters also matches this path. If so, that path handles the methods that this
 * path does not support.
 */
function isCovered(service: Service, path: string): boolean {
  const segments = path.split('/')
  return dynamicPaths(service).some(
    (others) =>
      others.length === segments.length &&
      others.every((other, index) => other.includes('{') || other === segments[index]) &&
      others.join('/') !== path,
  )
}

/** Returns the segments of the paths with parameters. */
const dynamicPaths = oncePer(({ routes, actions }: Service) =>
  [...new Set([...routes, ...actions].map(({ path }) => path))]
    .filter((path) => path.includes('{'))
    .map((path) => path.split('/')),
)
