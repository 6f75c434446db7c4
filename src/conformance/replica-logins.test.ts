import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, USERS, withAdmin } from './callers.js'
import { hasClusters, TestCluster } from './cluster.js'
import { type ServiceProcess, startProcess } from './process.js'
import { buildText, removeProject } from './service.js'

const api = `
openapi: 3.1.0
info: { title: Members, version: '1' }
security: [{ session: [] }]
x-acl: { collection: allow everyone all, item: allow everyone all }
paths:
  /users: { get: {} }
  /users/{username}: { patch: { parameters: [{ name: username, in: path, required: true, schema: { type: string } }], requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } } }
  /login: { get: { operationId: enter, security: [{}] } }
components:
${USERS}
`

const code = {
  'src/actions/enter.ts': `import { registry } from '../generated/index.js'

registry.action('enter', async ({ request, checkPassword }) => ({
  name: (await checkPassword('root', String(request.headers['password']))).username,
}))
`,
}

describe.runIf(hasClusters)('a login with a GET', () => {
  let folder = ''
  let cluster: TestCluster
  let service: ServiceProcess

  beforeAll(async () => {
    cluster = await TestCluster.start('primary', 'standby')
    folder = await buildText(api, 'svc_sqla', code)
    service = await startProcess(folder, {
      SVC_DATABASE_URL: cluster.url('primary'),
      SVC_DATABASE_REPLICA_URL: cluster.url('standby'),
      SVC_DATABASE_REPLICA_LAG: '5',
      SVC_MIGRATE: 'auto',
      SVC_TRUST_PROXY: 'true',
      SVC_TICKET_SECRET: 'a secret for tests only',
      SVC_SYSTEM_USER: withAdmin['system.user'],
      SVC_SYSTEM_PASSWORD: PASSWORD,
      SVC_SYSTEM_EMAIL: withAdmin['system.email'],
    })
  }, 60_000)
  afterAll(async () => {
    await service.stop()
    await cluster.remove()
    removeProject(folder)
  }, 30_000)

  const send = (path: string, from: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', from)
    return fetch(service.address + path, { ...init, headers })
  }
  const json = { 'content-type': 'application/json' }
  const enter = async (password: string): Promise<number> =>
    (await send('/login', '192.0.2.9', { headers: { password } })).status

  it('rejects a former password, although the replica still has it', async () => {
    const body = JSON.stringify({ login: 'root', password: PASSWORD })
    const login = await send('/auth/login', '192.0.2.1', { method: 'POST', headers: json, body })
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(await enter(PASSWORD)).toBe(200)
    // Replicas are used after the time that they may be behind.
    await sleep(6000)
    await cluster.lag(true)
    try {
      const change = {
        method: 'PATCH',
        headers: { ...json, cookie },
        body: JSON.stringify({ password: 'a new password' }),
      }
      expect((await send('/users/root', '192.0.2.1', change)).status).toBe(200)
      expect([await enter(PASSWORD), await enter('a new password')]).toEqual([401, 200])
    } finally {
      await cluster.lag(false)
    }
  }, 60_000)
})
