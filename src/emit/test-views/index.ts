import { canAuthenticate } from '../../access/caller.js'
import type { Service } from '../../ir/index.js'
import { hasManyToMany, actionsUnder, routesUnder } from '../../ir/lookup.js'
import { literal, propertyKey } from '../literal.js'
import { accessTests, hasAccessTests, usesTokens } from './access.js'
import { actionTests } from './actions.js'
import { listTests } from './lists.js'
import { hasCode } from './make.js'
import type { Tests } from './requests.js'
import { routeTest } from './routes.js'
import { hasRowRuleTests, rowRuleTests } from './row-rules.js'
import { RowTable } from './table.js'
import { oncePer } from '../../ir/once.js'
import { actionGroups, type RouteGroup, routeGroups } from '../../naming/emitted/groups.js'

/** All tests of a project. They share one table of rows. */
const testsOf = oncePer((service: Service) => {
  const table = new RowTable(service)
  const { auth } = service
  const routes = testsByFile(
    routeGroups(service),
    (group) => routesUnder(service, group),
    (route) => [routeTest(table, route), ...listTests(table, route)],
  )
  const actions = testsByFile(
    actionGroups(service),
    (group) => actionsUnder(service, group),
    (action) => actionTests(table, action),
  )
  const access = hasAccessTests(service) ? accessTests(table) : null
  const rules = auth !== null && hasRowRuleTests(service) ? rowRuleTests(table, auth) : []
  return { table, routes, actions, access, rules }
})

/** @param tests makes the tests of one operation */
function testsByFile<T>(
  groups: readonly RouteGroup[],
  operationsUnder: (group: RouteGroup) => readonly T[],
  tests: (operation: T) => Tests,
): ReadonlyMap<string, Tests> {
  return new Map(groups.map((group) => [group.file, operationsUnder(group).flatMap(tests)]))
}

/** Returns the view for `test/generated/rows.ts`. */
export function rowsView(service: Service): object {
  return { rows: testsOf(service).table.rows }
}

/** Returns the view for `test/generated/<kind>/<name>.ts`: a table of requests. */
export function requestsView(kind: 'routes' | 'actions') {
  return (service: Service, { file }: RouteGroup): object => tableView(testsOf(service)[kind].get(file) ?? [])
}

function tableView(tests: readonly object[]): object {
  return {
    cases: tests.filter((test) => !('reason' in test)).map(literal),
    missing: tests.filter((test) => 'reason' in test).map(literal),
  }
}

/** Returns the view for `test/generated/routes.test.ts`, which sends the requests of all tables. */
export function requestTestsView(service: Service): object {
  const files = [
    ...routeGroups(service).map(({ file, name }) => ({ name, file: `routes/${file}` })),
    ...actionGroups(service).map(({ file, name }) => ({ name, file: `actions/${file}` })),
  ]
  return { files, pauses: hasCode(service) }
}

/** Returns the view for `test/generated/access.ts`: the callers and the cells of the access matrix. */
export function accessTestsView(service: Service): object {
  const { access } = testsOf(service)
  const callers = Object.entries(access?.callers ?? {})
  return {
    pauses: hasCode(service),
    tokens: callers.length > 0 && usesTokens(service),
    cells: (access?.cells ?? []).map(literal),
    callers: callers.map(([caller, row]) => ({ key: propertyKey(caller), row: literal(row) })),
  }
}

/** Returns the view for `test/generated/row-rules.ts`: rows on both sides of each rule, and requests for them. */
export function rowRuleTestsView(service: Service): object {
  const { rules } = testsOf(service)
  const filters = service.models.flatMap(({ rowRules = [] }) => rowRules.flatMap((rule) => rule.filters))
  const logIn = rules.some((test) => 'rule' in test && test.caller !== undefined)
  return {
    today: filters.some(({ value }) => value.kind === 'time' && value.name === 'today'),
    ...tableView(rules),
    logIn,
    tokens: logIn && usesTokens(service),
  }
}

/** Returns the view for `test/generated/service.ts`, which starts the service for tests. */
export function testServiceView(service: Service): object {
  const { auth, actions } = service
  const secret = auth?.ticket?.secretSetting
  return {
    links: hasManyToMany(service),
    logins: canAuthenticate(service),
    actions: actions.length > 0,
    secret: secret !== undefined && propertyKey(secret),
  }
}
