import { type Verdict, verdictOn, verdictText } from '../access/verdict.js'
import { acceptedText, schemeName } from '../access/schemes.js'
import { acceptedCredentials, callersOf, callerText } from '../access/caller.js'
import type { CustomAction, Route, Service } from '../ir/index.js'
import { scopesOf } from '../ir/lookup.js'
import { type ApiChange, changesAt } from './change.js'

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
      return operationChanges({ service: before, route: was }, { service: after, route })
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

interface Served {
  readonly service: Service
  readonly route: Operation
}

/** Returns how strict a verdict is, from 0 (always allowed) to 3 (always denied). */
function strictness(verdict: Verdict): number {
  if (verdict.kind === 'depends') return verdict.otherwise === 'allow' ? 1 : 2
  return verdict.kind === 'allow' ? 0 : 3
}

function operationChanges(before: Served, after: Served): readonly ApiChange[] {
  const { changes, note } = changesAt(after.route.id)
  const [from, to] = [before.service.basePath, after.service.basePath]
  if (from !== to) note(`moved from ${from}${after.route.path} to ${to}${after.route.path}`, true)
  const form = formChange(before.route, after.route)
  if (form !== null) note(form, true)
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
  if (narrowed.length > 0) note(`access narrowed for ${narrowed.join(', ')}`, true)
  if (widened.length > 0) note(`access widened for ${widened.join(', ')}`, false)
  // The functions might be stricter than the former rules.
  for (const [what, names] of otherwise) note(`access changed ${what} for ${names.join(', ')}`, true)
  const schemes = schemeChange(before, after)
  return schemes === null ? changes : [...changes, schemes]
}

/** Returns the change of the form in which stored items are returned, or null if there is none. */
function formChange(before: Operation, after: Operation): string | null {
  if (!('action' in before) || !('action' in after)) return null
  const [was, is] = [before, after].map(({ contract }) => contract !== undefined)
  if (was === is) return null
  return is === true
    ? "answers as the document declares; leave out the schema of its success response to keep svcgen's form"
    : "answers in svcgen's form instead of the one that the document declared"
}

/** Returns the change to accepted schemes or scopes. Removing a scheme or requiring another scope breaks clients. */
function schemeChange(before: Served, after: Served): ApiChange | null {
  const [was, is] = [schemesOf(before), schemesOf(after)]
  const [from, to] = [textOf(before), textOf(after)]
  // Without schemes, the access of callers changes as well.
  if (from === to || was.size === 0 || is.size === 0) return null
  const isKept = [...was].every(([name, scopes]) => is.get(name)?.every((scope) => scopes.includes(scope)))
  return { change: `access changed from "${from}" to "${to}"`, breaking: !isKept, where: after.route.id }
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
