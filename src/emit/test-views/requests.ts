import { type CustomAction, type Route, type Service } from '../../ir/index.js'
import { fullPathOf, writtenPath } from '../../ir/lookup.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { allowed } from '../views/routes.js'
import type { PathValues } from './item-paths.js'
import { parameterText } from './parameter-samples.js'
import { unlessLeftOut } from './rows.js'
import { hasKeys, type MissingTest, pathOf, type TestRequest } from './table.js'
import { unlessEmpty } from '../../ir/json.js'

/** A test in a table, or one that cannot be made. */
export type Test = TestRequest | MissingTest

/** The tests of a path or group. */
export type Tests = readonly Test[]

/** What a test says in addition to its title, method and path. */
export type Part = Omit<TestRequest, 'title' | 'method' | 'path'> & {
  readonly query?: readonly Query[]
}

export type Query = readonly [name: string, value: string]

/** Returns a test of an operation, or the reason why it cannot be made. */
export function testOf(
  { method, id }: Pick<CustomAction, 'method' | 'id'>,
  title: string,
  make: (title: string) => TestRequest,
): Test {
  const full = `${method} ${writtenPath({ id })} ${title}`
  return unlessLeftOut(
    () => make(full),
    (reason) => ({ title: full, reason }),
  )
}

/** Returns the request of a test: the path with keys, and samples of the query parameters that must be given. */
export function requestOf(
  service: Service,
  operation: Pick<CustomAction, 'method' | 'path' | 'prefix'> &
    Partial<Pick<Route, 'parameters' | 'model' | 'contract'>>,
  keys: PathValues,
  { title, rows = [], query = [], ...part }: Part & { readonly title: string },
): TestRequest {
  const { method, parameters = [], model = '', contract } = operation
  const given = new Map(query)
  for (const parameter of parameters.filter(mustBeGiven)) {
    const { name } = parameter
    if (!given.has(name)) given.set(name, parameterText(service, model, parameter, contract?.roles?.[name]))
  }
  const pairs = [...given].map(([name, value]) => `${encodeURIComponent(name)}=${escaped(value)}`)
  const path = pathOf(fullPathOf(service, operation), keys)
  return {
    title,
    method,
    path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    rows: unlessEmpty(rows),
    ...part,
  }
}

/** Percent-encodes a value, but not what stands for the key of a row or for the cursor of a page. */
function escaped(value: string): string {
  return hasKeys(value) || value === CURSOR ? value : encodeURIComponent(value)
}

/** Stands for the cursor of the second page, which the first page contains. */
export const CURSOR = '{cursor}'

export function optionsTest(
  service: Service,
  operation: Pick<CustomAction, 'id' | 'path' | 'prefix' | 'method'>,
): TestRequest {
  const title = `OPTIONS ${writtenPath(operation)} returns the allowed methods`
  const allow = allowed(service, operation).join(', ')
  return requestOf(service, operation, () => 'any', {
    title,
    status: 204,
    returns: 'options',
    allow,
  })
}
