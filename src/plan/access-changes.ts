import { type Verdict, verdictOn, verdictText } from '../access/verdict.js'
import { acceptedAlternatives, acceptedText } from '../access/schemes.js'
import { type Caller, callersOf, callerText } from '../access/caller.js'
import type { CustomAction, Route, Service } from '../ir/index.js'
import { scopesOf } from '../ir/lookup.js'
import { type ApiChange, changesAt } from './change.js'

/** An operation of the API in its service. */
export interface Guarded {
  readonly service: Service
  readonly route: Route | CustomAction
}

/** Returns a function that returns how the access to an operation changed between two services. */
export function accessChanges(before: Service, after: Service) {
  const callers = new Map(
    [...callersOf(before), ...callersOf(after)].map((caller) => [callerText(caller), caller]),
  )
  return (was: Guarded['route'], is: Guarded['route']): readonly ApiChange[] =>
    changesOf({ service: before, route: was }, { service: after, route: is }, callers)
}

/** Returns how strict a verdict is, from 0 (always allowed) to 3 (always denied). */
function strictness(verdict: Verdict): number {
  if (verdict.kind === 'depends') return verdict.otherwise === 'allow' ? 1 : 2
  return verdict.kind === 'allow' ? 0 : 3
}

function changesOf(
  before: Guarded,
  after: Guarded,
  callers: ReadonlyMap<string, Caller>,
): readonly ApiChange[] {
  const { changes, note } = changesAt(after.route.id)
  const narrowed: string[] = []
  const widened: string[] = []
  const otherwise = new Map<string, string[]>()
  for (const [text, caller] of callers) {
    const was = verdictOn(before.route, caller, before.service)
    const is = verdictOn(after.route, caller, after.service)
    if (strictness(is) > strictness(was)) narrowed.push(text)
    else if (strictness(is) < strictness(was)) widened.push(text)
    else if (verdictText(is) !== verdictText(was)) {
      const change = `from "${verdictText(was)}" to "${verdictText(is)}"`
      otherwise.set(change, [...(otherwise.get(change) ?? []), text])
    }
  }
  if (narrowed.length > 0) note('access-narrowed', `access narrowed for ${narrowed.join(', ')}`)
  if (widened.length > 0) note('access-widened', `access widened for ${widened.join(', ')}`)
  // The functions might be stricter than the former rules.
  for (const [what, names] of otherwise)
    note('access-changed', `access changed ${what} for ${names.join(', ')}`)
  return [...changes, ...schemeChanges(before, after)]
}

/**
 * Returns the changes to accepted schemes or scopes. Removing a scheme, requiring another one beside it or requiring another
 * scope breaks clients.
 */
function schemeChanges(before: Guarded, after: Guarded): readonly ApiChange[] {
  const [was, is] = [alternativesOf(before), alternativesOf(after)]
  const [from, to] = [textOf(before), textOf(after)]
  // Without schemes, the access of callers changes as well.
  if (from === to || was.length === 0 || is.length === 0) return []
  // An operation that names no scheme and is open to everyone does not change with the schemes of others.
  if ((before.route.accepts === null || after.route.accepts === null) && isOpen(before) && isOpen(after))
    return []
  const { changes, note } = changesAt(after.route.id)
  const text = `access changed from "${from}" to "${to}"`
  const kept = was.map((held) => ({ held, required: is.find((each) => isWithin(each, held)) }))
  const isNew = (each: Alternative): boolean =>
    !was.some((held) => isWithin(each, held) && isWithin(held, each))
  if (kept.some(({ required }) => required === undefined)) note('api-security-removed', text)
  else if (
    kept.some(({ held, required = held }) => required.scopes.some((name) => !held.scopes.includes(name)))
  )
    note('api-security-scope-added', text)
  else if (is.some(isNew)) note('api-security-added', text)
  else if (
    kept.some(({ held, required = held }) => held.scopes.some((name) => !required.scopes.includes(name)))
  )
    note('api-security-scope-removed', text)
  else note('api-security-removed', text)
  return changes
}

function isOpen({ service, route }: Guarded): boolean {
  return route.callersOnly !== true && verdictOn(route, { kind: 'anonymous' }, service).kind === 'allow'
}

/** The schemes that a request must satisfy together, and the scopes that they must grant. */
interface Alternative {
  readonly names: readonly string[]
  /** With the name of the scheme before each. */
  readonly scopes: readonly string[]
}

function alternativesOf({ service, route }: Guarded): readonly Alternative[] {
  return acceptedAlternatives(service, route).map((names) => ({
    names,
    scopes: names.flatMap((name) => scopesOf(route, name).map((scope) => `${name} ${scope}`)),
  }))
}

/** Returns whether an alternative requires no other schemes than another one. */
function isWithin({ names }: Alternative, other: Alternative): boolean {
  return names.every((name) => other.names.includes(name))
}

/** Returns the schemes as text. Whether callers can be anonymous is reported separately. */
function textOf({ service, route }: Guarded): string {
  return acceptedText(service, { ...route, authenticated: true })
}
