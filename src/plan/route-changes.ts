import { callersOf, callerText } from '../access/caller.js'
import { type Verdict, verdictOn } from '../access/verdict.js'
import type { Route, Service } from '../ir/index.js'
import type { ApiChange } from './change.js'

/** Returns added, removed and moved routes, and changes of access. The names of path parameters are ignored. */
export function routeChanges(before: Service | null, after: Service): readonly ApiChange[] {
  const old = new Map((before?.routes ?? []).map((route) => [keyOf(route), route]))
  const now = new Map(after.routes.map((route) => [keyOf(route), route]))
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

function keyOf({ method, path }: Route): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`
}

function moved(before: Service, after: Service, { id, path }: Route): readonly ApiChange[] {
  if (before.basePath === after.basePath) return []
  const change = `moved from ${before.basePath}${path} to ${after.basePath}${path}`
  return [{ change, breaking: true, where: id }]
}

interface Served {
  readonly service: Service
  readonly route: Route
}

const STRICTNESS: Readonly<Record<Verdict['kind'], number>> = { allow: 0, depends: 1, deny: 2 }

function accessChanges(before: Served, after: Served): readonly ApiChange[] {
  const callers = new Map(
    [...callersOf(before.service), ...callersOf(after.service)].map((caller) => [callerText(caller), caller]),
  )
  const closed: string[] = []
  const opened: string[] = []
  for (const [text, caller] of callers) {
    const was = STRICTNESS[verdictOn(before.route, caller, before.service).kind]
    const is = STRICTNESS[verdictOn(after.route, caller, after.service).kind]
    if (is > was) closed.push(text)
    if (is < was) opened.push(text)
  }
  const where = after.route.id
  return [
    ...(closed.length === 0
      ? []
      : [{ change: `access narrowed for ${closed.join(', ')}`, breaking: true, where }]),
    ...(opened.length === 0
      ? []
      : [{ change: `access widened for ${opened.join(', ')}`, breaking: false, where }]),
  ]
}
