import type { ActionBody, CustomAction, Parameter, Service } from '../../ir/index.js'
import { fullPathOf } from '../../ir/lookup.js'
import { checkedSample } from '../../sample-values/sample-value.js'
import { covers } from '../concrete-paths.js'
import { fieldsByUse, isJson } from '../parameters/exchange.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { URLENCODED } from '../views/actions.js'
import { ifCertain, LeftOut } from './left-out.js'
import { rootOf, textFor } from './parameters.js'
import { storeItems } from './paths.js'
import { optionsTest, samplesOf, type Tests, testOf, urlOf } from './requests.js'
import type { RowTable, TestRequest } from './table.js'

/** Returns the test of a custom action: a request reaches its function, which tests replace. */
export function actionTests(table: RowTable, action: CustomAction): Tests {
  const { method, item, bodies, isBodyOptional } = action
  const { service } = table
  // Tests inject requests without a network connection. Injection does not support this method.
  if (method === 'TRACE') return []
  if (method === 'OPTIONS') return [optionsTest(service, action)]
  const test = testOf(table, action, 'calls its function', (rows) => {
    const items = item === null ? [] : storeItems(rows, item)
    if (isTaken(service, action, urlOf(table, action, items)))
      throw new LeftOut('Another path has the value of a parameter.')
    const body = bodies.map((each) => bodySample(service, each)).find((each) => each !== null)
    if (body === undefined && bodies.length > 0 && isBodyOptional !== true)
      throw new LeftOut('No body is certain to be valid.')
    const status = action.errors?.statuses?.[501] ?? 501
    // Responses to HEAD have no body.
    const returns = method === 'HEAD' || declaresError(action, status) ? undefined : 'problem'
    return { items, ...body, status, returns }
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

type Sent = Required<Pick<TestRequest, 'headers' | 'body'>>

/** Returns a valid body, or null if none is certain. */
function bodySample(service: Service, { mediaType, schema, form }: ActionBody): Sent | null {
  const type = mediaType.replace('*/*', 'text/plain').replace('*', 'any')
  if (isJson(type)) {
    const value = schema === null ? {} : checkedSample(schema, rootOf(service))
    return value === undefined ? null : sent(type, JSON.stringify(value))
  }
  const fields = fieldsByUse(form, service)
  if (type === URLENCODED)
    return ifCertain(() => sent(type, String(new URLSearchParams(samplesOf(service, fields)))))
  if (type !== 'multipart/form-data') return sent(type, 'text')
  return ifCertain(() => {
    const parts = fields.filter(mustBeGiven).map((field) => part(service, field))
    return sent(`${type}; boundary=${BOUNDARY}`, `${parts.join('')}--${BOUNDARY}--\r\n`)
  })
}

const BOUNDARY = 'boundary-of-parts'

function part(service: Service, field: Parameter): string {
  if (/["\r\n\\]/.test(field.name)) throw new LeftOut(`No part can have the name ${field.name}.`)
  const isFile = field.schema['format'] === 'binary'
  const value = isFile ? 'content' : textFor(service, field)
  const file = isFile ? '; filename="file.txt"\r\nContent-Type: text/plain' : ''
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field.name}"${file}\r\n\r\n${value}\r\n`
}

function sent(type: string, body: string): Sent {
  return { headers: { 'content-type': type }, body }
}
