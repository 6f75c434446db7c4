import { type Verdict, verdictOn, verdictText } from '../access/verdict.js'
import { acceptedText, schemeName } from '../access/schemes.js'
import { acceptedCredentials, callersOf, callerText } from '../access/caller.js'
import type { CustomAction, Route, Service } from '../ir/index.js'
import { scopesOf } from '../ir/lookup.js'
import type { ApiChange } from './change.js'

/** Returns added, removed and moved routes, and changes to access. Ignores the names of path parameters. */
export function routeChanges(before: Service | null, after: Service): readonly ApiChange[] {
  const old = new Map(operationsOf(before).map((route) => [keyOf(route), route]))
  const now = new Map(operationsOf(after).map((route) => [keyOf(route), route]))
  return [
    ...[...old]
      .filter(([key]) => !now.has(key))
      .map(([, { id }]) => ({ change: 'removed', breaking: true, where: id })),
    ...[...now].flatMap(([key, route]) => {
      const was = old.get(key)
      if (before === null || was === undefined) return [{ change: 'added', breaking: false, where: route.id }]
      return [
        ...moved(before, after, route),
        ...accessChanges({ service: before, route: was }, { service: after, route }),
      ]
    }),
  ]
}

type Operation = Route | CustomAction

/** Returns all operations. A lock file from an older version of svcgen has no custom actions. */
function operationsOf(service: Service | null): readonly Operation[] {
  return service === null ? [] : [...service.routes, ...(service.actions ?? [])]
}

function keyOf({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`
}

function moved(before: Service, after: Service, { id, path }: Operation): readonly ApiChange[] {
  if (before.basePath === after.basePath) return []
  const change = `moved from ${before.basePath}${path} to ${after.basePath}${path}`
  return [{ change, breaking: true, where: id }]
}

interface Served {
  readonly service: Service
  readonly route: Operation
}

/** Returns how strict a verdict is, from 0 (always allowed) to 3 (always denied). */
function strictness(verdict: Verdict): number {
  if (verdict.kind === 'depends') return verdict.otherwise === 'allow' ? 1 : 2
  return verdict.kind === 'allow' ? 0 : 3
}

function accessChanges(before: Served, after: Served): readonly ApiChange[] {
  const callers = new Map(
    [...callersOf(before.service), ...callersOf(after.service)].map((caller) => [callerText(caller), caller]),
  )
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
  const where = after.route.id
  const change = (what: string, names: readonly string[], breaking: boolean): readonly ApiChange[] =>
    names.length === 0 ? [] : [{ change: `access ${what} ${names.join(', ')}`, breaking, where }]
  return [
    ...change('narrowed for', narrowed, true),
    ...change('widened for', widened, false),
    // The functions might be stricter than the former rules.
    ...[...otherwise].flatMap(([what, names]) => change(`changed ${what} for`, names, true)),
    ...schemeChanges(before, after),
  ]
}

/** Returns the change to accepted schemes or scopes. Removing a scheme or requiring another scope breaks clients. */
function schemeChanges(before: Served, after: Served): readonly ApiChange[] {
  const [was, is] = [schemesOf(before), schemesOf(after)]
  const [from, to] = [textOf(before), textOf(after)]
  // Without schemes, the access of callers changes as well.
  if (from === to || was.size === 0 || is.size === 0) return []
  const isKept = [...was].every(([name, scopes]) => is.get(name)?.every((scope) => scopes.includes(scope)))
  return [{ change: `access changed from "${from}" to "${to}"`, breaking: !isKept, where: after.route.id }]
}

function schemesOf({ service, route }: Served): ReadonlyMap<string, readonly string[]> {
  return new Map(
    acceptedCredentials(service, route.accepts).map((credential) => {
      const name = schemeName(service, credential)
      return [name, scopesOf(route, name)]
    }),
  )
}

/** Returns the schemes as text. Whether callers can be anonymous is reported separately. */
function textOf({ service, route }: Served): string {
  return acceptedText(service, { ...route, authenticated: true })
}
