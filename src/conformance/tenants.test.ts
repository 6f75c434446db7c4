import { expect, it } from 'vitest'
import { PASSWORD, ticketOf } from './callers.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { buildFixture, startService } from './service.js'
import { onEveryEngine } from './suite.js'
import { SQLITE } from './engines.js'
import { userCode } from './user-code.js'

const settings = {
  auth_tkt_secret: 'a secret that these tests know',
  'system.user': 'root',
  'system.password': PASSWORD,
  'system.email': 'root@example.com',
  'system.organization': 'example.com',
  'system.seats': 3,
}

onEveryEngine(
  'tenants',
  (service) => {
    it('registers users whose key the service makes, and logs them in by email', async () => {
      const body = { email: 'ada@engine.example', password: PASSWORD }
      const registered = await service().send('POST', '/v1/auth/register', body)
      expect(registered.status).toBe(201)
      expect(registered.body).toMatchObject({
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        organization: 'engine.example',
      })
      const login = await service().send('POST', '/v1/auth/login', { login: body.email, password: PASSWORD })
      expect([login.status, login.body['id']]).toEqual([200, registered.body['id']])
      const chosen = { id: 'chosen', ...body, email: 'eve@engine.example' }
      const { status, body: problem } = await service().send('POST', '/v1/auth/register', chosen)
      expect([status, problem['errors']?.[0]?.['path']]).toEqual([400, '/id'])
    })

    it('creates the first admin with the required fields in the settings', async () => {
      const login = await service().send('POST', '/v1/auth/login', { login: 'root', password: PASSWORD })
      expect(login.body).toMatchObject({
        id: 'root',
        organization: 'example.com',
        seats: 3,
        groups: ['admin'],
      })
      expect((await service().send('GET', '/v1/users', undefined, ticketOf(login))).status).toBe(200)
    })
  },
  { settings, code: userCode('tenants') },
)

it('a missing or invalid field of the first admin prevents startup with a message that names it', async () => {
  const folder = await buildFixture('tenants', 'svc_sqla', userCode('tenants'))
  const url = { 'database.url': `sqlite:${temporaryFolder()}/service.db` }
  const { 'system.seats': _, ...missing } = { ...settings, ...url }
  await expect(startService(folder, SQLITE, missing)).rejects.toThrow(/^system\.seats: is required/)
  await expect(startService(folder, SQLITE, { ...settings, ...url, 'system.seats': 'many' })).rejects.toThrow(
    /^system\.seats: /,
  )
})
