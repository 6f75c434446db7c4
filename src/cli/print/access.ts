import { callersOf, callerText, parseCaller, type Caller } from '../../access/caller.js'
import { authRoutes, authVerdict } from '../../access/auth-routes.js'
import { permissionText } from '../../access/required.js'
import { accessTo, rowsOfRoute } from '../../access/row-rules.js'
import { verdictText, type Verdict } from '../../access/verdict.js'
import type { Service } from '../../ir/index.js'
import { writtenPath } from '../../ir/lookup.js'
import { nearest } from '../../diagnostics/nearest.js'
import { UsageError } from '../exit.js'
import type { Table } from './table.js'

/** A question: `--who-can "delete /stories/{id}"`, `--as g:admin`, or both. */
export interface AccessQuestion {
  readonly whoCan: string | null
  readonly as: string | null
}

/** What one caller can do with one route. */
export type AccessAnswer = Readonly<ReturnType<typeof answer>>

/** Returns an answer for `--json`. If functions decide, it names them, and the result if none of them matches. */
export function answerJson({ verdict: { kind: access, ...rest }, rows, ...answer }: AccessAnswer): object {
  return { ...answer, access, ...rest, ...(rows === undefined ? {} : { rows }) }
}

/** @throws UsageError if no route or caller matches */
export function answerAccess(service: Service, { whoCan, as }: AccessQuestion): readonly AccessAnswer[] {
  const all = routesToMatch(service)
  const routes = whoCan === null ? all : matchingRoutes(all, service, whoCan)
  const callers = as === null ? callersOf(service) : [callerOf(as, service)]
  return routes.flatMap((route) => callers.map((caller) => answer(route, caller)))
}

interface MatchableRoute {
  readonly id: string
  readonly method: string
  readonly path: string
  /** The prefix, if it is not that of the service. */
  readonly prefix?: string | undefined
  /** Empty for a custom action. */
  readonly action: string
  /** One or more permissions separated by commas, or an empty string for an authentication route. */
  readonly permission: string
  readonly verdict: (caller: Caller) => Verdict
  /** Returns the rows that row rules allow, if any rules restrict them. */
  readonly rows?: (caller: Caller) => string | undefined
}

function routesToMatch(service: Service): readonly MatchableRoute[] {
  const guarded = [...service.routes, ...service.actions].map((route): MatchableRoute => ({
    id: route.id,
    method: route.method,
    path: writtenPath(route),
    prefix: route.prefix,
    action: 'action' in route ? route.action : '',
    permission: permissionText(route),
    verdict: (caller) => accessTo(route, caller, service),
    rows: (caller) => rowsOfRoute(service, route, caller),
  }))
  const ofAuth = authRoutes(service).map((route): MatchableRoute => ({
    ...route,
    permission: '',
    verdict: (caller) => authVerdict(route, caller),
  }))
  return [...guarded, ...ofAuth]
}

export function accessAnswers(title: string, answers: readonly AccessAnswer[]): Table {
  const isRuled = answers.some(({ rows }) => rows !== undefined)
  return {
    title,
    columns: ['route', 'permission', 'caller', ...(isRuled ? ['rows'] : []), 'allowed'],
    rows: answers.map((each) => [
      each.route,
      each.permission,
      each.caller,
      ...(isRuled ? [each.rows ?? ''] : []),
      verdictText(each.verdict),
    ]),
  }
}

function answer(route: MatchableRoute, caller: Caller) {
  const verdict = route.verdict(caller)
  const rows = verdict.kind === 'deny' ? undefined : route.rows?.(caller)
  return {
    route: route.id,
    permission: route.permission,
    caller: callerText(caller),
    verdict,
    /** The rows that row rules allow: `all rows`, `no rows` or filters. Absent if no rules restrict them. */
    ...(rows === undefined ? {} : { rows }),
  }
}

function callerOf(text: string, service: Service): Caller {
  if (/^(g:)?\s*$/.test(text))
    throw new UsageError(
      `--as '${text}' is not a caller\nUse a caller such as "everyone", "authenticated", "g:admin" or "bob"`,
    )
  return parseCaller(text.trim(), service)
}

/**
 * Returns the routes that match a question. The first word of a question is a method, an action or a permission; the
 * rest is a path. Parameters in the path can have any name or be replaced with values, and the path can begin with the
 * base path.
 */
function matchingRoutes(
  routes: readonly MatchableRoute[],
  { basePath }: Service,
  question: string,
): readonly MatchableRoute[] {
  const [, word = '', path = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(question) ?? []
  const isMatch = ({ method, action, permission }: MatchableRoute): boolean =>
    [method.toLowerCase(), action, ...permission.split(', ')].includes(word.toLowerCase())
  const there = routesAt(routes, basePath, path)
  const found = there.filter(isMatch)
  if (found.length > 0) return found
  const bare = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
  const near = nearestPath(bare, routes.filter(isMatch)) ?? nearestPath(bare, routes)
  const hints = [
    there.length > 0 ? `Use one of the routes at this path: ${there.map(({ id }) => id).join(', ')}` : null,
    near === undefined ? null : `Did you mean "${word} ${near}"?`,
    'Use a question such as "delete /stories/{id}"',
  ]
  throw new UsageError(`no route matches --who-can '${question}'\n${hints.find((hint) => hint !== null)}`)
}

/** Returns the routes with this path or, if there are none, those whose parameters can stand for its segments. */
function routesAt(
  routes: readonly MatchableRoute[],
  basePath: string,
  path: string,
): readonly MatchableRoute[] {
  const asked = shape(path)
  const shapes = (route: MatchableRoute): readonly string[] => [
    shape(route.path),
    shape(`${route.prefix ?? basePath}${route.path}`),
  ]
  const exact = routes.filter((route) => shapes(route).includes(asked))
  return exact.length > 0
    ? exact
    : routes.filter((route) => shapes(route).some((known) => fits(asked, known)))
}

function fits(path: string, known: string): boolean {
  const [segments, wanted] = [path.split('/'), known.split('/')]
  return (
    segments.length === wanted.length &&
    wanted.every((segment, index) => segment === '{}' || segment === segments[index])
  )
}

/** Returns the most similar path, ignoring the names of parameters. */
function nearestPath(asked: string, routes: readonly MatchableRoute[]): string | undefined {
  const paths = new Map(routes.map(({ path }) => [shape(path), path]))
  return paths.get(nearest(shape(asked), paths.keys()) ?? '')
}

function shape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1')
}
