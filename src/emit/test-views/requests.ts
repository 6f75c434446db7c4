import type { CustomAction, Parameter, Route, Service } from '../../ir/index.js'
import { unlessEmpty } from '../../ir/json.js'
import { fullPathOf, writtenPath } from '../../ir/lookup.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { allowed } from '../views/routes.js'
import { LeftOut, unlessLeftOut } from './left-out.js'
import { textFor } from './parameters.js'
import { pathOf, pathValues } from './paths.js'
import { type TestRow, TestRows } from './rows.js'
import { hasKeys, type MissingTest, type RowTable, type TestRequest } from './table.js'

/** A test in a table, or one that cannot be made. */
export type Test = TestRequest | MissingTest

/** The tests of a path or group. */
export type Tests = readonly Test[]

type Operation = Route | CustomAction

export type Query = readonly [name: string, value: string]

/** What a test says besides what follows from its operation. */
export type Part = Omit<TestRequest, 'title' | 'method' | 'path' | 'rows'> & {
  /** The items in the path. */
  readonly items: readonly TestRow[]
  readonly query?: readonly Query[]
}

/** Stands for the cursor of the second page, which the first page contains. */
export const CURSOR = '{cursor}'

/**
 * Returns a test of an operation, or the reason why it cannot be made.
 * @param make adds rows, and returns the parts of the request and what its response must be
 */
export function testOf(
  table: RowTable,
  operation: Operation,
  title: string,
  make: (rows: TestRows) => Part,
): Test {
  const { method, id } = operation
  const full = `${method} ${writtenPath({ id })} ${title}`
  return unlessLeftOut(
    () => {
      const rows = new TestRows(table.service)
      const { items, query, headers, ...part } = make(rows)
      const path = urlOf(table, operation, items, query)
      const sent = { ...headersOf(table.service, operation), ...headers }
      return {
        title: full,
        method,
        path,
        rows: unlessEmpty(table.namesOf(rows)),
        headers: unlessEmpty(sent),
        ...part,
      }
    },
    (reason) => ({ title: full, reason }),
  )
}

/** Returns what a document or RAML file declares of a request. Undefined for the usual routes of a model. */
function declaredOf(operation: Operation): CustomAction | undefined {
  return 'bodies' in operation ? operation : operation.contract?.operation
}

/**
 * Returns the path of a request, with samples of the query parameters that it must have.
 * @param items the items in the path
 * @throws LeftOut if the value of a parameter is not known
 */
export function urlOf(
  table: RowTable,
  operation: Operation,
  items: readonly TestRow[],
  query: readonly Query[] = [],
): string {
  const { service } = table
  const isAction = 'bodies' in operation
  const parameters = isAction ? operation.queryParameters : (operation.parameters ?? [])
  const given = new Map(query)
  for (const parameter of parameters.filter((each) => mustBeGiven(each) && !given.has(each.name))) {
    const text = isAction
      ? textFor(service, parameter)
      : textFor(service, parameter, operation.model, operation.contract?.roles?.[parameter.name])
    given.set(parameter.name, text)
  }
  const place = isAction ? operation.item : operation
  const values = pathValues(table, place, items, declaredOf(operation)?.uriParameters ?? [])
  const path = pathOf(fullPathOf(service, operation), values)
  const pairs = [...given].map(([name, value]) => `${encodeURIComponent(name)}=${escaped(value)}`)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** Percent-encodes a value, but not what stands for the key of a row or for the cursor of a page. */
function escaped(value: string): string {
  return hasKeys(value) || value === CURSOR ? value : encodeURIComponent(value)
}

/** Returns samples of the headers that a request must have. @throws LeftOut if it must have cookies */
export function headersOf(service: Service, operation: Operation): Readonly<Record<string, string>> {
  const { headers = [], cookies = [] } = declaredOf(operation) ?? {}
  if (cookies.some(mustBeGiven)) throw new LeftOut('The request needs cookies.')
  // Clients set the length of the body themselves.
  const given = headers.filter(({ name }) => name.toLowerCase() !== 'content-length')
  // Only `*` holds for every item.
  return Object.fromEntries(
    samplesOf(service, given).map(([name, text]) => [name, name.toLowerCase() === 'if-match' ? '*' : text]),
  )
}

/** Returns the names of the required parameters, and text for them. @throws LeftOut if a value is not known */
export function samplesOf(
  service: Service,
  parameters: readonly Parameter[],
): [name: string, text: string][] {
  return parameters.filter(mustBeGiven).map((parameter) => [parameter.name, textFor(service, parameter)])
}

export function optionsTest(service: Service, operation: Operation): TestRequest {
  return {
    title: `OPTIONS ${writtenPath(operation)} returns the allowed methods`,
    method: operation.method,
    path: pathOf(fullPathOf(service, operation), () => 'any'),
    status: 204,
    returns: 'options',
    allow: allowed(service, operation).join(', '),
  }
}
