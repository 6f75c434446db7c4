import type { Acl, Auth, Model, Relation, Route, Service } from '../ir/index.js'
import { emptyService } from './fake-stages.js'
import { acl, field, model, route, rule } from './sample-service.js'
import { constrained, relation } from './stored-service.js'

/** Authentication with a ticket and API keys, with the auth model `User`. */
export const auth: Auth = {
  enabledByDefault: true,
  model: 'User',
  defaultModel: false,
  fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
  registerFields: ['name'],
  path: '/users',
  ownRoutes: { accepts: null },
  ticket: {
    name: 'ticket',
    secretSetting: 'auth_tkt_secret',
    hashAlgorithm: 'sha512',
    cookieName: 'session',
    httpOnly: true,
    secure: null,
    sameSite: 'Lax',
    maxAge: null,
    timeout: null,
    reissueTime: null,
    path: '/',
    domain: null,
    loc: { file: 'api.raml', line: 1, column: 1 },
  },
  apiKey: { name: 'api_key', loc: { file: 'api.raml', line: 1, column: 1 } },
  handlers: {
    login: { before: [], after: [] },
    logout: { before: [], after: [] },
    register: { before: [], after: [] },
  },
}

const stories: Relation = relation(['User', 'stories'], ['Story', 'owner'], { required: true })
const profile: Relation = relation(['User', 'profile'], ['Profile', 'user'], { kind: 'one-to-one' })

const story: Model = model(
  'Story',
  [
    field('id', 'id_field'),
    constrained(field('title', 'string', { json: { type: 'string', minLength: 1, maxLength: 20 } }), {
      required: true,
      maxLength: 20,
    }),
    field('progress', 'float', { json: { type: 'number' } }),
    field('price', 'decimal', { json: { type: ['number', 'string'] } }),
    constrained(field('status', 'choice', { json: { enum: ['draft', 'done', null] } }), {
      choices: ['draft', 'done'],
    }),
    constrained(field('tags', 'list', { json: { type: 'array' } }), { itemType: 'string' }),
    field('meta', 'dict', { json: { type: 'object' } }),
    field('starts', 'datetime', { json: { type: 'string' } }),
    field('opens', 'time', { json: { type: 'string' } }),
    field('owner_id', 'foreign_key'),
  ],
  {
    description: 'Stories of users.',
    names: { type: 'Story', var: 'story', plural: 'stories', file: 'story', table: 'story' },
    relations: [{ name: 'owner', relation: 'User.stories', side: 'holder', target: 'User', many: false }],
    nested: { names: ['owner'], depth: 1 },
    schema: {
      type: 'object',
      required: ['owner', 'title'],
      additionalProperties: false,
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 20 },
        progress: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
        price: { type: ['number', 'string'] },
        status: { enum: ['draft', 'done', null] },
        tags: { type: ['array', 'null'], items: { type: 'string' } },
        meta: { type: 'object', properties: { color: { $ref: '#/$defs/color' } }, required: ['color'] },
        starts: { type: 'string', format: 'date-time' },
        opens: { type: 'string' },
        owner: {},
      },
      $defs: { color: { type: 'string', pattern: '^#[0-9a-f]{6}$' } },
    },
  },
)

const user: Model = model(
  'User',
  [
    constrained(field('username'), { required: true }),
    constrained(field('email'), { required: true, unique: true }),
    constrained(field('password'), { required: true }),
    field('name'),
    constrained(field('groups', 'list', { json: { type: 'array' } }), {
      itemType: 'string',
      choices: ['admin', 'user'],
    }),
  ],
  {
    relations: [
      { name: 'profile', relation: 'User.profile', side: 'one', target: 'Profile', many: false },
      { name: 'stories', relation: 'User.stories', side: 'one', target: 'Story', many: true },
    ],
    schema: {
      type: 'object',
      required: ['email', 'password', 'username'],
      additionalProperties: false,
      properties: {
        username: { type: 'string', minLength: 1 },
        email: { type: 'string', format: 'email' },
        password: { type: 'string', minLength: 8 },
        name: { type: ['string', 'null'] },
        groups: { type: 'array', items: { enum: ['admin', 'user'] } },
        profile: {},
        stories: {},
      },
    },
  },
)

const profileModel: Model = model('Profile', [field('id', 'id_field'), field('bio', 'text')], {
  relations: [{ name: 'user', relation: 'User.profile', side: 'holder', target: 'User', many: false }],
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: { bio: { type: 'string' }, user: {} },
  },
})

const below = { model: 'User', param: 'username', field: 'stories' }
const item = { kind: 'item', param: 'id' } as const
const nested = { kind: 'collection', parents: [below] } as const
const singular = {
  kind: 'singular',
  model: 'Profile',
  parents: [{ model: 'User', param: 'username', field: 'profile' }],
} as const
const groups = { kind: 'attribute', model: 'User', param: 'username', attribute: 'groups' } as const
const meta = { kind: 'attribute', param: 'id', attribute: 'meta' } as const

const routes: readonly Route[] = [
  route('GET', '/stories', 'index'),
  route('POST', '/stories', 'create', { permission: 'create' }),
  route('PUT', '/stories', 'update_many', { permission: 'update' }),
  route('PATCH', '/stories', 'update_many', { permission: 'update' }),
  route('DELETE', '/stories', 'delete_many', { permission: 'delete' }),
  route('OPTIONS', '/stories', 'collection_options', { permission: 'options' }),
  route('GET', '/stories/{id}', 'show', item),
  route('PUT', '/stories/{id}', 'replace', { ...item, permission: 'update' }),
  route('PATCH', '/stories/{id}', 'update', { ...item, permission: 'update' }),
  route('DELETE', '/stories/{id}', 'delete', { ...item, permission: 'delete' }),
  route('OPTIONS', '/stories/{id}', 'item_options', { ...item, permission: 'options' }),
  route('GET', '/stories/{id}/meta', 'show', meta),
  route('POST', '/stories/{id}/meta', 'update', { ...meta, permission: 'update' }),
  route('GET', '/users', 'index', { model: 'User' }),
  route('POST', '/users', 'create', { model: 'User', permission: 'create' }),
  route('GET', '/users/{username}', 'show', { kind: 'item', param: 'username', model: 'User' }),
  route('GET', '/users/{username}/groups', 'show', groups),
  route('POST', '/users/{username}/groups', 'update', { ...groups, permission: 'update' }),
  route('GET', '/users/{username}/profile', 'show', singular),
  route('POST', '/users/{username}/profile', 'create', { ...singular, permission: 'create' }),
  route('PUT', '/users/{username}/profile', 'replace', { ...singular, permission: 'update' }),
  route('PATCH', '/users/{username}/profile', 'update', { ...singular, permission: 'update' }),
  route('DELETE', '/users/{username}/profile', 'delete', { ...singular, permission: 'delete' }),
  route('GET', '/users/{username}/stories', 'index', nested),
  route('POST', '/users/{username}/stories', 'create', { ...nested, permission: 'create' }),
]

/** Returns a service with users, stories and profiles, and every kind of route. */
export function publishedService(more: Partial<Service> = {}): Service {
  return {
    ...emptyService('Stories'),
    description: 'Users and their stories.',
    version: 'v1',
    basePath: '/v1',
    models: [profileModel, story, user],
    relations: [profile, stories],
    routes,
    acls: [allow('*authenticated', 'authenticated'), allow('*everyone', 'everyone')],
    ...more,
  }
}

function allow(id: string, kind: 'authenticated' | 'everyone'): Acl {
  const all = [rule('allow', { kind }, 'create', 'delete', 'options', 'update', 'view')]
  return { ...acl(id, all, all), var: kind }
}
