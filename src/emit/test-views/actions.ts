import type { ActionBody, CustomAction, Parameter, Service } from '../../ir/index.js'
import { fullPathOf } from '../../ir/lookup.js'
import { covers } from '../concrete-paths.js'
import { fieldsByUse, isJson } from '../parameters/exchange.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { checkedSample } from '../../sample-values/sample-value.js'
import { checkPath, keysOf, type PathValues, storeItem } from './item-paths.js'
import { certainText, headersOf, samplesOf } from './parameter-samples.js'
import { optionsTest, type Part, requestOf, testOf, type Tests } from './requests.js'
import { ifCertain, LeftOut, TestRows } from './rows.js'
import type { RowTable, TestRequest } from './table.js'

/** Returns the test of a custom action: a request reaches its function, which tests replace. */
export function actionTests(table: RowTable, action: CustomAction): Tests {
  const { method } = action
  const { service } = table
  // Tests inject requests without a network connection. Injection does not support this method.
  if (method === 'TRACE') return []
  if (method === 'OPTIONS') return [optionsTest(service, action)]
  const test = testOf(action, 'calls its function', (title) => {
    const rows = new TestRows(service)
    const values = valuesIn(table, action, rows)
    const status = action.errors?.statuses?.[501] ?? 501
    // Responses to HEAD have no body.
    const returns = method === 'HEAD' || declaresError(action, status) ? undefined : 'problem'
    const part = {
      title,
      rows: table.namesOf(rows),
      status,
      ...validRequest(service, action),
      returns,
    }
    const request = requestOf(service, action, values, part)
    if (isTaken(service, action, request.path))
      throw new LeftOut('Another path has the value of a parameter.')
    return request
  })
  return [test]
}

/** Returns whether a request with certain values in its path reaches a path that has these values without parameters. */
function isTaken(service: Service, action: CustomAction, url: string): boolean {
  const own = fullPathOf(service, action)
  const [path = ''] = url.split('?')
  return [...service.routes, ...service.actions]
    .map((each) => fullPathOf(service, each))
    .some((other) => covers(own, other) && (other === path || covers(other, path)))
}

/** Returns whether a document declares the body of an error, which is then not a problem document. */
function declaresError({ errors }: CustomAction, status: number): boolean {
  const range = `${String(status).charAt(0)}XX`
  return [String(status), range, 'default'].some((key) => errors?.bodies[key] !== undefined)
}

/** Returns the values of the parameters in the path of an action. */
function valuesIn(table: RowTable, { path, item, uriParameters }: CustomAction, rows: TestRows): PathValues {
  const items = item === null ? [] : storeItem(rows, item).items
  const keys: PathValues = item === null ? () => undefined : keysOf(item, items, table)
  const ofItems = uriParameters.filter(({ name }) => keys(name) !== undefined)
  if (item !== null) checkPath(table, { path, ...item }, ofItems, items)
  return (name) => {
    const parameter = uriParameters.find((each) => each.name === name)
    return keys(name) ?? (parameter && encodeURIComponent(certainText(table.service, parameter)))
  }
}

/**
 * Returns a valid request.
 * @throws LeftOut if no value is certain to be valid
 */
function validRequest(service: Service, action: CustomAction): Pick<Part, 'query' | 'headers' | 'body'> {
  const { queryParameters, cookies = [], bodies, isBodyOptional } = action
  const query = samplesOf(service, queryParameters)
  if (cookies.some(mustBeGiven)) throw new LeftOut('The request needs cookies.')
  const sample = bodies.map((body) => bodySample(service, body)).find((each) => each !== null)
  if (sample === undefined && bodies.length > 0 && isBodyOptional !== true)
    throw new LeftOut('No body is certain to be valid.')
  return { query, ...headersOf(service, action, Object.entries(sample?.headers ?? {})), body: sample?.body }
}

type SampleRequest = Required<Pick<TestRequest, 'headers' | 'body'>>

function bodySample(service: Service, { mediaType, schema, form }: ActionBody): SampleRequest | null {
  const type = mediaType.replace('*/*', 'text/plain').replace('*', 'any')
  if (isJson(type)) {
    const value = schema === null ? {} : checkedSample(schema, { $defs: service.schemas ?? {} })
    return value === undefined ? null : sent(type, JSON.stringify(value))
  }
  const isMultipart = type === 'multipart/form-data'
  if (!isMultipart && type !== 'application/x-www-form-urlencoded') return sent(type, 'text')
  return ifCertain(() => {
    if (!isMultipart)
      return sent(type, String(new URLSearchParams(samplesOf(service, fieldsByUse(form, service)))))
    const parts = fieldsByUse(form, service)
      .filter(mustBeGiven)
      .map((field) => part(service, field))
    return sent(`${type}; boundary=${BOUNDARY}`, `${parts.join('')}--${BOUNDARY}--\r\n`)
  })
}

const BOUNDARY = 'boundary-of-parts'

function part(service: Service, field: Parameter): string {
  if (/["\r\n\\]/.test(field.name)) throw new LeftOut(`No part can have the name ${field.name}.`)
  const isFile = field.schema['format'] === 'binary'
  const value = isFile ? 'content' : certainText(service, field)
  const file = isFile ? '; filename="file.txt"\r\nContent-Type: text/plain' : ''
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field.name}"${file}\r\n\r\n${value}\r\n`
}

function sent(type: string, body: string): SampleRequest {
  return { headers: { 'content-type': type }, body }
}
