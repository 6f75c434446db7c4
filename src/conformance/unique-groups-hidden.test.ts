import { beforeAll, expect, it } from 'vitest'
import { USERS } from './callers.js'
import { Callers, settings } from './rights/teams.js'
import { onEveryEngine } from './suite.js'

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`
const item = (name: string): string => `
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { 200: { description: OK } } }
    patch: { requestBody: { ${json(name)} }, responses: { 200: { description: Changed } } }`
const collection = (name: string): string => `
    get: { responses: { 200: { description: OK } } }
    post: { requestBody: { ${json(name)} }, responses: { 201: { description: Created } } }
    patch: { x-operation: update_many, requestBody: { ${json(name)} }, responses: { 200: { description: OK } } }`

const API = `
openapi: 3.1.0
info: { title: Bookings, version: '1' }
security: [{ session: [] }]
x-acl: { collection: allow authenticated all, item: allow authenticated all }
paths:
  /users:${collection('User')}
  /rooms:${collection('Room')}
  /bookings:${collection('Booking')}
  /bookings/{id}:${item('Booking')}
components:
${USERS.replace('ticket_secret', 'auth_tkt_secret').replace('x-auth-model: true', 'x-auth-model: true\n      x-row-rules: [allow everyone all]')}
    Room:
      type: object
      x-stored: true
      x-row-rules: [allow g:admin all, 'allow authenticated view where open=true']
      properties: { id: { type: string }, open: { type: boolean } }
    Booking:
      type: object
      x-stored: true
      x-unique-together: [[room, day]]
      x-row-rules: [allow g:admin all, 'allow authenticated all where owner={{user.username}}']
      properties:
        id: { type: string }
        day: { type: integer }
        owner: { type: string }
        room: { type: string, x-relation: Room }
`

onEveryEngine(
  'a unique group with a reference that the caller cannot view',
  (service) => {
    const callers = new Callers(service)
    beforeAll(async () => {
      await callers.prepare('amy')
      for (const [id, open] of [
        ['hidden', false],
        ['shown', true],
      ] as const)
        await callers.make('/rooms', { id, open })
      for (const room of ['hidden', 'shown']) {
        await callers.make('/bookings', { id: `${room}-1`, day: 1, owner: 'amy', room })
        await callers.make('/bookings', { id: `${room}-2`, day: 2, owner: 'amy', room })
        await callers.make('/bookings', { id: `${room}-3`, day: 3, owner: 'root', room })
      }
    })
    const move = (path: string, day: number): Promise<number> => callers.status('amy', 'PATCH', path, { day })

    it('does not reveal what rows that the caller cannot view have together with it', async () => {
      expect(await move('/bookings/hidden-1', 3)).toBe(403)
      expect(await move('/bookings?id=hidden-1', 3)).toBe(403)
    })

    it('conflicts with rows that the caller can view, and with any that refer to what the caller can view', async () => {
      expect(await move('/bookings/hidden-1', 2)).toBe(409)
      expect(await move('/bookings/shown-1', 2)).toBe(409)
      expect(await move('/bookings/shown-1', 3)).toBe(409)
      expect(await move('/bookings/hidden-1', 4)).toBe(200)
    })
  },
  { api: API, settings },
)
