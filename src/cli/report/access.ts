import { callersOf, callerText, parseCaller, type Caller } from '../../access/caller.js'
import { verdictOn, verdictText, type Verdict } from '../../access/verdict.js'
import type { Route, Service } from '../../ir/index.js'
import { UsageError } from '../usage-error.js'
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
 * @throws UsageError where no route is meant
 */
export function answerAccess(service: Service, { whoCan, as }: AccessQuestion): readonly AccessAnswer[] {
  const routes = whoCan === null ? service.routes : routesMeant(service, whoCan)
  const callers = as === null ? callersOf(service) : [parseCaller(as, service)]
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

/** The word may be a method, an action or a permission; parameters may have any name, and the base path may stand before. */
function routesMeant({ routes, basePath }: Service, question: string): readonly Route[] {
  const [, word = '', path = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(question) ?? []
  const wanted = shape(path)
  const found = routes.filter(
    (route) =>
      (shape(route.path) === wanted || shape(`${basePath}${route.path}`) === wanted) &&
      [route.method.toLowerCase(), route.action, route.permission].includes(word.toLowerCase()),
  )
  if (found.length > 0) return found
  const known = routes.filter((route) => shape(route.path) === wanted).map(({ id }) => id)
  const hint = known.length === 0 ? 'Ask as in "delete /stories/{id}"' : `There are ${known.join(', ')}`
  throw new UsageError(`no route for --who-can '${question}'\n${hint}`)
}

function shape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1')
}
