import { accessRules, allow, authenticated, callable, deny, everyone, group } from '../access/acl.js'
import type { AuthConfig } from '../access/config.js'
import { hashPassword } from '../users/passwords.js'
import { addNested } from '../http/nested-documents.js'
import type { ModelSpec, Models } from '../model.js'

export const user = {
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
  required: ['username', 'email', 'password'],
  schema: { properties: { username: { minLength: 1 }, password: { minLength: 3 } } },
  additionalProperties: false,
  path: ['/users/', 'username'],
} satisfies ModelSpec

export const story = {
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
  required: ['name'],
  additionalProperties: false,
  nested: { names: ['owner'], depth: 1, add: addNested },
  path: ['/stories/', 'id'],
} satisfies ModelSpec

export const storyModels: Models = { User: user, Story: story }

export const storyAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'view', 'options'), allow(authenticated, 'create')],
  item: [allow(group('admin')), allow(callable('is_owner'), 'update', 'delete')],
})

export const userAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'view', 'create')],
  item: [allow(group('admin')), deny(everyone, 'delete'), allow(callable('is_self'), 'view', 'update')],
})

/** The authentication configuration for an API that declares all schemes. */
export const storyAuth: AuthConfig = {
  model: 'User',
  fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
  registerFields: ['first_name'],
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
