import { allWriteRules, findModel } from '../ir/lookup.js'
import {
  type Auth,
  type Credential,
  CREDENTIALS,
  type IssuedCredential,
  type Principal,
  type Service,
} from '../ir/index.js'
import { compareText } from '../naming/order.js'
import { principalText } from './write-rules.js'

/** A kind of caller that ACL rules can distinguish without calling functions. */
export type Caller =
  | { readonly kind: 'anonymous' }
  /** An authenticated caller who is not in any group named by a rule. */
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'user'; readonly name: string }

/** Returns a caller in ACL rule syntax: `everyone`, `authenticated`, `g:admin`, `bob`. */
export function callerText(caller: Caller): string {
  return caller.kind === 'anonymous' ? 'everyone' : principalText(caller)
}

/** Returns whether a rule for a principal applies to a caller. Which callers a function selects is not known. */
export function includes(principal: Principal, caller: Caller): boolean {
  switch (principal.kind) {
    case 'everyone':
      return true
    case 'anonymous':
      return caller.kind === 'anonymous'
    case 'authenticated':
      return caller.kind !== 'anonymous'
    case 'group':
    case 'user':
      return caller.kind === principal.kind && caller.name === principal.name
    case 'callable':
      return false
  }
}

/**
 * Returns all callers that the rules of a service distinguish: anonymous callers, authenticated callers, the auth
 * model's groups, and each group and user in a rule.
 */
export function callersOf(service: Service): readonly Caller[] {
  const { rules, writers } = principalsOf(service)
  const groups = [...groupChoices(service), ...namesOf('group', [...rules, ...writers])]
  return [
    { kind: 'anonymous' },
    ...(service.auth === null ? [] : [{ kind: 'authenticated' } as const]),
    ...sorted(groups).map((name): Caller => ({ kind: 'group', name })),
    ...sorted(namesOf('user', rules)).map((name): Caller => ({ kind: 'user', name })),
  ]
}

/** Returns the names of users in the rules of a service. Whoever had such a name would have the user's rights. */
export function namedUsers(service: Service): readonly string[] {
  const { rules, writers } = principalsOf(service)
  return sorted(namesOf('user', [...rules, ...writers]))
}

/** Returns the principals of ACLs and row rules, and those of `_writable_by`. */
function principalsOf({
  acls,
  models,
}: Service): Readonly<Record<'rules' | 'writers', readonly Principal[]>> {
  const listed = acls.flatMap(({ collection, item }) => [...(collection ?? []), ...(item ?? [])])
  const ruled = models.flatMap(({ rowRules = [] }) => rowRules)
  const writers = models.flatMap((model) =>
    allWriteRules(model).flatMap(({ writableBy }) => writableBy ?? []),
  )
  return { rules: [...listed, ...ruled].map(({ principal }) => principal), writers }
}

/**
 * Returns the credentials that are both supported by the API and accepted by a route. `accepts` is null if the route
 * accepts all credentials.
 */
export function acceptedCredentials(
  { auth }: Service,
  accepts: readonly Credential[] | null = null,
): readonly Credential[] {
  const external = (auth?.schemes ?? []).map(({ name }) => `scheme:${name}` as const)
  return [...issuedCredentials(auth), ...external].filter((name) => accepts?.includes(name) ?? true)
}

export function issuedCredentials(auth: Auth | null): readonly IssuedCredential[] {
  const schemes = { ticket: auth?.ticket ?? null, api_key: auth?.apiKey ?? null }
  return CREDENTIALS.filter((name) => schemes[name] !== null)
}

export function acceptedIssued(
  { auth }: Service,
  accepts: readonly Credential[] | null,
): readonly IssuedCredential[] {
  return issuedCredentials(auth).filter((name) => accepts?.includes(name) ?? true)
}

/** Returns whether the service has any authentication scheme, in which case `auth = true` has an effect. */
export function canAuthenticate({ auth }: Pick<Service, 'auth'>): boolean {
  return issuedCredentials(auth).length > 0 || (auth?.schemes ?? []).length > 0
}

/** Returns whether a route accepts only some of the credentials that the API supports. */
export function isLimited(service: Service, accepts: readonly Credential[] | null): boolean {
  return acceptedCredentials(service, accepts).length < acceptedCredentials(service).length
}

/**
 * Parses the value of `--as`. A bare name is a group if the auth model has a group with that name, otherwise a user.
 */
export function parseCaller(text: string, service: Service): Caller {
  if (text === 'everyone' || text === 'anonymous') return { kind: 'anonymous' }
  if (text === 'authenticated') return { kind: 'authenticated' }
  if (text.startsWith('g:')) return { kind: 'group', name: text.slice(2) }
  const kind = groupChoices(service).includes(text) ? 'group' : 'user'
  return { kind, name: text }
}

/** Returns the choices of the auth model's groups field. */
function groupChoices(service: Service): readonly string[] {
  const { auth } = service
  if (auth === null) return []
  const field = findModel(service, auth.model)?.fields.find(({ name }) => name === auth.fields.groups)
  return (field?.constraints.choices ?? []).map(String)
}

function namesOf(kind: 'group' | 'user', principals: readonly Principal[]): readonly string[] {
  return principals.flatMap((principal) => (principal.kind === kind ? [principal.name] : []))
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText)
}
