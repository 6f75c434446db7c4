import type { Service } from '../../ir/index.js'
import { routeTestsView } from './test-routes.js'
import { makeView, samplesView, testItems } from './test-items.js'

/** A file of `test/generated`, with the template that prints it. */
export interface TestFile {
  readonly path: string
  readonly template: string
  readonly view: object
}

/** The tests of the emitted project: one for each route, and for each cell of the access matrix (SPEC 5, 11). */
export function testFiles(service: Service): readonly TestFile[] {
  const engine = { sql: service.engine === 'svc_sqla', mongodb: service.engine === 'svc_mongodb' }
  const canMake = testItems(service).size > 0
  const routes = routeTestsView(service)
  return [
    ...(canMake
      ? [file('make.ts', makeView(service)), file('samples.ts', samplesView(service, JSON.stringify(routes)))]
      : []),
    file('checks.ts', {}),
    file('routes.test.ts', routes),
    file('service.ts', engine),
  ]
}

function file(name: string, view: object): TestFile {
  return { path: `test/generated/${name}`, template: `test/generated/${name}`, view }
}
