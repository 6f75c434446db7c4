import { type Caller, callerText } from '../../access/caller.js'
import { accessMatrix } from '../../access/matrix.js'
import type { Auth, Json, Model, Route, Service } from '../../ir/index.js'
import { canAuthenticate } from '../openapi/security.js'
import { sampleBody } from '../samples/sample-body.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { modelOf } from '../traced.js'
import { testItems } from './test-items.js'
import { pathCode } from './test-request.js'

/** What `test/generated/acl.test.ts` prints. */
export interface AccessTestsView {
  readonly mongodb: boolean
  readonly callers: readonly { readonly key: string; readonly var: string; readonly given: string }[]
  readonly cells: readonly {
    readonly caller: string
    readonly method: string
    readonly url: string
    readonly allowed: boolean
  }[]
}

/** The password of all users that tests make. */
export const PASSWORD = 'a password for tests'

/** Samples of users that are not those of other tests. */
const FIRST_SAMPLE = 11

/**
 * A request for each cell of the access matrix that does not depend on functions of the user's (SPEC 11); null without any. No request changes
 * anything: the items it names are not there, and where it names none it is faulty.
 */
export function accessTestsView(service: Service): AccessTestsView | null {
  const { auth } = service
  if (auth === null || !canAuthenticate(service)) return null
  const users = testItems(service).get(auth.model)
  const { callers, rows } = accessMatrix(service)
  const canCall = (caller: Caller): boolean =>
    caller.kind === 'anonymous' || (users !== undefined && canBe(auth, users.model, caller))
  const cells = rows.flatMap(({ route, verdicts }) =>
    callers.flatMap((caller, index) => {
      const kind = verdicts[index]?.kind
      if (kind === undefined || kind === 'depends' || !canCall(caller)) return []
      const url = literal(urlOf(service, route))
      return [{ caller: literal(callerText(caller)), method: route.method, url, allowed: kind === 'allow' }]
    }),
  )
  if (cells.length === 0) return null
  return {
    mongodb: service.engine === 'svc_mongodb',
    cells,
    callers: callers
      .filter((caller) => canCall(caller) && caller.kind !== 'anonymous')
      .map((caller, index) => ({
        key: propertyKey(callerText(caller)),
        var: modelOf(service, auth.model).names.var,
        given: literal(userOf(auth, modelOf(service, auth.model), caller, FIRST_SAMPLE + index)),
      })),
  }
}

/** A user that only these rules know. */
function userOf({ fields }: Auth, model: Model, caller: Caller, n: number): Readonly<Record<string, Json>> {
  const sample = sampleBody(model, n)?.stored ?? {}
  const own = model.fields
    .filter(({ name, constraints }) => name === model.key || constraints.unique)
    .flatMap(({ name }): [string, Json][] => (sample[name] === undefined ? [] : [[name, sample[name]]]))
  return {
    ...Object.fromEntries(own),
    ...(caller.kind === 'user' ? { [fields.username]: keyOf(model, caller.name) } : {}),
    [fields.password]: PASSWORD,
    ...(fields.groups === null ? {} : { [fields.groups]: caller.kind === 'group' ? [caller.name] : [] }),
  }
}

/** Whether a user can be of this group, or have this key. */
function canBe({ fields }: Auth, model: Model, caller: Caller): boolean {
  switch (caller.kind) {
    case 'group': {
      const groups = model.fields.find(({ name }) => name === fields.groups)
      return groups !== undefined && (groups.constraints.choices?.includes(caller.name) ?? true)
    }
    case 'user':
      return !Number.isNaN(keyOf(model, caller.name))
    default:
      return true
  }
}

function keyOf(model: Model, text: string): Json {
  const type = model.fields.find(({ name }) => name === model.key)?.type
  return type === 'integer' || type === 'small_integer' || type === 'id_field' ? Number(text) : text
}

function urlOf({ basePath }: Service, route: Route): string {
  const query = route.kind === 'collection' && route.method !== 'OPTIONS' ? '?_unknown=1' : ''
  return pathCode(basePath + route.path, () => 'unknown') + query
}

/** What `test/generated/auth.test.ts` prints. */
export interface AuthTestsView {
  readonly mongodb: boolean
  readonly basePath: string
  readonly type: string
  readonly var: string
  readonly key: string
  readonly member: string
  readonly self: string
  readonly registration: string | false
  readonly ticket: boolean
  readonly apiKey: boolean
}

/** What tests need to know to register and log in; null without logins, or where no user can be made. */
export function authTestsView(service: Service): AuthTestsView | null {
  const { auth } = service
  if (auth === null || !canAuthenticate(service)) return null
  const user = testItems(service).get(auth.model)
  if (user === undefined) return null
  const { fields, registerFields, path } = auth
  const { stored, virtual } = user.samples[1] ?? { stored: {}, virtual: {} }
  const taken = new Set([fields.username, fields.email, fields.password, ...registerFields])
  const body = Object.entries(stored).filter(([name]) => taken.has(name))
  const canRegister = user.links.length === 0 && Object.keys(virtual).length === 0
  return {
    mongodb: service.engine === 'svc_mongodb',
    basePath: pathCode(service.basePath, () => ''),
    type: literal(user.model.id),
    var: user.model.names.var,
    key: user.model.key,
    member: memberAccess(user.model.key),
    self: pathCode(`${service.basePath}${path ?? '/users'}/self`, () => ''),
    registration: canRegister && literal(Object.fromEntries(body)),
    ticket: auth.ticket !== null,
    apiKey: auth.apiKey !== null,
  }
}
