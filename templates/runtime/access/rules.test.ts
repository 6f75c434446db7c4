import { fastify, type FastifyInstance } from 'fastify'
import { MemoryDatabase } from '../testing/memory-database.js'
import { describe, expect, test } from 'vitest'
import { type PrincipalContext, principalFunctions } from '../auth/principals.js'
import type { Row } from '../model.js'
import { may, permit } from './access.js'
import { type Acl, accessRules, allow, authenticated, callable, deny, everyone, group, user } from './acl.js'
import { callerOf } from './caller.js'

type Ask = (context: PrincipalContext) => unknown

interface Question {
  /** The caller's name and groups, such as `bob admin`; empty for an anonymous caller. */
  readonly as?: string
  readonly item?: Row
  readonly ask?: Ask
}

const FIELDS = { username: 'name', email: null, password: 'password', groups: 'groups' }

const database = new MemoryDatabase({})

/** Returns an app with a route that uses the ACL's collection rules and one that uses its item rules. */
function appWith(acl: Acl, { as = '', item = {}, ask = () => undefined }: Question): FastifyInstance {
  const app = fastify()
  app.decorateRequest('caller', null)
  app.decorate('accessControl', {
    decide: principalFunctions({
      call: async (_name, context) => ask(context),
      repositories: () => ({}),
      password: 'password',
    }),
    isGroup: (name: string) => name === 'editors',
    challenges: () => ['ApiKey'],
    ownVerdict: undefined,
    database,
  })
  const [name = '', ...groups] = as.split(' ')
  app.addHook('onRequest', async (request) => {
    if (as !== '') request.caller = callerOf({ name, groups }, name, FIELDS, { by: 'password' })
  })
  app.get('/', { onRequest: may('view', acl.collection) }, async () => 'ok')
  app.get('/item', { onRequest: may('view', acl.item) }, async (request) => {
    await permit(database, request, 'view', acl, item)
    return 'ok'
  })
  app.setErrorHandler((error, _request, reply) => reply.code(Object(error).status ?? 500).send(String(error)))
  return app
}

async function status(acl: Acl, url: '/' | '/item', question: Question = {}): Promise<number> {
  return (await appWith(acl, question).inject(url)).statusCode
}

describe('rules', () => {
  test.each([
    ['', 401],
    ['bob', 403],
    ['ann', 200],
    ['eve editors', 200],
    ['ann barred', 403],
  ])('are evaluated in order for the caller %j, and the first match decides', async (as, expected) => {
    const rules = [
      deny(group('barred')),
      allow(user('ann'), 'view'),
      allow(group('editors')),
      deny(authenticated),
    ]
    const acl = accessRules({ collection: rules, item: null })
    for (const url of ['/', '/item'] as const) expect(await status(acl, url, { as })).toBe(expected)
  })

  test('for a different permission do not apply', async () => {
    const acl = accessRules({ collection: [deny(everyone, 'update'), allow(everyone, 'view')], item: null })
    expect(await status(acl, '/')).toBe(200)
  })

  test('with a blank "collection" allow everything on the collection, and nothing on items', async () => {
    const acl = accessRules({ collection: null, item: [allow(group('editors'))] })
    expect(await status(acl, '/')).toBe(200)
    expect(await status(acl, '/item')).toBe(401)
    expect(await status(acl, '/item', { as: 'eve editors' })).toBe(200)
  })

  test('for a group do not apply to a user with the same name', async () => {
    const acl = accessRules({ collection: [allow(group('ann'))], item: null })
    expect(await status(acl, '/', { as: 'ann' })).toBe(403)
  })
})

describe('a principal function', () => {
  const acl = accessRules({ collection: [allow(callable('asked'), 'view'), deny(everyone)], item: null })

  test.each<[string, unknown, number]>([
    ['text', 'allow everyone view', 200],
    ['text with several rules', 'deny bob view; allow everyone all\n', 200],
    ['lines', ['allow g:none view', 'allow everyone view, update'], 200],
    ['objects', [{ effect: 'allow', principal: 'everyone', permissions: ['all'] }], 200],
    ['rules for others', 'allow ann view', 401],
    ['rules for other permissions', 'allow everyone update', 401],
    ['a rule that denies', 'deny everyone view', 401],
    ['nothing', undefined, 401],
  ])('can return %s', async (_what, rules, expected) => {
    for (const url of ['/', '/item'] as const) {
      expect(await status(acl, url, { ask: () => rules })).toBe(expected)
    }
  })

  test.each<[string, unknown]>([
    ['text that is not a rule', 'let everyone in'],
    ['an unknown permission', 'allow everyone fly'],
    ['an object without an effect', [{ principal: 'everyone' }]],
  ])('cannot return %s', async (_what, rules) => {
    for (const url of ['/', '/item'] as const) {
      expect(await status(acl, url, { ask: () => rules })).toBe(500)
    }
  })

  test('can name a group without its prefix', async () => {
    const ask = (): string => 'allow editors view'
    expect(await status(acl, '/', { ask, as: 'eve editors' })).toBe(200)
    expect(await status(acl, '/', { ask, as: 'editors' })).toBe(403)
  })

  test('receives the rule, the caller and the item', async () => {
    const seen: unknown[] = []
    const ask: Ask = ({ ace, user: caller, item }) => {
      seen.push([ace, caller, item])
    }
    await status(acl, '/item', { ask, as: 'bob', item: { id: 1 } })
    await status(acl, '/', { ask })
    expect(seen).toEqual([
      [{ effect: 'allow', permissions: ['view'] }, { name: 'bob', groups: [] }, { id: 1 }],
      [{ effect: 'allow', permissions: ['view'] }, undefined, undefined],
    ])
  })

  test('is not called if an earlier rule decides', async () => {
    const first = accessRules({ collection: [allow(everyone, 'view'), allow(callable('asked'))], item: null })
    const ask = (): never => {
      throw new Error('asked')
    }
    expect(await status(first, '/item', { ask })).toBe(200)
  })

  test('that throws makes the request fail with status 500', async () => {
    const ask = (): never => {
      throw new Error('broken')
    }
    for (const url of ['/', '/item'] as const) expect(await status(acl, url, { ask })).toBe(500)
  })
})
