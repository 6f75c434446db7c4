import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { SQLITE } from './engines.js'
import { buildApi, removeProject, startService, type TestService } from './service.js'

const PATHS = ['/docs', '/openapi.json', '/healthz', '/readyz', '/metrics']

/** Returns a resource whose example contains its path. */
function resource(path: string): string {
  const example = JSON.stringify({ from: path })
  return `${path}:\n  get: { responses: { 200: { body: { application/json: { example: '${example}' } } } } }\n`
}

describe.each(['', '/v1'])('an API at "%s" that declares the paths of the service', (base) => {
  let folder: string
  let service: TestService

  beforeAll(async () => {
    const api = join(temporaryFolder(), 'api.raml')
    const resources = [...PATHS, '/docs/start.js'].map(resource).join('')
    const baseUri = `http://localhost${base}`
    writeFileSync(api, `#%RAML 0.8\ntitle: Paths\nbaseUri: ${baseUri}\n${resources}`)
    folder = (await buildApi(api, 'svc_sqla')).folder
    service = await startService(folder, SQLITE, { metrics: true, examples: true })
  })
  afterAll(async () => {
    await service.close()
    removeProject(folder)
  })

  const status = async (method: string, path: string): Promise<number> =>
    (await service.send(method, path)).status

  it.each([...PATHS, '/docs/start.js'])('serves its own %s', async (path) => {
    const { status, body } = await service.send('GET', `${base}${path}`)
    expect([status, body]).toEqual([200, { from: path }])
    expect((await service.send('HEAD', `${base}${path}`)).status).toBe(200)
    expect((await service.send('DELETE', `${base}${path}`)).headers['allow']).toBe('GET, HEAD')
  })

  it('serves the endpoints of the service below /_svc, or where the API has no such path', async () => {
    const root = base === '' ? '/_svc' : ''
    const moved = [
      `${base}/_svc/docs`,
      `${base}/_svc/openapi.json`,
      `${root}/healthz`,
      `${root}/readyz`,
      `${root}/metrics`,
    ]
    for (const path of moved) {
      expect([path, await status('GET', path), await status('HEAD', path)]).toEqual([path, 200, 200])
    }
    expect((await service.send('GET', `${base}/_svc/openapi.json`)).body).toHaveProperty('openapi')
  })
})
