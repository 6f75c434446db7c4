import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from '../callers.js'
import type { TestResponse, TestService } from '../service.js'

export const settings = {
  auth_tkt_secret: 'a secret that these tests know',
  'rate_limit.login_max': 1000,
  ...withAdmin,
}

/** The own operations of the document: what a caller must be allowed to do with the item, and what `x-permission` says. */
export const OPERATIONS: Readonly<
  Record<string, readonly [method: string, path: string, needs: string, permission?: string]>
> = {
  publish: ['POST', '/events/{id}/publish', 'update'],
  retract: ['DELETE', '/events/{id}/publish', 'delete'],
  cover: ['PUT', '/events/{id}/cover', 'update'],
  tune: ['PATCH', '/events/{id}/tuning', 'update'],
  touch: ['POST', '/events/{id}', 'update'],
  remove: ['DELETE', '/events/{id}', 'delete'],
  untag: ['POST', '/events/{id}/tags/reset', 'update'],
  deep: ['POST', '/events/{id}/lines/{line}/print', 'update'],
  close: ['POST', '/teams/{team}/events/{id}/close', 'update'],
  drop: ['DELETE', '/teams/{team}/events/{id}', 'delete'],
  load: ['POST', '/teams/{team}/events/import', 'team'],
  empty: ['DELETE', '/teams/{team}/events', 'team delete'],
  stamp: ['POST', '/events/{id}/badge/stamp', 'badge'],
  proclaim: ['POST', '/events/{id}:proclaim', 'update'],
  report: ['GET', '/events/{id}/report', 'view'],
  like: ['POST', '/events/{id}/like', 'view', 'view'],
  unlike: ['DELETE', '/events/{id}/like', 'view', 'view'],
  note: ['POST', '/teams/{team}/events/{id}/notes', 'view', 'view'],
}

const parameter = (name: string): string =>
  `    - { name: ${name}, in: path, required: true, schema: { type: string } }`

function operations(): string {
  const paths = new Map<string, string[]>()
  for (const [id, [method, path, , permission]] of Object.entries(OPERATIONS)) {
    const needs = permission === undefined ? '' : `x-permission: ${permission}, `
    paths.set(path, [
      ...(paths.get(path) ?? []),
      `    ${method.toLowerCase()}: { operationId: ${id}, x-action: true, ${needs}responses: { 200: { description: Done } } }`,
    ])
  }
  const stored: Readonly<Record<string, readonly string[]>> = {
    '/events/{id}': ['    get: { responses: { 200: { description: OK } } }', write('patch', 'Event')],
    '/teams/{team}/events/{id}': ['    get: { responses: { 200: { description: OK } } }'],
    '/teams/{team}/events': ['    get: { responses: { 200: { description: OK } } }', write('post', 'Event')],
    '/events/{id}/badge': ['    get: { responses: { 200: { description: OK } } }', write('post', 'Badge')],
  }
  for (const [path, lines] of Object.entries(stored)) paths.set(path, [...lines, ...(paths.get(path) ?? [])])
  return [...paths]
    .map(([path, lines]) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name))
      return [`  ${path}:`, ...(names.length > 0 ? ['    parameters:', ...names] : []), ...lines].join('\n')
    })
    .join('\n')
}

/** @param operation the bulk operation that the method is, if any */
function write(method: string, schema: string, operation = ''): string {
  const content = `{ application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`
  const bulk = operation === '' ? '' : `x-operation: ${operation}, `
  return `    ${method}: { ${bulk}requestBody: { content: ${content} }, responses: { 200: { description: OK } } }`
}

function collection(path: string, schema: string, item: string): string {
  const get = '    get: { responses: { 200: { description: OK } } }'
  const changes = [write('patch', schema), write('put', schema)]
  const remove = '    delete: { responses: { 200: { description: OK } } }'
  return [
    `  ${path}:`,
    get,
    write('post', schema),
    write('patch', schema, 'update_many'),
    write('put', schema, 'update_many'),
    '    delete: { x-operation: delete_many, responses: { 200: { description: OK } } }',
    ...(item === ''
      ? []
      : [`  ${path}/{${item}}:`, '    parameters:', parameter(item), get, ...changes, remove]),
  ].join('\n')
}

/**
 * Returns an API of teams, whose members own events.
 * @param rules whether row rules say who can do what; if not, items have rules of their own
 */
export function teamsApi(rules: boolean): string {
  const ruled = (...lines: readonly string[]): string =>
    rules ? ['', '      x-row-rules:', ...lines.map((line) => `        - ${line}`)].join('\n') : ''
  return `
openapi: 3.1.0
info: { title: Teams, version: '1' }
security: [{ session: [] }, {}]
x-acl: { collection: 'allow everyone all', item: '${rules ? '' : 'allow authenticated all; '}allow everyone view' }
paths:
${collection('/users', 'User', 'username')}
${collection('/teams', 'Team', 'team')}
${collection('/memberships', 'Membership', 'id')}
${collection('/badges', 'Badge', 'id')}
${collection('/events', 'Event', '')}
${operations()}
components:
  securitySchemes:
    session:
      type: apiKey
      in: cookie
      name: teams
      x-ticket: { secret: auth_tkt_secret, hashalg: sha256 }
  schemas:
    User:
      type: object
      x-auth-model: true${ruled('allow everyone view', 'allow g:admin all', 'allow authenticated update where username={{user.username}}')}
      required: [username, email, password]
      properties:
        username: { type: string, x-db-settings: { type: string, primary_key: true } }
        email: { type: string, x-db-settings: { type: string, unique: true, required: true } }
        password: { type: string, x-db-settings: { type: string, required: true } }
        groups: { x-db-settings: { type: list, item_type: string, choices: [admin, user], default: [user] } }
    Team:
      type: object${ruled(
        'allow g:admin all',
        'allow authenticated create, view',
        'allow authenticated update, delete where memberships.user={{user.username}}&memberships.role=owner',
      )}
      properties:
        id: { x-db-settings: { type: id_field, primary_key: true } }
        name: { type: string, x-db-settings: { type: string } }
        memberships: { x-db-settings: { type: relationship, document: Membership, backref_name: team } }
        events: { x-db-settings: { type: relationship, document: Event, backref_name: team } }
    Membership:
      type: object${ruled('allow g:admin all', 'allow authenticated view')}
      properties:
        id: { x-db-settings: { type: id_field, primary_key: true } }
        user: { type: string, x-db-settings: { type: string } }
        role: { type: string, x-db-settings: { type: string } }
        level: { type: integer, x-db-settings: { type: integer } }
        banned: { type: boolean, x-db-settings: { type: boolean, default: false } }
        team_id: { x-db-settings: { type: foreign_key, ref_document: Team, ref_column: team.id, ref_column_type: id_field } }
    Event:
      type: object${ruled(
        'allow g:admin all',
        'allow everyone view where status=published',
        'allow authenticated create, update, delete where team.memberships.user={{user.username}}&team.memberships.role=owner',
        'allow authenticated view where team.memberships.user={{user.username}}&status__ne=secret',
      )}
      properties:
        id: { x-db-settings: { type: id_field, primary_key: true } }
        slug: { type: string, x-db-settings: { type: string, unique: true } }
        status: { type: string, x-db-settings: { type: string, default: draft } }
        tags: { type: array, items: { type: string }, x-db-settings: { type: list, item_type: string } }
        team_id: { x-db-settings: { type: foreign_key, ref_document: Team, ref_column: team.id, ref_column_type: id_field } }
        badge: { x-db-settings: { type: relationship, document: Badge, backref_name: event, uselist: false } }
    Badge:
      type: object${ruled(
        'allow g:admin all',
        'allow authenticated view where event.status=published',
        'allow authenticated create, view, update, delete where event.team.memberships.user={{user.username}}&event.team.memberships.role=owner',
      )}
      properties:
        id: { x-db-settings: { type: id_field, primary_key: true } }
        color: { type: string, x-db-settings: { type: string } }
        event_id: { x-db-settings: { type: foreign_key, ref_document: Event, ref_column: event.id, ref_column_type: id_field } }
`
}

/** The functions of the own operations, which return what they see. */
export const code: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(OPERATIONS).map((id) => [
    `src/actions/${id}.ts`,
    `import { registry } from '../generated/index.js'

registry.action('${id}', ({ item }) => ({ ran: '${id}', item }))
`,
  ]),
)

/** The callers of a service: `root` is an admin, `nobody` is anonymous. */
export class Callers {
  readonly #service: () => TestService
  readonly #known = new Map<string, Known>([['nobody', nobody]])

  constructor(service: () => TestService) {
    this.#service = service
  }

  /** Creates users, and logs them and the admin in. */
  async prepare(...names: readonly string[]): Promise<void> {
    this.#known.set('root', ticketOf(await logIn(this.#service(), '', 'root')))
    for (const username of names) {
      await this.make('/users', { username, email: `${username}@example.com`, password: PASSWORD })
      this.#known.set(username, ticketOf(await logIn(this.#service(), '', username)))
    }
  }

  send(who: string, method: string, path: string, body?: unknown): Promise<TestResponse> {
    return this.#service().send(method, path, body, this.#known.get(who) ?? nobody)
  }

  async status(who: string, method: string, path: string, body?: unknown): Promise<number> {
    return (await this.send(who, method, path, body)).status
  }

  /** Creates an item as the admin, and returns its key. @throws Error if the service does not create it */
  async make(path: string, body: object): Promise<string | number> {
    const response = await this.send('root', 'POST', path, body)
    if (response.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(response.body)}`)
    const key = String(response.body['_pk'])
    return /^\d{1,9}$/.test(key) ? Number(key) : key
  }
}
