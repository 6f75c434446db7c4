import { METHODS, PERMISSIONS, type Acl, type Permission, type Route, type Service } from '../ir/index.js'
import { compareText } from '../naming/order.js'
import { type Asker, ruleSide, type Verdict, verdictOf } from './rules.js'

/** One route with what each asker may do there, in the order of the matrix's askers. */
export interface MatrixRow {
  readonly route: Route
  readonly verdicts: readonly Verdict[]
}

/** Who may do what: principal × route × permission (SPEC 11). */
export interface AccessMatrix {
  readonly askers: readonly Asker[]
  readonly rows: readonly MatrixRow[]
}

/** The matrix of a service: callers of no name, callers who are logged in, and those that rules or the choices of `groups` name. */
export function accessMatrix(service: Service): AccessMatrix {
  const askers = askersOf(service)
  const rows = service.routes.map((route) => ({
    route,
    verdicts: askers.map((asker) => verdictFor(service, route, asker)),
  }))
  return { askers, rows }
}

/** The answer to `--who-can`: for each route that is meant, what each asker may do. */
export interface WhoCan {
  readonly permission: Permission
  readonly answers: readonly { readonly route: Route; readonly asker: Asker; readonly verdict: Verdict }[]
}

/**
 * Answers `delete /stories/{id}`: a permission, or a method, and a path as in the RAML.
 * @returns null where the question has another form, or no route is meant
 */
export function whoCan(service: Service, question: string): WhoCan | null {
  const [, word = '', path = ''] = /^\s*(\w+)\s+(\/\S*)\s*$/.exec(question) ?? []
  const permission = PERMISSIONS.find((name) => name === word.toLowerCase())
  const method = METHODS.find((name) => name === word.toUpperCase())
  const routes = service.routes.filter((route) => route.path === path)
  const meant = routes.filter((route) => route.method === method || route.permission === permission)
  const [first] = meant
  if (first === undefined) return null
  const askers = askersOf(service)
  return {
    permission: first.permission,
    answers: meant.flatMap((route) =>
      askers.map((asker) => ({ route, asker, verdict: verdictFor(service, route, asker) })),
    ),
  }
}

/**
 * Answers `--as g:admin`: what one principal may do at each route.
 * @param principal as in an ACL: `everyone`, `authenticated`, `g:<group>`, or a bare name
 */
export function accessOf(
  service: Service,
  principal: string,
): readonly { readonly route: Route; readonly verdict: Verdict }[] {
  const asker = askerNamed(service, principal)
  return service.routes.map((route) => ({ route, verdict: verdictFor(service, route, asker) }))
}

/** An asker as ACLs write it. */
export function askerText(asker: Asker): string {
  switch (asker.kind) {
    case 'everyone':
    case 'authenticated':
      return asker.kind
    case 'group':
      return `g:${asker.name}`
    case 'user':
      return asker.name
  }
}

/** A verdict in a word: `yes`, `no`, or the functions that decide. */
export function verdictText(verdict: Verdict): string {
  if (verdict.kind !== 'depends') return verdict.kind
  const callables = verdict.callables.map((name) => `{{${name}}}`).join(', ')
  return `${callables}, else ${verdict.otherwise}`
}

function verdictFor(service: Service, route: Route, asker: Asker): Verdict {
  const acl = aclOf(service, route)
  return verdictOf(acl, ruleSide(route), route.permission, asker)
}

function aclOf({ acls }: Service, route: Route): Acl {
  const acl = acls.find(({ id }) => id === route.acl)
  if (acl === undefined) throw new Error(`the IR has no ACL ${route.acl}`)
  return acl
}

function askersOf(service: Service): readonly Asker[] {
  const named = service.acls
    .flatMap(({ collection, item }) => [...(collection ?? []), ...(item ?? [])])
    .map(({ principal }) => principal)
  const users = named.flatMap((principal) => (principal.kind === 'user' ? [principal.name] : []))
  const groups = named.flatMap((principal) => (principal.kind === 'group' ? [principal.name] : []))
  return [
    { kind: 'everyone' },
    ...(service.auth === null ? [] : [{ kind: 'authenticated' } as const]),
    ...sorted([...groups, ...groupChoices(service)]).map((name) => ({ kind: 'group', name }) as const),
    ...sorted(users).map((name) => ({ kind: 'user', name }) as const),
  ]
}

function askerNamed(service: Service, principal: string): Asker {
  if (principal === 'everyone' || principal === 'authenticated') return { kind: principal }
  if (principal.startsWith('g:')) return { kind: 'group', name: principal.slice(2) }
  return { kind: groupChoices(service).includes(principal) ? 'group' : 'user', name: principal }
}

function groupChoices({ auth, models }: Service): readonly string[] {
  const field = models
    .find(({ id }) => id === auth?.model)
    ?.fields.find(({ name }) => name === auth?.fields.groups)
  return (field?.constraints.choices ?? []).map(String)
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText)
}
