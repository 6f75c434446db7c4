import {
  type Acl,
  type AclRule,
  ALLOW_AUTHENTICATED,
  ALLOW_EVERYONE,
  type Auth,
  type CustomAction,
  type Field,
  type FieldType,
  type Model,
  PERMISSIONS,
  type Relation,
  type Route,
  type Service,
  UNCONSTRAINED,
} from '../ir/index.js'
import { actionNames } from '../naming/action-names.js'
import type { Stages } from '../stages.js'
import { emptyService, fakeStages, noMigration } from './fake-stages.js'

const loc = { file: 'api.raml', line: 1, column: 1 }

/** Returns a stored field without constraints. */
export function field(name: string, type: FieldType = 'string', more: Partial<Field> = {}): Field {
  return {
    name,
    type,
    stored: true,
    description: null,
    json: { type: 'string' },
    column: name,
    constraints: UNCONSTRAINED,
    default: null,
    onUpdate: null,
    processors: [],
    renamedFrom: null,
    loc,
    ...more,
  }
}

/** Returns a required copy of the field. */
export function required(base: Field): Field {
  return { ...base, constraints: { ...base.constraints, required: true } }
}

/** Returns a model whose key is its first field. */
export function model(id: string, fields: readonly Field[], more: Partial<Model> = {}): Model {
  const lower = id.toLowerCase()
  return {
    id,
    names: { type: id, var: lower, plural: `${lower}s`, file: lower, table: lower },
    title: null,
    description: null,
    key: fields[0]?.name ?? 'id',
    fields,
    relations: [],
    visibility: { public: null, authenticated: null, hidden: [] },
    nested: { names: [], depth: 1 },
    additionalProperties: false,
    schema: {},
    renamedFrom: null,
    plain: false,
    loc,
    ...more,
  }
}

/** Returns a route that is open to everyone. It serves an item if its path ends with a parameter. */
export function route(
  method: Route['method'],
  path: string,
  action: Route['action'],
  more: Partial<Route> = {},
): Route {
  return {
    id: `${method} ${path}`,
    method,
    path,
    kind: path.endsWith('}') ? 'item' : 'collection',
    action,
    permission: 'view',
    model: 'Story',
    param: null,
    attribute: null,
    parents: [],
    acl: ALLOW_EVERYONE,
    authenticated: false,
    accepts: null,
    handlers: { before: [], after: [] },
    displayName: null,
    description: null,
    loc,
    ...more,
  }
}

/** Returns a custom action on Story items that everyone can call. */
export function customAction(
  method: CustomAction['method'],
  path: string,
  more: Partial<CustomAction> = {},
): CustomAction {
  const id = `${method} ${path}`
  const [names = { name: '', file: '', type: '' }] = actionNames([{ id, method, path }])
  return {
    id,
    ...names,
    method,
    path,
    kind: 'item',
    item: { kind: 'item', model: 'Story', param: 'id', parents: [] },
    permission: 'update',
    acl: ALLOW_EVERYONE,
    authenticated: false,
    accepts: null,
    uriParameters: [],
    queryParameters: [],
    headers: [],
    bodies: [],
    responses: [],
    displayName: null,
    description: null,
    loc,
    ...more,
  }
}

/** Returns an ACL rule. */
export function rule(
  effect: AclRule['effect'],
  principal: AclRule['principal'],
  ...permissions: AclRule['permissions']
): AclRule {
  return { effect, principal, permissions, loc }
}

/** Returns an ACL. */
export function acl(id: string, collection: Acl['collection'], item: Acl['item']): Acl {
  return { id, var: id, collection, item, description: null, loc }
}

const ALLOW_ALL = [
  acl(ALLOW_AUTHENTICATED, [rule('allow', { kind: 'authenticated' }, ...PERMISSIONS)], null),
  acl(ALLOW_EVERYONE, [rule('allow', { kind: 'everyone' }, ...PERMISSIONS)], null),
]

const HANDLERS = { before: [], after: [] }

/** Authentication with API keys. */
const auth: Auth = {
  enabledByDefault: true,
  model: 'User',
  defaultModel: false,
  fields: { username: 'username', email: null, password: 'password', groups: null },
  registerFields: [],
  path: '/users',
  ownRoutes: { accepts: null },
  ticket: null,
  apiKey: { name: 'key', loc },
  handlers: { login: HANDLERS, logout: HANDLERS, register: HANDLERS },
}

/** Returns a service with users, the stories that they own, and an ACL on stories. */
export function sampleService(more: Partial<Service> = {}): Service {
  const everyone = rule('allow', { kind: 'everyone' }, 'view')
  const admins = rule('allow', { kind: 'group', name: 'admin' }, 'create', 'delete', 'update', 'view')
  const owners = rule('allow', { kind: 'callable', name: 'is_owner' }, 'delete')
  return {
    ...emptyService('Stories'),
    basePath: '/v1',
    auth,
    models: [
      model('Story', [field('id', 'id_field'), field('title'), field('owner_id', 'foreign_key')], {
        relations: [{ name: 'owner', relation: 'User.stories', side: 'holder', target: 'User', many: false }],
      }),
      model('User', [field('username')], {
        relations: [{ name: 'stories', relation: 'User.stories', side: 'one', target: 'Story', many: true }],
      }),
    ],
    relations: [stories],
    routes: [
      route('GET', '/stories', 'index', { acl: 'story_acl' }),
      route('GET', '/stories/{id}', 'show', { acl: 'story_acl' }),
      route('DELETE', '/stories/{id}', 'delete', { acl: 'story_acl', permission: 'delete' }),
      route('GET', '/users', 'index', { acl: ALLOW_AUTHENTICATED, model: 'User' }),
    ],
    acls: [...ALLOW_ALL, acl('story_acl', [everyone, admins], [owners])],
    handlers: [
      {
        kind: 'handler',
        name: 'tidy_title',
        file: 'src/handlers/tidy-title.ts',
        uses: [{ model: 'Story', on: 'before_set' }],
      },
    ],
    ...more,
  }
}

const stories: Relation = {
  id: 'User.stories',
  kind: 'one-to-many',
  from: 'User',
  field: 'stories',
  to: 'Story',
  backref: 'owner',
  foreignKey: { field: 'owner_id', column: 'owner_id', type: 'string' },
  required: false,
  onDelete: 'nullify',
  backrefOnDelete: 'nullify',
  fieldJson: {},
  backrefJson: {},
  processors: [],
  backrefProcessors: [],
  renamedFrom: null,
  loc,
}

/** Returns stages that return this service for any file and emit nothing. */
export function stagesOf(service: () => Service): Stages {
  return {
    ...fakeStages,
    analyze: ({ api }) => ({
      analysis: { service: service(), secrets: new Map(), spans: new Map(), document: null },
      files: [api],
    }),
    migrate: () => noMigration,
    emit: () => Promise.resolve(new Map()),
  }
}
