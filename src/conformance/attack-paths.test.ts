import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServiceProcess, startProcess } from './process.js'
import { buildFixture, removeProject } from './service.js'

let folder: string
let service: ServiceProcess
beforeAll(async () => {
  folder = await buildFixture('members', 'svc_sqla')
  service = await startProcess(folder, {
    SVC_AUTH_TKT_SECRET: 'a secret for tests only',
    SVC_ENABLE_POLYMORPHIC_QUERY: 'true',
    SVC_ENABLE_GET_TUNNELING: 'true',
  })
})
afterAll(async () => {
  await service.stop()
  removeProject(folder)
})

/** Sends a request with the raw path, which HTTP clients would normalize. */
function statusOf(method: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.address)
    const sent = request({ method, hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject).end()
  })
}

it.each([
  '/v1/drafts',
  '//v1/drafts',
  '/v1//drafts',
  '/v1/./drafts',
  '/v1/pages/../drafts',
  '/v1/pages/%2e%2e/drafts',
  '/v1/pages/%2e%2e%2fdrafts',
  '/v1/pages/..;/drafts',
  '/v1/pages;/../drafts',
  '/v1/drafts/',
  '/v1/drafts/.',
  '/v1/drafts//',
  '/v1/drafts;a=1',
  '/v1/drafts%20',
  '/v1/drafts%00',
  '/v1/drafts%3f',
  '/v1/drafts%23',
  '/v1/%64rafts',
  '/v1/%2564rafts',
  '/v1%2fdrafts',
  '/v1%5cdrafts',
  '/v1\\drafts',
  '/V1/drafts',
  '/v1/DRAFTS',
  '/v1/drafts,pages',
  '/v1/pages,drafts',
  '/v1/pages%2cdrafts',
  '/v1/drafts?_m=POST&title=x',
  '/v1/drafts#pages',
  'http://pages.example/v1/drafts',
  'http://127.0.0.1/v1/pages/../drafts',
  '*',
])('an unusual path does not bypass the rules: %s', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
    expect([method, await statusOf(method, path)]).toEqual([
      method,
      expect.toSatisfy((status) => REFUSED.has(status)),
    ])
  }
  expect(await statusOf('GET', '/v1/pages')).toBe(200)
})

const REFUSED: ReadonlySet<unknown> = new Set([400, 401, 404, 405])
