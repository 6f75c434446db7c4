import { canAuthenticate } from '../../access/caller.js'
import type { Service } from '../../ir/index.js'
import { hasManyToMany, actionsUnder, groupedBy, routesUnder } from '../../ir/lookup.js'
import { actionGroups, type RouteGroup, routeGroups } from '../groups.js'
import { literal, propertyKey } from '../literal.js'
import { oncePer } from '../once.js'
import { accessTests, hasAccessTests, usesTokens } from './access.js'
import { actionTests } from './actions.js'
import { listTests } from './lists.js'
import { hasCode } from './make.js'
import type { Tests } from './requests.js'
import { routeTests } from './routes.js'
import { hasRowRuleTests, rowRuleTests } from './row-rules.js'
import { RowTable } from './table.js'

/** All tests of a project. They share one table of rows. */
const testsOf = oncePer((service: Service) => {
  const table = new RowTable(service)
  const { auth } = service
  const routes = testsByFile(
    routeGroups(service),
    (group) => routesUnder(service, group),
    (same) => [...routeTests(table, same), ...same.flatMap((route) => listTests(table, route))],
  )
  const actions = testsByFile(
    actionGroups(service),
    (group) => actionsUnder(service, group),
    (same) => actionTests(table, same),
  )
  const access = hasAccessTests(service) ? accessTests(table) : null
  const rules = auth !== null && hasRowRuleTests(service) ? rowRuleTests(table, auth) : []
  return { table, routes, actions, access, rules }
})

/** @param testsAt makes the tests of the operations at one path */
function testsByFile<T extends { readonly path: string }>(
  groups: readonly RouteGroup[],
  operationsUnder: (group: RouteGroup) => readonly T[],
  testsAt: (operations: readonly T[]) => Tests,
): ReadonlyMap<string, Tests> {
  return new Map(
    groups.map((group) => {
      const byPath = groupedBy(operationsUnder(group), ({ path }) => path)
      return [group.file, [...byPath.values()].flatMap(testsAt)]
    }),
  )
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
