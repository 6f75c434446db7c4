import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { pick, random, type Random } from '../testing/random.js'
import { readPlainly } from './access/plain-reading.js'
import {
  COLLECTION_PATHS,
  ITEM_PATHS,
  type PlainCaller,
  type PlainItem,
  type PlainKey,
  type PlainWrite,
  PlainWrites,
} from './access/plain-writes.js'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import type { TestResponse } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const API = fileURLToPath(new URL('../../fixtures/permissions/api.raml', import.meta.url))
const SEQUENCES = 80
const WRITES = 4

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  amy: ['user'],
  ben: ['user'],
  ed: ['editor'],
  root: ['admin'],
}
const CALLERS: readonly PlainCaller[] = [
  { name: null, groups: [] },
  ...Object.entries(GROUPS).map(([name, groups]) => ({ name, groups })),
]
const TEXTS: Readonly<Record<string, string>> = { User: 'nickname', Note: 'text', Vault: 'code' }

/** A write and the path of its request. */
interface Request {
  readonly write: PlainWrite
  readonly url: string
}

onEveryEngine(
  'permissions',
  (service) => {
    const plain = new PlainWrites(API, readPlainly(API))
    const known = new Map<string | null, Known>([[null, nobody]])
    const send = (who: string | null, method: string, url: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, url, body, known.get(who) ?? nobody)
    const keyOf = ({ body }: TestResponse): PlainKey =>
      typeof body['id'] === 'number' ? body['id'] : String(body['_pk'])
    const keys = (model: string): readonly PlainKey[] => [...(plain.items[model]?.keys() ?? [])]

    async function add(model: string, body: PlainItem): Promise<void> {
      const response = await send('root', 'POST', COLLECTION_PATHS[model] ?? '', body)
      expect([model, response.status]).toEqual([model, 201])
      const write = { method: 'POST', path: '', model, keys: [], about: 'collection', body: [body] } as const
      plain.created(write, [keyOf(response)])
    }

    beforeAll(async () => {
      known.set('root', ticketOf(await logIn(service(), '', 'root')))
      for (const [username, groups] of Object.entries(GROUPS)) {
        const email = `${username}@example.com`
        if (username !== 'root')
          await send('root', 'POST', '/users', { username, email, password: PASSWORD, groups })
        known.set(username, ticketOf(await logIn(service(), '', username)))
        plain.items['User']?.set(username, { nickname: null })
      }
      for (let n = 0; n < 2; n += 1) await add('Folder', { title: 'f' })
      for (const owner of ['amy', 'ben', null]) await add('Note', { text: 'n', owner })
      for (const user of ['amy', null]) await add('Vault', { user })
      for (const folder of [keys('Folder')[0], null]) {
        await add('Page', { folder })
        await add('Label', { folder })
      }
    })

    /** Returns all items as seen by the admin, in the same form as the expected items. */
    async function stored(): Promise<unknown> {
      const all = Object.entries(COLLECTION_PATHS).map(async ([model, path]) => {
        const { body } = await send('root', 'GET', path)
        const names = Object.keys([...(plain.items[model]?.values() ?? [])][0] ?? {})
        const rows = Object.values(body['data'] ?? {}).map((row): [PlainKey, PlainItem] => [
          model === 'User' ? String(row['username']) : keyOf({ status: 200, headers: {}, body: row }),
          Object.fromEntries(names.map((name) => [name, row[name]])),
        ])
        return [model, new Map(rows)] as const
      })
      return Object.fromEntries(await Promise.all(all))
    }

    it(`${SEQUENCES} sequences of writes change only what their callers are allowed to change`, async () => {
      for (let seed = 1; seed <= SEQUENCES; seed += 1) {
        const next = random(seed)
        const log: string[] = []
        for (let n = 0; n < WRITES; n += 1) {
          const caller = pick(next, CALLERS)
          const { write, url } = requestOf(next, caller, keys)
          const isList = write.method === 'POST' && write.body.length !== 1
          const body = write.method === 'DELETE' ? undefined : isList ? write.body : write.body[0]
          log.push(`${caller.name}: ${write.method} ${url} ${JSON.stringify(body)}`)
          const expected = plain.write(caller, write)
          const response = await send(caller.name, write.method, url, body)
          expect([seed, log, response.status], String(response.body['detail'])).toEqual([seed, log, expected])
          const created =
            expected === 201 && isList
              ? Object.values(response.body['data'] ?? {})
              : expected === 201
                ? [response.body]
                : []
          const createdKeys = created.map((document) => keyOf({ ...response, body: document }))
          plain.created(write, createdKeys)
          expect([seed, log, await stored()]).toEqual([seed, log, plain.items])
          for (const key of createdKeys) {
            await send('root', 'DELETE', `${COLLECTION_PATHS[write.model] ?? ''}/${key}`)
            plain.delete(write.model, key)
          }
          if (keys('Note').length < 3) await add('Note', { text: 'n', owner: 'amy' })
        }
      }
    }, 180_000)
  },
  { settings: withAdmin, code: userCode('permissions'), variants: true },
)

type Keys = (model: string) => readonly PlainKey[]

/** Returns some of the list's items, in order. */
function some<T>(next: Random, list: readonly T[]): T[] {
  return list.filter(() => next() < 0.4)
}

function requestOf(next: Random, caller: PlainCaller, keys: Keys): Request {
  return pick(next, [changeOne, changeOne, changeOne, changeMany, changeMany, create, createBelow, remove])(
    next,
    caller,
    keys,
  )
}

/** Returns a body with text and random links to other items. */
function bodyFor(next: Random, model: string, keys: Keys): PlainItem {
  const links: Readonly<Record<string, () => PlainItem>> = {
    User: () => ({
      ...(next() < 0.6 ? { notes: some(next, keys('Note')) } : {}),
      ...(next() < 0.4 ? { vault: pick(next, [null, ...keys('Vault')]) } : {}),
    }),
    Folder: () => ({
      ...(next() < 0.5 ? { pages: some(next, keys('Page')) } : {}),
      ...(next() < 0.5 ? { labels: some(next, keys('Label')) } : {}),
    }),
    Note: () => (next() < 0.5 ? { owner: pick(next, [null, ...keys('User')]) } : {}),
    Vault: () => (next() < 0.5 ? { user: pick(next, [null, ...keys('User')]) } : {}),
    Page: () => (next() < 0.4 ? { folder: pick(next, [null, ...keys('Folder')]) } : {}),
    Label: () => (next() < 0.5 ? { folder: pick(next, [null, ...keys('Folder')]) } : {}),
  }
  const hasText = model === 'Note' || next() < 0.5
  return {
    ...links[model]?.(),
    ...(hasText ? { [TEXTS[model] ?? 'title']: pick(next, ['a', 'b', 'c']) } : {}),
  }
}

function changeOne(next: Random, caller: PlainCaller, keys: Keys): Request {
  const model = pick(next, ['User', 'User', 'Folder', 'Folder', 'Note', 'Vault', 'Page', 'Label'])
  const key = pick(next, keys(model))
  const method = model === 'User' || model === 'Label' ? 'PATCH' : pick(next, ['PATCH', 'PUT'] as const)
  const path = ITEM_PATHS[model] ?? ''
  const isSelf = model === 'User' && key === caller.name && next() < 0.5
  const url = path.replace(/\{.*\}/, isSelf ? 'self' : String(key))
  return {
    url,
    write: { method, path, model, keys: [key], about: 'item', body: [bodyFor(next, model, keys)] },
  }
}

function changeMany(next: Random, _caller: PlainCaller, keys: Keys): Request {
  const model = pick(next, ['User', 'User', 'Folder', 'Note', 'Page'])
  const method = model === 'User' || model === 'Folder' ? pick(next, ['PATCH', 'PUT'] as const) : 'PATCH'
  const path = COLLECTION_PATHS[model] ?? ''
  const chosen = some(next, keys(model))
  const name = model === 'User' ? 'username' : 'id'
  const query =
    chosen.length === 0
      ? `${name}=${pick(next, keys(model))}&${TEXTS[model] ?? 'title'}=none`
      : chosen.map((key) => `${name}=${key}`).join('&')
  const body = bodyFor(next, model, keys)
  return {
    url: `${path}?${query}`,
    write: { method, path, model, keys: chosen, about: 'collection', body: [body] },
  }
}

function create(next: Random, _caller: PlainCaller, keys: Keys): Request {
  const model = pick(next, ['Folder', 'Folder', 'Note', 'Vault', 'Page', 'Label'])
  const path = COLLECTION_PATHS[model] ?? ''
  const count = model === 'Vault' ? 1 : pick(next, [1, 1, 2])
  const body = Array.from({ length: count }, () => bodyFor(next, model, keys))
  return { url: path, write: { method: 'POST', path, model, keys: [], about: 'collection', body } }
}

function createBelow(next: Random, _caller: PlainCaller, keys: Keys): Request {
  const [model, parentModel, segment, field] = pick(next, [
    ['Note', 'User', 'notes', 'owner'],
    ['Vault', 'User', 'vault', 'user'],
    ['Page', 'Folder', 'pages', 'folder'],
    ['Label', 'Folder', 'labels', 'folder'],
  ] as const)
  const key = pick(next, keys(parentModel))
  const parentPath = ITEM_PATHS[parentModel] ?? ''
  const path = `${parentPath}/${segment}`
  const parent = { model: parentModel, key, path: parentPath, field }
  const body = [{ [TEXTS[model] ?? 'title']: 'below' }]
  const url = path.replace(/\{.*\}/, String(key))
  return { url, write: { method: 'POST', path, model, keys: [], about: 'collection', body, parent } }
}

function remove(next: Random, _caller: PlainCaller, keys: Keys): Request {
  const path = ITEM_PATHS['Note'] ?? ''
  const key = pick(next, keys('Note'))
  const url = path.replace(/\{.*\}/, String(key))
  return { url, write: { method: 'DELETE', path, model: 'Note', keys: [key], about: 'item', body: [] } }
}
