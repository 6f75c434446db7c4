import type { Auth, Service } from '../ir/index.js'
import {
  accessTestsView,
  authTestsView,
  hasAccessTests,
  hasAuthTests,
  logInView,
} from './views/test-access.js'
import { checksView } from './views/test-checks.js'
import { exampleView } from './views/test-example.js'
import { makeView, samplesView, testItem } from './views/test-items.js'
import { routeTestsView } from './views/test-routes.js'
import { routeGroups } from './views/routes.js'
import { routeTestFilesView, testServiceView } from './views/tests.js'
import { type Output, type Rendering, type Viewing, viewing } from './viewing.js'

/** The tests of the emitted project: for each route, for each cell of the access matrix, and for logins (SPEC 5, 11). */
export const TEST_OUTPUTS: readonly Output[] = [
  {
    owner: 'generator',
    template: 'test/generated/acl.test.ts',
    files: ofLogins(hasAccessTests, 'acl.test.ts', accessTestsView),
  },
  {
    owner: 'generator',
    template: 'test/generated/auth.test.ts',
    files: ofLogins(hasAuthTests, 'auth.test.ts', authTestsView),
  },
  {
    owner: 'generator',
    template: 'test/generated/log-in.ts',
    files: ofLogins(hasAuthTests, 'log-in.ts', logInView),
  },
  {
    owner: 'generator',
    template: 'test/generated/checks.ts',
    files: () => [test('checks.ts', viewing(null, checksView))],
  },
  {
    owner: 'generator',
    template: 'test/generated/make.ts',
    files: (service) => (canMake(service) ? [test('make.ts', viewing(null, makeView))] : []),
  },
  {
    owner: 'generator',
    template: 'test/generated/samples.ts',
    files: (service) => (canMake(service) ? [test('samples.ts', viewing(null, samplesView))] : []),
  },
  {
    owner: 'generator',
    template: 'test/generated/routes.test.ts',
    files: () => [test('routes.test.ts', viewing(null, routeTestFilesView))],
  },
  {
    owner: 'generator',
    template: 'test/generated/routes/routes.ts',
    files: (service) =>
      routeGroups(service).map((group) => test(`routes/${group.file}.ts`, viewing(group, routeTestsView))),
  },
  {
    owner: 'generator',
    template: 'test/generated/service.ts',
    files: () => [test('service.ts', viewing(null, testServiceView))],
  },
  {
    owner: 'scaffold',
    template: 'test/handlers.example.test.ts',
    files: (service) => {
      const view = exampleView(service)
      const path = 'test/handlers.example.test.ts'
      return view === null
        ? []
        : [{ path, source: `handler ${view.handler}`, ...viewing(view, (_, given) => given) }]
    },
  },
]

function test(name: string, view: Viewing): Rendering {
  return { path: `test/generated/${name}`, source: 'tests', ...view }
}

type OfAuth<T> = (service: Service, auth: Auth) => T

/** A file about callers, where there is something to test. */
function ofLogins(isThere: OfAuth<boolean>, name: string, view: OfAuth<object>): Output['files'] {
  return (service) => {
    const { auth } = service
    return auth !== null && isThere(service, auth) ? [test(name, viewing(auth, view))] : []
  }
}

/** Whether tests can make items of any model. */
function canMake(service: Service): boolean {
  return service.models.some(({ id }) => testItem(service, id) !== null)
}
