import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HttpError, Unauthorized } from '../errors.js'
import { ALL_ROWS, Items } from '../repository/items.js'
import { MemoryCounter } from '../server/counter.js'
import { MemoryDatabase } from '../testing/memory-database.js'
import { storyModels, user } from '../testing/story-models.js'
import { storyService } from '../testing/story-service.js'
import { authModels } from './users.js'
import { Attempts } from './attempts.js'
import { hashPassword } from './passwords.js'

test('an attempt counts as failed unless it succeeds or the service itself fails', async () => {
  const attempts = new Attempts(new MemoryCounter(), { loginMax: 3, loginWindow: 60 })
  const attempt = (work: () => Promise<unknown>): Promise<unknown> =>
    attempts.attempt('203.0.113.1', 'amy', work).catch((error: unknown) => error)
  const failing = (error: Error) => (): Promise<never> => Promise.reject(error)
  for (let count = 0; count < 10; count++) {
    await attempt(failing(new HttpError(503, 'too many')))
    await attempt(failing(new TypeError('a handler fails')))
    await attempt(() => Promise.resolve('right'))
  }
  for (let count = 0; count < 3; count++)
    expect(await attempt(failing(new Unauthorized('wrong')))).toMatchObject({ status: 401 })
  expect(await attempt(() => Promise.resolve('right'))).toMatchObject({ status: 429 })
})

test('a user is not created if the client disconnects while the password is hashed', async () => {
  const database = new MemoryDatabase({ ...storyModels, ...authModels })
  const app = await storyService({ database })
  const { port } = new URL(await app.listen({ port: 0 }))
  const body = JSON.stringify({ username: 'gone', email: 'gone@example.com', password: 'a password' })
  const others = Promise.all(Array.from({ length: 60 }, () => hashPassword('another')))
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await sleep(100)
  socket.destroy()
  await others
  await hashPassword('last')
  await sleep(100)
  expect(await database.store('User', ALL_ROWS).findByKey('gone')).toBeUndefined()
  await app.close()
})

test('a bulk change hashes the password once', async () => {
  const hashed: string[] = []
  const password = {
    ...user.fields.password,
    hash: async (plain: string): Promise<string> => {
      hashed.push(plain)
      return `hash of ${plain}`
    },
  }
  const model = { ...user, fields: { ...user.fields, password } }
  const models = { ...storyModels, User: model }
  const database = new MemoryDatabase({ ...models, ...authModels })
  const items = new Items(database, models, model)
  for (const username of ['amy', 'ben', 'cid'])
    await items.create([{ username, email: `${username}@example.com`, password: 'old' }])
  hashed.length = 0
  await items.updateMany({ kind: 'and', of: [] }, { password: 'new', stories: [] })
  expect(hashed).toEqual(['new'])
  expect(await items.store.findByKey('ben')).toMatchObject({ password: 'hash of new' })
})
