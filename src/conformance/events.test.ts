import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { SQLITE } from './engines.js'
import { buildApi, removeProject, startService } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

onEveryEngine(
  'events',
  (service) => {
    let cookie = ''
    const send = async (method: string, path: string, body?: unknown) => {
      const response = await service().send(method, path, body, cookie === '' ? {} : { cookie })
      expect(response.status, `${method} ${path}: ${JSON.stringify(response.body)}`).toBeLessThan(300)
      return response
    }
    const notes = async (): Promise<unknown> => (await service().send('GET', '/notes')).body
    const key = async (path: string): Promise<string> => {
      const { body } = await service().send('GET', path)
      return String(body['data']?.[0]?.['_pk'])
    }

    it('fires every event for a root collection and its items, in schema order', async () => {
      await send('POST', '/v1/stories', { title: 'a' })
      const id = await key('/v1/stories')
      await notes()
      const item = `/v1/stories/${id}`
      const sequence: Record<string, unknown> = {}
      for (const [method, path, body] of [
        ['GET', '/v1/stories'],
        ['POST', '/v1/stories', { title: 'b', reason: 'why not', other: 1 }],
        ['POST', '/v1/stories', [{ title: 'c' }, { title: 'd', words: 2 }]],
        ['PATCH', '/v1/stories?title=d', { words: 3 }],
        ['PUT', '/v1/stories?title=d', { words: 4, reason: 'x' }],
        ['OPTIONS', '/v1/stories'],
        ['GET', item],
        ['PATCH', item, { title: 'e' }],
        ['PUT', item, { title: 'f' }],
        ['OPTIONS', item],
        ['DELETE', item],
        ['DELETE', '/v1/stories'],
      ] as const) {
        await send(method, path, body)
        sequence[`${method} ${path === item ? 'item' : path} ${JSON.stringify(body ?? '')}`] = await notes()
      }
      expect(sequence).toMatchInlineSnapshot(`
        {
          "DELETE /v1/stories """: [
            "first before_delete_many Story",
            "second before_delete_many Story",
            "first after_delete_many Story response",
            "second after_delete_many Story response",
          ],
          "DELETE item """: [
            "first before_delete Story instance",
            "second before_delete Story instance",
            "first after_delete Story instance response",
            "second after_delete Story instance response",
          ],
          "GET /v1/stories """: [
            "first before_index Story",
            "second before_index Story",
            "first after_index Story response",
            "second after_index Story response",
          ],
          "GET item """: [
            "first before_show Story instance",
            "second before_show Story instance",
            "first after_show Story instance response",
            "second after_show Story instance response",
          ],
          "OPTIONS /v1/stories """: [
            "first before_collection_options Story",
            "second before_collection_options Story",
            "first after_collection_options Story response",
            "second after_collection_options Story response",
          ],
          "OPTIONS item """: [
            "first before_item_options Story",
            "second before_item_options Story",
            "first after_item_options Story response",
            "second after_item_options Story response",
          ],
          "PATCH /v1/stories?title=d {"words":3}": [
            "set before_update_many Story words",
            "first before_update_many Story words",
            "second before_update_many Story words",
            "first after_update_many Story words response",
            "second after_update_many Story words response",
            "set after_update_many Story words response",
          ],
          "PATCH item {"title":"e"}": [
            "set before_update Story title instance",
            "first before_update Story title instance",
            "second before_update Story title instance",
            "processor before_update Story.title e",
            "again before_update Story.title e",
            "first after_update Story title instance response",
            "second after_update Story title instance response",
            "set after_update Story title instance response",
          ],
          "POST /v1/stories [{"title":"c"},{"title":"d","words":2}]": [
            "set before_create Story title",
            "first before_create Story title",
            "second before_create Story title",
            "processor before_create Story.title c",
            "again before_create Story.title c",
            "first after_create Story title response",
            "second after_create Story title response",
            "set after_create Story title response",
            "set before_create Story title,words",
            "first before_create Story title,words",
            "second before_create Story title,words",
            "processor before_create Story.title d",
            "again before_create Story.title d",
            "first after_create Story title,words response",
            "second after_create Story title,words response",
            "set after_create Story title,words response",
          ],
          "POST /v1/stories {"title":"b","reason":"why not","other":1}": [
            "set before_create Story other,reason,title",
            "first before_create Story other,reason,title",
            "second before_create Story other,reason,title",
            "processor before_create Story.title b",
            "again before_create Story.title b",
            "first after_create Story other,reason,title response",
            "second after_create Story other,reason,title response",
            "set after_create Story other,reason,title response",
          ],
          "PUT /v1/stories?title=d {"words":4,"reason":"x"}": [
            "set before_update_many Story reason,words",
            "first before_update_many Story reason,words",
            "second before_update_many Story reason,words",
            "first after_update_many Story reason,words response",
            "second after_update_many Story reason,words response",
            "set after_update_many Story reason,words response",
          ],
          "PUT item {"title":"f"}": [
            "set before_replace Story owner,title,words instance",
            "first before_replace Story owner,title,words instance",
            "second before_replace Story owner,title,words instance",
            "processor before_replace Story.title f",
            "again before_replace Story.title f",
            "owner before_replace Story.owner null",
            "first after_replace Story owner,title,words instance response",
            "second after_replace Story owner,title,words instance response",
            "set after_replace Story owner,title,words instance response",
          ],
        }
      `)
    })

    it('does not fire events for an invalid query', async () => {
      await send('POST', '/v1/stories', { title: 'kept' })
      const item = `/v1/stories/${await key('/v1/stories')}`
      await notes()
      for (const [method, path, body] of [
        ['GET', '/v1/stories'],
        ['POST', '/v1/stories', { title: 'x' }],
        ['PATCH', '/v1/stories', { words: 3 }],
        ['PUT', '/v1/stories', { words: 3 }],
        ['DELETE', '/v1/stories'],
        ['GET', item],
        ['PATCH', item, { words: 3 }],
        ['PUT', item, { title: 'x' }],
        ['DELETE', item],
      ] as const)
        expect((await service().send(method, `${path}?nope=1`, body)).status, `${method} ${path}`).toBe(400)
      expect(await notes()).toEqual([])
      await send('DELETE', item)
      await notes()
    })

    it("fires the model's events for a sub-resource, and its update events for an attribute", async () => {
      await send('POST', '/v1/users', { username: 'ada', email: 'ada@example.com', password: 'secret words' })
      const created = [await notes()]
      const sequence: Record<string, unknown> = { 'POST /v1/users': created }
      let item = ''
      for (const [method, path, body] of [
        ['GET', '/v1/users'],
        ['PATCH', '/v1/users?username=ada', { email: 'ada@example.org' }],
        ['OPTIONS', '/v1/users'],
        ['GET', '/v1/users/ada'],
        ['PATCH', '/v1/users/ada', { email: 'ada@example.com' }],
        ['OPTIONS', '/v1/users/ada'],
        ['GET', '/v1/users/ada/tags'],
        ['POST', '/v1/users/ada/tags', ['x']],
        ['POST', '/v1/users/ada/settings', { color: 'red' }],
        ['POST', '/v1/users/ada/profile', { bio: 'a' }],
        ['GET', '/v1/users/ada/profile'],
        ['PATCH', '/v1/users/ada/profile', { bio: 'b' }],
        ['PUT', '/v1/users/ada/profile', { bio: 'c' }],
        ['OPTIONS', '/v1/users/ada/profile'],
        ['DELETE', '/v1/users/ada/profile'],
        ['POST', '/v1/users/ada/stories', { title: 'a' }],
        ['GET', '/v1/users/ada/stories'],
        ['PATCH', '/v1/users/ada/stories', { words: 1 }],
        ['OPTIONS', '/v1/users/ada/stories'],
        ['GET', 'item'],
        ['PATCH', 'item', { words: 2 }],
        ['PUT', 'item', { title: 'b' }],
        ['OPTIONS', 'item'],
        ['DELETE', 'item'],
        ['DELETE', '/v1/users/ada/stories'],
        ['PUT', '/v1/users/ada', { email: 'ada@example.com', password: 'secret words' }],
        ['DELETE', '/v1/users/ada'],
        ['DELETE', '/v1/users'],
      ] as const) {
        if (path === 'item' && item === '') {
          item = `/v1/users/ada/stories/${await key('/v1/users/ada/stories')}`
          await notes()
        }
        await send(method, path === 'item' ? item : path, body)
        sequence[`${method} ${path} ${JSON.stringify(body ?? '')}`] = await notes()
      }
      expect(sequence).toMatchInlineSnapshot(`
        {
          "DELETE /v1/users """: [
            "first before_delete_many User",
            "first after_delete_many User response",
          ],
          "DELETE /v1/users/ada """: [
            "first before_delete User instance",
            "first after_delete User instance response",
          ],
          "DELETE /v1/users/ada/profile """: [
            "first before_delete Profile instance",
            "first after_delete Profile instance response",
          ],
          "DELETE /v1/users/ada/stories """: [
            "first before_delete_many Story",
            "second before_delete_many Story",
            "first after_delete_many Story response",
            "second after_delete_many Story response",
          ],
          "DELETE item """: [
            "first before_delete Story instance",
            "second before_delete Story instance",
            "first after_delete Story instance response",
            "second after_delete Story instance response",
          ],
          "GET /v1/users """: [
            "first before_index User",
            "first after_index User response",
          ],
          "GET /v1/users/ada """: [
            "first before_show User instance",
            "first after_show User instance response",
          ],
          "GET /v1/users/ada/profile """: [
            "first before_show Profile instance",
            "first after_show Profile instance response",
          ],
          "GET /v1/users/ada/stories """: [
            "first before_index Story",
            "second before_index Story",
            "first after_index Story response",
            "second after_index Story response",
          ],
          "GET /v1/users/ada/tags """: [],
          "GET item """: [
            "first before_show Story instance",
            "second before_show Story instance",
            "first after_show Story instance response",
            "second after_show Story instance response",
          ],
          "OPTIONS /v1/users """: [
            "first before_collection_options User",
            "first after_collection_options User response",
          ],
          "OPTIONS /v1/users/ada """: [
            "first before_item_options User",
            "first after_item_options User response",
          ],
          "OPTIONS /v1/users/ada/profile """: [
            "first before_item_options Profile",
            "first after_item_options Profile response",
          ],
          "OPTIONS /v1/users/ada/stories """: [
            "first before_collection_options Story",
            "second before_collection_options Story",
            "first after_collection_options Story response",
            "second after_collection_options Story response",
          ],
          "OPTIONS item """: [
            "first before_item_options Story",
            "second before_item_options Story",
            "first after_item_options Story response",
            "second after_item_options Story response",
          ],
          "PATCH /v1/users/ada {"email":"ada@example.com"}": [
            "first before_update User email instance",
            "set before_update User email instance",
            "set after_update User email instance response",
            "first after_update User email instance response",
          ],
          "PATCH /v1/users/ada/profile {"bio":"b"}": [
            "first before_update Profile bio instance",
            "first after_update Profile bio instance response",
          ],
          "PATCH /v1/users/ada/stories {"words":1}": [
            "set before_update_many Story words",
            "first before_update_many Story words",
            "second before_update_many Story words",
            "first after_update_many Story words response",
            "second after_update_many Story words response",
            "set after_update_many Story words response",
          ],
          "PATCH /v1/users?username=ada {"email":"ada@example.org"}": [
            "first before_update_many User email",
            "set before_update_many User email",
            "set after_update_many User email response",
            "first after_update_many User email response",
          ],
          "PATCH item {"words":2}": [
            "set before_update Story words instance",
            "first before_update Story words instance",
            "second before_update Story words instance",
            "first after_update Story words instance response",
            "second after_update Story words instance response",
            "set after_update Story words instance response",
          ],
          "POST /v1/users": [
            [
              "first before_create User email,password,username",
              "set before_create User email,password,username",
              "processor before_create User.username ada",
              "set after_create User email,password,username response",
              "first after_create User email,password,username response",
            ],
          ],
          "POST /v1/users/ada/profile {"bio":"a"}": [
            "first before_create Profile bio,user",
            "first after_create Profile bio,user response",
          ],
          "POST /v1/users/ada/settings {"color":"red"}": [
            "first before_update User settings instance",
            "set before_update User settings instance",
            "set after_update User settings instance response",
            "first after_update User settings instance response",
          ],
          "POST /v1/users/ada/stories {"title":"a"}": [
            "set before_create Story owner,title",
            "first before_create Story owner,title",
            "second before_create Story owner,title",
            "processor before_create Story.title a",
            "again before_create Story.title a",
            "owner before_create Story.owner ada",
            "first after_create Story owner,title response",
            "second after_create Story owner,title response",
            "set after_create Story owner,title response",
          ],
          "POST /v1/users/ada/tags ["x"]": [
            "first before_update User tags instance",
            "set before_update User tags instance",
            "set after_update User tags instance response",
            "first after_update User tags instance response",
          ],
          "PUT /v1/users/ada {"email":"ada@example.com","password":"secret words"}": [
            "first before_replace User email,password,profile,settings,stories,tags instance",
            "set before_replace User email,password,profile,settings,stories,tags instance",
            "set after_replace User email,password,profile,settings,stories,tags instance response",
            "first after_replace User email,password,profile,settings,stories,tags instance response",
          ],
          "PUT /v1/users/ada/profile {"bio":"c"}": [
            "first before_replace Profile bio,user instance",
            "first after_replace Profile bio,user instance response",
          ],
          "PUT item {"title":"b"}": [
            "set before_replace Story owner,title,words instance",
            "first before_replace Story owner,title,words instance",
            "second before_replace Story owner,title,words instance",
            "processor before_replace Story.title b",
            "again before_replace Story.title b",
            "owner before_replace Story.owner ada",
            "first after_replace Story owner,title,words instance response",
            "second after_replace Story owner,title,words instance response",
            "set after_replace Story owner,title,words instance response",
          ],
        }
      `)
    })

    it("fires the auth model's register, login and logout events, but none for loading the caller", async () => {
      const sequence: Record<string, unknown> = {}
      const user = { username: 'eve', email: 'eve@example.com', password: 'secret words' }
      const registered = await send('POST', '/v1/auth/register', user)
      sequence['register'] = await notes()
      expect(registered.status).toBe(201)
      const entered = await send('POST', '/v1/auth/login', { login: 'eve', password: 'secret words' })
      sequence['login'] = await notes()
      cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
      await send('GET', '/v1/users/self')
      sequence['self'] = await notes()
      await send('POST', '/v1/auth/logout', {})
      sequence['logout'] = await notes()
      cookie = ''
      expect(sequence).toMatchInlineSnapshot(`
        {
          "login": [
            "first before_login User",
            "first after_login User response",
          ],
          "logout": [
            "first before_logout User",
            "first after_logout User response",
          ],
          "register": [
            "first before_register User email,password,username",
            "set before_register User email,password,username",
            "processor before_register User.username eve",
            "set after_register User email,password,username response",
            "first after_register User email,password,username response",
          ],
          "self": [],
        }
      `)
    })
  },
  {
    code: userCode('events'),
    settings: { auth: true, auth_tkt_secret: 'a secret for tests only' },
    inProcess: true,
  },
)

const NESTED = `#%RAML 0.8
title: Nested
version: v1
baseUri: http://localhost/{version}
mediaType: application/json
/owners:
  post:
    body:
      application/json:
        schema: '{"type":"object","properties":{"name":{"_db_settings":{"type":"string","primary_key":true}},"stories":{"_db_settings":{"type":"relationship","document":"Story","backref_name":"owner"}}}}'
/stories:
  post:
    body:
      application/json:
        schema: '{"type":"object","_nested_relationships":["owner"],"_event_handlers":{"after_update":["add_tag"]},"properties":{"id":{"_db_settings":{"type":"id_field","primary_key":true}},"tags":{"_db_settings":{"type":"list","item_type":"string"}},"owner_name":{"_db_settings":{"type":"foreign_key","ref_document":"Owner","ref_column":"owner.name","ref_column_type":"string"}}}}'
  /{id}:
    /tags:
      post:
`
const ADD_TAG = `
import { registry } from '../generated/index.js'

registry.add('add_tag', async ({ response }) => {
  response.tags?.push('added')
})
`

it('events of attributes concern models whose documents contain others', async () => {
  const api = join(temporaryFolder(), 'api.raml')
  writeFileSync(api, NESTED)
  const { folder } = await buildApi(api, SQLITE.engine, { 'src/handlers/add-tag.ts': ADD_TAG })
  const service = await startService(folder, SQLITE)
  await service.send('POST', '/v1/owners', { name: 'amy' })
  const { body } = await service.send('POST', '/v1/stories', { owner: 'amy', tags: ['one'] })
  const tags = await service.send('POST', `/v1/stories/${String(body['id'])}/tags`, ['two'])
  expect(tags.body).toEqual({ count: 3, data: ['one', 'two', 'added'] })
  await service.close()
  removeProject(folder)
})
