import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { temporaryFolder } from '../../../src/testing/temporary-folder.js'
import { may, permit } from '../access/access.js'
import { authModels } from '../users/users.js'
import { apiKeys, tokenRoutes } from '../auth/api-keys.js'
import { selfRoute, startAuthentication } from '../auth/authentication.js'
import type { AuthConfig } from '../access/config.js'
import { accessCondition, itemRights, ownAclField, ownVerdict } from '../auth/own-acls.js'
import { principalFunctions } from '../auth/principals.js'
import { authRoutes } from '../auth/routes.js'
import { ticketCookies } from '../auth/tickets.js'
import { createSystemUser } from '../auth/system-user.js'
import { bodyParser } from '../body/parser.js'
import { ResourceHost } from '../http/host.js'
import { createAll } from '../http/create-all.js'
import { Resource } from '../http/resource.js'
import type { Json } from '../json.js'
import type { Models } from '../model.js'
import { findWithRelated } from '../mongo/related.js'
import { callerRights } from '../auth/caller-rights.js'
import { restrictedPolicy } from '../policy/restricted-policy.js'
import { createServer } from '../server/server.js'
import { loadSettings } from '../settings/settings.js'
import { type SettingValues } from '../settings/reader.js'
import { MemoryDatabase } from './memory-database.js'
import { story, storyAcl, storyAuth, storyModels, user, userAcl } from './story-models.js'

/** The principal functions named in the ACLs. */
const FUNCTIONS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  is_owner: ({ item }: { readonly item?: { readonly owner?: Json } }) =>
    typeof item?.owner === 'string' ? `allow ${item.owner} update, delete` : undefined,
  is_self: ({ item }: { readonly item?: { readonly username?: Json } }) =>
    typeof item?.username === 'string'
      ? [{ effect: 'allow', principal: item.username, permissions: ['all'] }]
      : undefined,
}

export interface StoryServiceOptions {
  readonly settings?: SettingValues
  readonly config?: Partial<AuthConfig>
  /** Handlers and principal functions, keyed by name. */
  readonly functions?: Readonly<Record<string, (...args: never[]) => unknown>>
  readonly database?: MemoryDatabase
}

/** A small service with users and their stories, for testing authentication and access control. */
export async function storyService(options: StoryServiceOptions = {}): Promise<FastifyInstance> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'openapi.json'), '{}')
  const settings = loadSettings(
    {
      name: 'stories',
      canAuthenticate: true,
      secrets: ['auth_tkt_secret'],
      values: {
        auth: 'true',
        auth_tkt_secret: 'a secret for tests only',
        'log.level': 'silent',
        ...options.settings,
      },
      env: {},
      file: join(folder, 'no-such-service.ini'),
    },
    () => ({}),
  )
  const models: Models = Object.fromEntries(
    Object.entries(storyModels).map(([name, model]) => [
      name,
      settings.databaseAcls ? { ...model, fields: { ...model.fields, _acl: ownAclField } } : model,
    ]),
  )
  const database = options.database ?? new MemoryDatabase({ ...models, ...authModels })
  const functions: Readonly<Record<string, unknown>> = { ...FUNCTIONS, ...options.functions }
  const call = async (name: string, ...args: unknown[]): Promise<Json | undefined> => {
    const run = functions[name]
    return typeof run === 'function' ? await run(...args) : undefined
  }
  const app = await createServer(settings, {
    basePath: '',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: () => database.ping(),
  })
  const config = { ...storyAuth, ...options.config }
  const auth = await startAuthentication(app, {
    config,
    settings,
    database,
    models,
    findWithRelated,
    decide: principalFunctions({ call, repositories: () => ({}), password: config.fields.password }),
    authenticators: [ticketCookies, ...(config.apiKey ? [apiKeys] : [])],
    ...(settings.databaseAcls ? { ownVerdict } : {}),
  })
  const host = new ResourceHost(app, {
    database,
    models: auth.models,
    settings,
    policy: (request) => {
      const rights = callerRights(request, auth)
      return restrictedPolicy(request, settings.databaseAcls ? itemRights(rights, request, auth) : rights)
    },
    basePath: '',
    repositories: () => ({}),
    call,
  })
  const users = new Resource(host, user)
  const stories = new Resource(host, models['Story'] ?? story)
  await createSystemUser(database, users, auth)
  if (auth.isOn) {
    const parts = { auth, users, database }
    authRoutes(app, parts)
    selfRoute(app, parts)
    if (config.apiKey) tokenRoutes(app, parts)
  }

  app.get('/users', { onRequest: may('view', userAcl.collection) }, async (request, reply) =>
    reply.send(await users.page(database, request, reply)),
  )
  app.get('/users/:username', { onRequest: may('view', userAcl.item) }, async (request) => {
    const found = await users.find(database, request, 'username')
    await permit(database, request, 'view', userAcl, found)
    return users.document(database, request, found)
  })
  app.patch('/users/:username', { onRequest: may('update', userAcl.item) }, async (request) => {
    const found = await users.lock(database, request, 'username')
    await permit(database, request, 'update', userAcl, found)
    const data = await users.changes(database, request, found)
    return users.document(database, request, await users.update(database, request, found, data))
  })
  app.put('/users/:username', { onRequest: may('update', userAcl.item) }, async (request) => {
    const found = await users.lock(database, request, 'username')
    await permit(database, request, 'update', userAcl, found)
    const data = await users.replacement(database, request, found)
    return users.document(database, request, await users.update(database, request, found, data))
  })
  app.delete('/users/:username', { onRequest: may('delete', userAcl.item) }, async (request) => {
    const found = await users.lock(database, request, 'username')
    await permit(database, request, 'delete', userAcl, found)
    await users.items(database, request).delete(users.key(found))
    return { message: 'Deleted' }
  })
  app.post('/users', { onRequest: may('create', userAcl.collection) }, async (request, reply) => {
    const [user = {}] = await createAll(users, database, request)
    return reply.code(201).send(await users.document(database, request, user))
  })
  app.post('/stories', { onRequest: may('create', storyAcl.collection) }, async (request, reply) => {
    const [story = {}] = await createAll(stories, database, request)
    return reply.code(201).send(await stories.document(database, request, story))
  })
  app.get('/stories', { onRequest: may('view', storyAcl.collection) }, async (request) => {
    const rows = await stories.items(database, request).store.find({
      where: accessCondition(request, 'view', stories.model, storyAcl),
      orderBy: [{ field: 'id', direction: 'asc' }],
    })
    return { data: await stories.documents(database, request, rows) }
  })
  app.get('/stories/:id', { onRequest: may('view', storyAcl.item) }, async (request) => {
    const found = await stories.find(database, request, 'id')
    await permit(database, request, 'view', storyAcl, found)
    return stories.document(database, request, found)
  })
  app.patch('/stories/:id', { onRequest: may('update', storyAcl.item) }, async (request) => {
    const found = await stories.lock(database, request, 'id')
    await permit(database, request, 'update', storyAcl, found)
    return stories.document(
      database,
      request,
      await stories.update(database, request, found, await stories.changes(database, request, found)),
    )
  })
  return app
}
