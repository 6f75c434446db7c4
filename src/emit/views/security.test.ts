import * as prettier from 'prettier'
import { expect, test } from 'vitest'
import { accountModel, endedSessionModel } from '../../../templates/runtime/users/users.js'
import { securedService } from '../../testing/secured-service.js'
import { withInternalModels } from '../../migrate/shape/internal-models.js'
import { format } from '../format.js'
import { render } from '../templates.js'
import { accessView } from './access.js'
import { aclView } from './acl.js'
import { authView } from './auth.js'

const service = securedService()
const { auth } = service

test('the ACLs that routes use are emitted as readable rules', async () => {
  expect(
    await format(
      'acl.ts',
      render('src/generated/acl.ts', service, (imports) => aclView(service, imports)).text,
    ),
  ).toMatchInlineSnapshot(`
    "import {
      accessRules,
      allow,
      authenticated,
      callable,
      deny,
      everyone,
      group,
      user,
    } from './runtime/access/acl.js'

    /** For routes without an ACL: everyone can do anything. */
    export const everyoneAcl = accessRules({
      collection: [allow(everyone)],
      item: [allow(everyone)],
    })

    /** Everyone reads, owners write. */
    export const storyAcl = accessRules({
      collection: [allow(group('admin')), allow(everyone, 'options', 'view'), allow(authenticated, 'create')],
      item: [
        allow(group('admin')),
        allow(callable('is_owner'), 'delete', 'update'),
        deny(user('mallory'), 'view'),
      ],
    })
    "
  `)
})

test('the configuration of authentication contains no secret', async () => {
  const text =
    auth === null
      ? ''
      : await format('auth.ts', render('src/generated/auth.ts', service, () => authView(service, auth)).text)
  expect(text).toMatchInlineSnapshot(`
    "import { everyoneAcl, storyAcl } from './acl.js'
    import type { AuthConfig } from './runtime/access/config.js'
    import { reservedNames } from './runtime/users/reserved-names.js'

    /** How callers log in and which fields they can see. Secrets are in the settings. */
    export const auth: AuthConfig = {
      model: 'User',
      fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
      registerFields: [],
      rejectReserved: reservedNames('username', ['mallory']),
      path: '/users',
      ticket: {
        secretSetting: 'auth_tkt_secret',
        hashAlgorithm: 'sha512',
        cookieName: 'auth_tkt',
        cookie: { httpOnly: true, sameSite: 'lax', path: '/' },
        timeout: null,
        reissueTime: null,
      },
      apiKey: true,
      visibility: { User: { public: ['username'], authenticated: null, hidden: ['password'] } },
      acls: { Open: everyoneAcl, Story: storyAcl, User: storyAcl },
      handlers: {
        login: { before: [], after: ['greet'] },
        logout: { before: [], after: [] },
        register: { before: [], after: [] },
      },
    }
    "
  `)
})

test('ACCESS.md is formatted like the output of prettier', async () => {
  const text = await format('ACCESS.md', render('ACCESS.md', service, () => accessView(service)).text)
  expect(text).toMatch(/\| `DELETE \/stories\/\{id\}` +\| delete/)
  expect(await prettier.check(text, { parser: 'markdown', printWidth: 110 })).toBe(true)
})

test('ACCESS.md of an API without authentication and access rules lists the routes that everyone can use', () => {
  const text = render('ACCESS.md', service, () => accessView({ ...service, auth: null })).text
  expect(text).toContain('Everyone is allowed to use each of these routes')
  expect(text).toContain('- `DELETE /stories/{id}`')
  expect(text).not.toContain('yes')
})

test('names with line breaks and HTML stay in their cells of ACCESS.md', () => {
  const hostile = '/x\n::add-mask::y\r<b>\u001b[31m'
  const routes = service.routes.map((route) => ({ ...route, id: `GET ${hostile}` }))
  const text = render('ACCESS.md', service, () => accessView({ ...service, routes })).text
  expect(text).toContain('GET /x ::add-mask::y <b> [31m`')
  expect(text).not.toMatch(/^.{0,3}::|\r/m)
  expect(text).not.toContain('\u001b')
})

test('the internal models match the tables in the runtime', () => {
  const internal = withInternalModels(service).models.slice(service.models.length)
  expect(
    internal.map(({ names, key, fields }) => [
      names.table,
      key,
      fields.map(({ name, type }) => [name, type]),
    ]),
  ).toEqual(
    [accountModel, endedSessionModel].map((model) => [
      model.table,
      model.key,
      Object.entries(model.fields).map(([name, { type }]) => [name, type]),
    ]),
  )
})
