import { callersOf, callerText, parseCaller, type Caller } from '../../access/caller.js'
import { verdictOn, verdictText, type Verdict } from '../../access/verdict.js'
import type { Route, Service } from '../../ir/index.js'
import { nearest } from '../../diagnostics/nearest.js'
import { UsageError } from '../exit.js'
import type { Table } from './table.js'

/** What is asked: `--who-can "delete /stories/{id}"`, `--as g:admin`, or both. */
export interface AccessQuestion {
  readonly whoCan: string | null
  readonly as: string | null
}

/** One answer: may this caller call this route? */
export interface AccessAnswer {
  readonly route: string
  readonly permission: string
  readonly caller: string
  readonly access: Verdict['kind']
  /** The functions that are asked first, where `access` is `depends`, and what holds otherwise. */
  readonly on?: readonly string[]
  readonly otherwise?: 'allow' | 'deny'
}

/**
 * Answers who may do what, from the ACLs as they stand (SPEC 11).
 * @throws UsageError where no route or nobody is meant
 */
export function answerAccess(service: Service, { whoCan, as }: AccessQuestion): readonly AccessAnswer[] {
  const routes = whoCan === null ? service.routes : routesMeant(service, whoCan)
  const callers = as === null ? callersOf(service) : [callerMeant(as, service)]
  return routes.flatMap((route) => callers.map((caller) => answer(service, route, caller)))
}

/** The answers as a table. */
export function accessAnswers(title: string, answers: readonly AccessAnswer[]): Table {
  return {
    title,
    columns: ['route', 'permission', 'caller', 'allowed'],
    rows: answers.map(({ route, permission, caller, access, on = [], otherwise = 'deny' }) => [
      route,
      permission,
      caller,
      verdictText(access === 'depends' ? { kind: access, on, otherwise } : { kind: access }),
    ]),
  }
}

function answer(service: Service, route: Route, caller: Caller): AccessAnswer {
  const { kind: access, ...rest } = verdictOn(route, caller, service)
  return { route: route.id, permission: route.permission, caller: callerText(caller), access, ...rest }
}

function callerMeant(text: string, service: Service): Caller {
  if (/^(g:)?\s*$/.test(text))
    throw new UsageError(
      `--as '${text}' names nobody\nAsk as in "everyone", "authenticated", "g:admin" or "bob"`,
    )
  return parseCaller(text.trim(), service)
}

/**
 * The word may be a method, an action or a permission. Parameters may have any name, or stand as the keys that they are for; the base path may stand
 * before.
 */
function routesMeant({ routes, basePath }: Service, question: string): readonly Route[] {
  const [, word = '', path = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(question) ?? []
  const isMeant = ({ method, action, permission }: Route): boolean =>
    [method.toLowerCase(), action, permission].includes(word.toLowerCase())
  const there = routesAt(routes, basePath, path)
  const found = there.filter(isMeant)
  if (found.length > 0) return found
  const bare = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
  const near = nearestPath(bare, routes.filter(isMeant)) ?? nearestPath(bare, routes)
  const hints = [
    there.length > 0 ? `The routes at this path are ${there.map(({ id }) => id).join(', ')}` : null,
    near === undefined ? null : `Did you mean "${word} ${near}"?`,
    'Ask as in "delete /stories/{id}"',
  ]
  throw new UsageError(`no route for --who-can '${question}'\n${hints.find((hint) => hint !== null)}`)
}

/** The routes at a path; those for an item where it names none of its own. */
function routesAt(routes: readonly Route[], basePath: string, path: string): readonly Route[] {
  const asked = shape(path)
  const shapes = (route: Route): readonly string[] => [shape(route.path), shape(`${basePath}${route.path}`)]
  const exact = routes.filter((route) => shapes(route).includes(asked))
  return exact.length > 0
    ? exact
    : routes.filter((route) => shapes(route).some((known) => fits(asked, known)))
}

/** Whether a path is one of those that a shape is for. */
function fits(path: string, known: string): boolean {
  const [segments, wanted] = [path.split('/'), known.split('/')]
  return (
    segments.length === wanted.length &&
    wanted.every((segment, index) => segment === '{}' || segment === segments[index])
  )
}

/** Returns the path that was probably meant, whatever its parameters are called. */
function nearestPath(asked: string, routes: readonly Route[]): string | undefined {
  const paths = new Map(routes.map(({ path }) => [shape(path), path]))
  return paths.get(nearest(shape(asked), paths.keys()) ?? '')
}

function shape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1')
}
