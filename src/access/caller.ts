import { findModel } from '../ir/lookup.js'
import { type Credential, CREDENTIALS, type Principal, type Service } from '../ir/index.js'
import { compareText } from '../naming/order.js'

/** Somebody who calls a service, as far as static rules can tell callers apart (SPEC 11). */
export type Caller =
  | { readonly kind: 'anonymous' }
  /** Logged in, in no group that a rule names. */
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'user'; readonly name: string }

/** A caller as people write it, which is the spelling of ACL rules: `everyone`, `authenticated`, `g:admin`, `bob`. */
export function callerText(caller: Caller): string {
  switch (caller.kind) {
    case 'anonymous':
      return 'everyone'
    case 'authenticated':
      return 'authenticated'
    case 'group':
      return `g:${caller.name}`
    case 'user':
      return caller.name
  }
}

/**
 * All callers that the rules of a service tell apart: nobody in particular, anybody logged in, and each group and user that a rule names; also the
 * groups that the auth model knows.
 */
export function callersOf(service: Service): readonly Caller[] {
  const principals = service.acls.flatMap(({ collection, item }) =>
    [...(collection ?? []), ...(item ?? [])].map(({ principal }) => principal),
  )
  const groups = [...groupChoices(service), ...namesOf('group', principals)]
  return [
    { kind: 'anonymous' },
    ...(service.auth === null ? [] : [{ kind: 'authenticated' } as const]),
    ...sorted(groups).map((name): Caller => ({ kind: 'group', name })),
    ...sorted(namesOf('user', principals)).map((name): Caller => ({ kind: 'user', name })),
  ]
}

/** The credentials that are accepted where `accepts` says so, of those that the API has. */
export function acceptedCredentials(
  { auth }: Service,
  accepts: readonly Credential[] | null = null,
): readonly Credential[] {
  const schemes = { ticket: auth?.ticket ?? null, api_key: auth?.apiKey ?? null }
  return CREDENTIALS.filter((name) => schemes[name] !== null && (accepts?.includes(name) ?? true))
}

/** Whether some credentials that the API has are ignored there. */
export function isLimited(service: Service, accepts: readonly Credential[] | null): boolean {
  return acceptedCredentials(service, accepts).length < acceptedCredentials(service).length
}

/**
 * Reads a caller as `--as` takes it. A bare name is that group if the auth model has it, else the user (SPEC 11).
 */
export function parseCaller(text: string, service: Service): Caller {
  if (text === 'everyone' || text === 'anonymous') return { kind: 'anonymous' }
  if (text === 'authenticated') return { kind: 'authenticated' }
  if (text.startsWith('g:')) return { kind: 'group', name: text.slice(2) }
  const kind = groupChoices(service).includes(text) ? 'group' : 'user'
  return { kind, name: text }
}

/** The choices of the auth model's field for groups. */
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
