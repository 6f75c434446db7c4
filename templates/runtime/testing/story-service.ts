import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { may, permit } from '../auth/access.js'
import { allow, authenticated, callable, accessRules, deny, everyone, group } from '../auth/acl.js'
import {
  type AuthConfig,
  authModels,
  authRoutes,
  createSystemUser,
  guardedHost,
  startAuthentication,
} from '../auth/index.js'
import { hashPassword } from '../auth/passwords.js'
import { bodyParser } from '../body/index.js'
import { createHost } from '../http/create-host.js'
import { Resource } from '../http/resource.js'
import type { Json } from '../json.js'
import type { ModelSpec, Models } from '../model.js'
import { hashed } from '../repository/hashed.js'
import { createServer } from '../server/index.js'
import { loadSettings, type SettingValues } from '../settings/index.js'
import { MemoryDatabase } from './memory-database.js'

const user = {
  name: 'User',
  var: 'user',
  table: 'user',
  key: 'username',
  fields: {
    username: { type: 'string', column: 'username', required: true },
    email: { type: 'string', column: 'email', required: true, unique: true },
    password: { type: 'string', column: 'password', required: true, hash: hashPassword },
    groups: {
      type: 'list',
      column: 'groups',
      itemType: 'string',
      choices: ['admin', 'user'],
      default: { value: ['user'] },
    },
    first_name: { type: 'string', column: 'first_name' },
    status: { type: 'string', column: 'status' },
  },
  relations: {
    stories: {
      model: 'Story',
      side: 'one',
      many: true,
      unique: false,
      column: 'owner_id',
      keyType: 'id_field',
      inverse: 'owner',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  processors: {},
  schema: {
    type: 'object',
    required: ['username', 'email', 'password'],
    properties: {
      username: { type: 'string', minLength: 1 },
      email: { type: 'string' },
      password: { type: 'string', minLength: 3 },
      groups: { type: ['array', 'null'] },
      first_name: { type: ['string', 'null'] },
      status: { type: ['string', 'null'] },
    },
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/users/:username',
} satisfies ModelSpec

const story = {
  name: 'Story',
  var: 'story',
  table: 'story',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id' },
    name: { type: 'string', column: 'name', required: true },
  },
  relations: {
    owner: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: false,
      column: 'owner_id',
      keyType: 'string',
      inverse: 'stories',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  processors: {},
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, owner: {} } },
  additionalProperties: false,
  nested: { names: ['owner'], depth: 1 },
  path: '/stories/:id',
} satisfies ModelSpec

export const storyAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'view', 'options'), allow(authenticated, 'create')],
  item: [allow(group('admin')), allow(callable('is_owner'), 'update', 'delete')],
})

export const userAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'view', 'create')],
  item: [allow(group('admin')), deny(everyone, 'delete'), allow(callable('is_self'), 'view', 'update')],
})

/** As it would be emitted for an API with all schemes. */
export const storyAuth: AuthConfig = {
  model: 'User',
  fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
  registerFields: ['first_name'],
  path: '/users',
  ticket: {
    secretSetting: 'auth_tkt_secret',
    hashAlgorithm: 'sha512',
    cookieName: 'auth_tkt',
    httpOnly: true,
    secure: null,
    sameSite: 'Lax',
    maxAge: null,
    timeout: null,
    reissueTime: null,
    path: '/',
    domain: null,
  },
  apiKey: true,
  visibility: {
    User: {
      public: ['username'],
      authenticated: ['username', 'first_name', 'groups', 'stories'],
      hidden: ['password'],
    },
  },
  acls: { User: userAcl, Story: storyAcl },
  handlers: {
    login: { before: [], after: [] },
    logout: { before: [], after: [] },
    register: { before: [], after: [] },
  },
}

/** What the principals of the ACLs answer. */
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
  /** Handlers and principals by name. */
  readonly functions?: Readonly<Record<string, (...args: never[]) => unknown>>
  readonly database?: MemoryDatabase
}

export const storyModels: Models = { User: user, Story: story }

/** Users and their stories, as they are emitted, small: what authentication and access control are tested on. */
export async function storyService(options: StoryServiceOptions = {}): Promise<FastifyInstance> {
  const settings = loadSettings({
    name: 'stories',
    canAuthenticate: true,
    secrets: ['auth_tkt_secret'],
    values: {
      auth: 'true',
      auth_tkt_secret: 'a secret of the tests',
      'log.level': 'silent',
      ...options.settings,
    },
    env: {},
    file: join(tmpdir(), 'no-such-service.ini'),
  })
  const database = options.database ?? new MemoryDatabase({ ...storyModels, ...authModels })
  const functions: Readonly<Record<string, unknown>> = { ...FUNCTIONS, ...options.functions }
  const call = async (name: string, ...args: unknown[]): Promise<Json | undefined> => {
    const run = functions[name]
    return typeof run === 'function' ? await run(...args) : undefined
  }
  const dataFolder = mkdtempSync(join(tmpdir(), 'stories-'))
  const openapi = join(dataFolder, 'openapi.json')
  writeFileSync(openapi, '{}')
  const app = await createServer(settings, {
    basePath: '',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: () => database.ping(),
    openapi,
  })
  const config = { ...storyAuth, ...options.config }
  const auth = await startAuthentication(app, {
    config,
    settings,
    database,
    models: storyModels,
    call,
    dataFolder,
  })
  const open = createHost({ models: storyModels, settings, basePath: '', repositories: () => ({}), call })
  const host = guardedHost(open, auth)
  const users = new HashingResource(host, user)
  const stories = new Resource(host, story)
  await createSystemUser(database, users, auth)
  authRoutes(app, { auth, users, database, call })

  app.get('/users', { onRequest: may('view', userAcl.collection) }, async (request, reply) =>
    reply.send(await users.page(database, request, reply)),
  )
  app.get('/users/:username', { onRequest: may('view', userAcl.item) }, async (request) => {
    const found = await users.find(database, request, 'username')
    await permit(request, 'view', userAcl, found)
    return users.document(database, request, found)
  })
  app.patch('/users/:username', { onRequest: may('update', userAcl.item) }, async (request) => {
    const found = await users.lock(database, request, 'username')
    await permit(request, 'update', userAcl, found)
    const data = await hashed(user, users.changes(request, found))
    return users.document(database, request, await users.update(database, found, data))
  })
  app.put('/users/:username', { onRequest: may('update', userAcl.item) }, async (request) => {
    const found = await users.lock(database, request, 'username')
    await permit(request, 'update', userAcl, found)
    const data = await hashed(user, users.replacement(request, found))
    return users.document(database, request, await users.update(database, found, data))
  })
  app.delete('/users/:username', { onRequest: may('delete', userAcl.item) }, async (request) => {
    const found = await users.lock(database, request, 'username')
    await permit(request, 'delete', userAcl, found)
    await users.items(database).delete(users.key(found))
    return { message: 'Deleted' }
  })
  app.post('/users', { onRequest: may('create', userAcl.collection) }, async (request, reply) =>
    reply
      .code(201)
      .send(await users.document(database, request, await users.create(database, users.newItem(request)))),
  )
  app.post('/stories', { onRequest: may('create', storyAcl.collection) }, async (request, reply) =>
    reply
      .code(201)
      .send(
        await stories.document(database, request, await stories.create(database, stories.newItem(request))),
      ),
  )
  app.get('/stories/:id', { onRequest: may('view', storyAcl.item) }, async (request) => {
    const found = await stories.find(database, request, 'id')
    await permit(request, 'view', storyAcl, found)
    return stories.document(database, request, found)
  })
  app.patch('/stories/:id', { onRequest: may('update', storyAcl.item) }, async (request) => {
    const found = await stories.lock(database, request, 'id')
    await permit(request, 'update', storyAcl, found)
    return stories.document(
      database,
      request,
      await stories.update(database, found, stories.changes(request, found)),
    )
  })
  return app
}

class HashingResource extends Resource {
  override async create(...[session, data]: Parameters<Resource['create']>): ReturnType<Resource['create']> {
    return super.create(session, await hashed(this.model, data))
  }
}
