import type { ActionBody, CustomAction, JsonSchema, Parameter, Service } from '../../ir/index.js'
import { routesAt } from '../../ir/lookup.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { checkedSample } from '../samples/sample-value.js'
import { checkPath, keysOf, storeItem } from './item-paths.js'
import { certainText, samplesOf } from './parameter-samples.js'
import { optionsTest, requestOf, type Tests, unsupportedMethod } from './requests.js'
import { LeftOut, TestRows, unlessLeftOut } from './rows.js'
import type { MissingTest, RowTable, TestRequest } from './table.js'

/**
 * Returns the tests of the custom actions at one path: each request reaches its function, which tests replace, and
 * invalid requests are rejected.
 */
export function actionTests(service: Service, table: RowTable, actions: readonly CustomAction[]): Tests {
  const [first] = actions
  if (first === undefined) return []
  const isServed = routesAt(service, first.path).some(({ prefix }) => prefix === first.prefix)
  const isTested = isServed || isCovered(service, first.path)
  return [
    ...actions.flatMap((action) => testsOf(service, table, action)),
    ...(isTested ? [] : unsupportedMethod(service, first)),
  ]
}

function testsOf(service: Service, table: RowTable, action: CustomAction): Tests {
  const { method, path, item } = action
  // Tests inject requests without a network connection. Injection does not support this method.
  if (method === 'TRACE') return []
  if (method === 'OPTIONS') return [optionsTest(service, action)]
  // Responses to HEAD have no body.
  const returnsOf = (status: number): object =>
    method === 'HEAD' || declaresError(action, status) ? {} : { returns: 'problem' }
  const test = (
    title: string,
    part: () => Pick<TestRequest, 'headers' | 'body'> & {
      status: number
      query?: readonly [string, string][]
    },
    isUnknown = false,
  ): TestRequest | MissingTest => {
    const full = `${method} ${path} ${title}`
    return unlessLeftOut<TestRequest | MissingTest>(
      () => {
        const rows = new TestRows(service)
        const keyFor = isUnknown ? () => 'unknown' : keysIn(service, table, action, rows)
        const sent = part()
        const status = action.errors?.statuses?.[sent.status] ?? sent.status
        const request = { title: full, ...sent, status, ...returnsOf(status) }
        return requestOf(service, action, keyFor, request, table.namesOf(rows))
      },
      (reason) => ({ title: full, reason }),
    )
  }
  return [
    test('calls its function', () => ({ status: 501, ...validRequest(service, action) })),
    test('rejects unknown parameters', () => ({ status: 400, query: [['_unknown', '1']] })),
    ...(item === null || method === 'HEAD'
      ? []
      : [test('returns 404 for an unknown item', () => ({ status: 404 }), true)]),
  ]
}

/** Returns whether a document declares the body of an error, which is then not a problem document. */
function declaresError({ errors }: CustomAction, status: number): boolean {
  const range = `${String(status).charAt(0)}XX`
  return [String(status), range, 'default'].some((key) => errors?.bodies[key] !== undefined)
}

/** Returns a function that returns the values of the parameters in the path of an action. */
function keysIn(
  service: Service,
  table: RowTable,
  { path, item, uriParameters }: CustomAction,
  rows: TestRows,
): (param: string) => string | undefined {
  const items = item === null ? [] : storeItem(rows, item)
  const keys = item === null ? () => undefined : keysOf(item, items, table)
  const ofItems = uriParameters.filter(({ name }) => keys(name) !== undefined)
  if (item !== null) checkPath(service, { path, ...item }, ofItems, items)
  const root = { $defs: service.schemas ?? {} }
  return (name) => {
    const key = keys(name)
    if (key !== undefined) return key
    const parameter = uriParameters.find((each) => each.name === name)
    return parameter && encodeURIComponent(certainText(parameter, root))
  }
}

/**
 * Returns a valid request.
 * @throws LeftOut if no value is certain to be valid
 */
function validRequest(
  { schemas = {} }: Service,
  { queryParameters, headers, cookies = [], bodies, isBodyOptional }: CustomAction,
): Pick<TestRequest, 'headers' | 'body'> & { query: readonly [string, string][] } {
  const root: JsonSchema = { $defs: schemas }
  const query = samplesOf(queryParameters, root).map(([name, value]): [string, string] => [
    name,
    encodeURIComponent(value),
  ])
  if (cookies.some(mustBeGiven)) throw new LeftOut('The request needs cookies.')
  const sample = bodies.map((body) => bodySample(body, root)).find((each) => each !== null)
  if (sample === undefined && bodies.length > 0 && isBodyOptional !== true)
    throw new LeftOut('No body is certain to be valid.')
  const all = { ...Object.fromEntries(samplesOf(headers, root)), ...sample?.headers }
  return {
    query,
    ...(Object.keys(all).length === 0 ? {} : { headers: all }),
    ...(sample === undefined ? {} : { body: sample.body }),
  }
}

type SampleRequest = Required<Pick<TestRequest, 'headers' | 'body'>>

function bodySample({ mediaType, schema, form }: ActionBody, root: JsonSchema): SampleRequest | null {
  const type = mediaType.replace('*/*', 'text/plain').replace('*', 'any')
  if (/[/+]json$/.test(type)) {
    const value = schema === null ? {} : checkedSample(schema, root)
    return value === undefined ? null : sent(type, JSON.stringify(value))
  }
  if (type !== 'multipart/form-data' && type !== 'application/x-www-form-urlencoded')
    return sent(type, 'text')
  return unlessLeftOut<SampleRequest | null>(
    () => {
      if (type !== 'multipart/form-data')
        return sent(
          type,
          new URLSearchParams(
            samplesOf(form, root).map(([name, value]): [string, string] => [name, value]),
          ).toString(),
        )
      const parts = form.filter(mustBeGiven).map((field) => part(field, root))
      return sent(`multipart/form-data; boundary=${BOUNDARY}`, `${parts.join('')}--${BOUNDARY}--\r\n`)
    },
    () => null,
  )
}

const BOUNDARY = 'boundary-of-parts'

function part(field: Parameter, root: JsonSchema): string {
  if (/["\r\n\\]/.test(field.name)) throw new LeftOut(`No part can have the name ${field.name}.`)
  const isFile = field.schema['format'] === 'binary'
  const value = isFile ? 'content' : certainText(field, root)
  const file = isFile ? '; filename="file.txt"\r\nContent-Type: text/plain' : ''
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field.name}"${file}\r\n\r\n${value}\r\n`
}

function sent(type: string, body: string): SampleRequest {
  return { headers: { 'content-type': type }, body }
}

/**
 * Returns whether another path with parameters also matches this path. If so, that path handles the methods that this
 * path does not support, unless an OpenAPI document declares them.
 */
function isCovered({ schemas, routes, actions }: Service, path: string): boolean {
  const segments = path.split('/')
  const covers = (other: string): boolean => {
    const others = other.split('/')
    const isLike = others.every((each, index) => each.includes('{') || each === segments[index])
    return other !== path && other.includes('{') && others.length === segments.length && isLike
  }
  return schemas === undefined && [...routes, ...actions].some((each) => covers(each.path))
}
