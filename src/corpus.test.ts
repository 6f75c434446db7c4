import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SQLITE } from './conformance/engines.js'
import { buildApi, removeProject, startService, type TestService } from './conformance/service.js'
import { type CustomAction, type Service, successes } from './ir/index.js'
import { functionActions } from './ir/lookup.js'
import { checkProject, projectsFolder, writeFiles } from './testing/check-project.js'
import { corpusApis, corpusPath } from './testing/corpus.js'
import { emitApi } from './testing/emit-fixture.js'

/**
 * APIs with errors: one is not RAML 0.8, one has a duplicate key in a schema, and one has resources inside a method.
 */
const UNSOUND: readonly string[] = [
  'public/xkcd/api.raml',
  'public/Twitter/api.raml',
  'ramses/addressbook/api.raml',
]

const apis = corpusApis().filter((path) => !UNSOUND.includes(path))

const projects = projectsFolder()

describe.runIf(apis.length > 0)('the service generated from a real API', () => {
  it.each(apis)(
    'type-checks, is formatted, and passes its own tests: %s',
    async (path) => {
      const { files } = await emitApi(corpusPath(path), 'svc_sqla')
      const folder = join(projects, path.replaceAll(/\W/g, '-'))
      writeFiles(folder, files)
      await checkProject(folder)
    },
    240_000,
  )
})

it.runIf(apis.includes('ramses/ramses-example/example.raml'))(
  'the runtime of ramses-example has at most 16,060 lines',
  async () => {
    const { files } = await emitApi(corpusPath('ramses/ramses-example/example.raml'), 'svc_sqla')
    const runtime = [...files].filter(([path]) => /^src\/generated\/runtime\/.*\.ts$/.test(path))
    const lines = runtime.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0)
    expect(lines).toBeLessThanOrEqual(16_060)
  },
)

/**
 * Sends a request for each operation in a service and returns the statuses. Most requests are invalid, because bodies
 * and required parameters are missing. If the path has a route and only the item is missing, the status is 200 instead
 * of 404.
 */
async function statusesOf({ basePath, routes, actions }: Service, running: TestService) {
  const statuses: (readonly [id: string, status: number])[] = []
  for (const { id, method, path } of [...routes, ...actions]) {
    const url = `${basePath}${path.replaceAll(/\{[^{}]*\}/g, '1')}`
    const { status, body } = await running.send(method, url)
    const isUnknown = String(body['detail']).startsWith('There is no resource at')
    statuses.push([id, status === 404 && !isUnknown ? 200 : status])
  }
  return statuses
}

/**
 * Returns the custom actions that can be called without parameters, each with the example from its first successful
 * response.
 */
function shownExamples(service: Service) {
  const isPlain = ({ method, item, uriParameters, queryParameters, headers }: CustomAction): boolean =>
    method === 'GET' &&
    item === null &&
    [...uriParameters, ...queryParameters, ...headers].every(
      ({ required, schema }) => !required && schema['pattern'] === undefined,
    )
  return functionActions(service)
    .filter(isPlain)
    .flatMap(({ path, responses }) => {
      const [first] = successes(responses)
      const shown = (first?.bodies ?? []).flatMap(({ mediaType, example }) =>
        example === null ? [] : [{ path, status: first?.code, mediaType, example }],
      )
      return shown.slice(0, 1)
    })
}

const published = apis.filter((path) => path.startsWith('public/'))

describe.runIf(published.length > 0)('every declared operation in a public API', () => {
  it.each(published)(
    'has a route, and returns its example: %s',
    async (path) => {
      const { folder, service } = await buildApi(corpusPath(path), 'svc_sqla')
      const running = await startService(folder, SQLITE, { auth: false, examples: true })
      try {
        const statuses = await statusesOf(service, running)
        console.log(
          `${path}: ${statuses.length} operations, ${service.actions.length} of them custom actions`,
        )
        expect(statuses.filter(([, status]) => [404, 405, 500].includes(status))).toEqual([])
        for (const { path: own, status, mediaType, example } of shownExamples(service)) {
          const response = await running.send('GET', service.basePath + own)
          expect([own, response.status]).toEqual([own, status])
          if (mediaType === 'application/json' && /^\s*[[{]/.test(example)) {
            const json: unknown = JSON.parse(example)
            expect(response.body).toEqual(json)
          }
        }
      } finally {
        await running.close()
        removeProject(folder)
      }
    },
    240_000,
  )
})
