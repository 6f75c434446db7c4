import type { Acl, AclRule, CustomAction, Permission, Route, Service } from '../ir/index.js'
import { aclOf } from '../ir/lookup.js'
import { type Caller, includes } from './caller.js'
import { requiredPermissions } from './required.js'

/**
 * Whether a caller has a permission. `depends` means that user-defined functions decide, and `otherwise` applies if
 * none of them matches.
 */
export type Verdict = Known | Depends

interface Known {
  readonly kind: 'allow' | 'deny'
}

interface Depends extends Functions {
  readonly kind: 'depends'
  /** The functions for each permission. Set only if several permissions are required and their functions differ. */
  readonly all?: readonly PermissionFunctions[]
}

interface Functions {
  readonly on: readonly string[]
  readonly otherwise: 'allow' | 'deny'
}

/** The functions that decide whether a caller has a permission. */
interface PermissionFunctions extends Functions {
  /** `update` or, for an item above the route's own, `view on /projects/{key}`. */
  readonly permission: string
}

/**
 * Returns the rules that apply to an item or a collection, in order. The item rules are followed by the
 * collection rules. Null means that everything is allowed.
 */
export function rulesFor<Rule>(
  { collection, item }: Readonly<Record<'collection' | 'item', readonly Rule[] | null>>,
  side: 'collection' | 'item',
): readonly Rule[] | null {
  return side === 'item' ? [...(item ?? []), ...(collection ?? [])] : collection
}

/**
 * Returns whether a caller is allowed to use a route if `auth = true`. For each required permission, the first matching
 * rule decides. If no rule matches, access is denied. If `securedBy: [null]` removes all schemes, every
 * caller is anonymous.
 * @throws Error if the IR lacks an ACL
 */
export function verdictOn(
  route: Route | CustomAction,
  caller: Caller,
  service: Pick<Service, 'acls' | 'routes'>,
): Verdict {
  const known: Caller = route.accepts?.length === 0 ? { kind: 'anonymous' } : caller
  const verdicts = requiredPermissions(service, route).map(({ permission, acl, side, on }) => ({
    permission: on === null ? permission : `${permission} on ${on}`,
    ...verdictOf(aclOf(service, acl), side, permission, known),
  }))
  if (verdicts.some(({ kind }) => kind === 'deny')) return { kind: 'deny' }
  const open = verdicts.filter((each) => each.kind === 'depends')
  const [only] = open
  if (only === undefined) return { kind: 'allow' }
  const { on, otherwise } = only
  if (open.every((each) => functionsText(each) === functionsText(only)))
    return { kind: 'depends', on, otherwise }
  return {
    kind: 'depends',
    on: [...new Set(open.flatMap((each) => each.on))],
    otherwise: open.every((each) => each.otherwise === 'allow') ? 'allow' : 'deny',
    all: open.map((each) => ({ permission: each.permission, on: each.on, otherwise: each.otherwise })),
  }
}

/** Returns whether an ACL grants a caller a permission on a collection or an item, depending on `side`. */
export function verdictOf(
  acl: Pick<Acl, 'collection' | 'item'>,
  side: 'collection' | 'item',
  permission: Permission,
  caller: Caller,
): Verdict {
  const rules = rulesFor<AclRule>(acl, side)
  if (rules === null) return { kind: 'allow' }
  const on: string[] = []
  for (const { effect, principal, permissions } of rules) {
    if (!permissions.includes(permission)) continue
    if (principal.kind === 'callable') on.push(principal.name)
    else if (includes(principal, caller)) return verdict(on, effect)
  }
  return verdict(on, 'deny')
}

/**
 * Formats a verdict as `yes`, `no`, `{{is_owner}}, else no` or, if several permissions are required,
 * `view: {{is_reader}}, else no; update: {{is_owner}}, else no`.
 */
export function verdictText(verdict: Verdict): string {
  if (verdict.kind !== 'depends') return YES_NO[verdict.kind]
  if (verdict.all === undefined) return functionsText(verdict)
  return verdict.all.map((each) => `${each.permission}: ${functionsText(each)}`).join('; ')
}

function functionsText({ on, otherwise }: Functions): string {
  return `${on.map((name) => `{{${name}}}`).join(', ')}, else ${YES_NO[otherwise]}`
}

const YES_NO = { allow: 'yes', deny: 'no' } as const

function verdict(on: readonly string[], otherwise: 'allow' | 'deny'): Verdict {
  return on.length === 0 ? { kind: otherwise } : { kind: 'depends', on: [...new Set(on)], otherwise }
}
