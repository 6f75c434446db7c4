import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { asProgramError } from '../errors.js'
import type { SearchOptions } from '../events/event.js'
import type { Json, JsonObject } from '../json.js'
import { type Models, type Row, modelNamed } from '../model.js'
import { type QueryLimits, TRUSTED } from '../query/parameters.js'
import { QueryReader } from '../query/reader.js'
import { isKey } from '../repository/parts.js'
import { toOrder } from '../repository/repository.js'
import type { Settings } from '../settings/settings.js'
import type { Database, Session } from '../store.js'
import { parseValue } from '../values/values.js'
import { type ResourceHost, ALL_VISIBLE } from './resource.js'

export interface HostOptions {
  readonly database: Database
  readonly models: Models
  readonly settings: Settings
  /** Undefined without a search engine. */
  readonly rawSearch?: RawSearch | undefined
  /** Path prefix for all routes, such as `/v1`, or an empty string. */
  readonly basePath: string
  readonly repositories: (session: Session) => object
  /** Calls one of your functions by name. */
  readonly call: (name: string, ...args: unknown[]) => Promise<Json | undefined>
}

/** Sends a query to a model's index in a search engine, and returns the engine's response. */
export type RawSearch = (model: string, body: JsonObject) => Promise<JsonObject>

/** Returns the host for a service without authentication, where everyone can read and write everything. */
export function createHost(
  app: FastifyInstance,
  { database, models, settings, rawSearch, basePath, repositories, call }: HostOptions,
): ResourceHost {
  const background = new Background()
  app.addHook('onClose', () => background.finished(settings.handlerTimeout))
  const find = findIn(models, settings, rawSearch)
  return {
    models,
    limits: settings,
    call,
    caller: () => TRUSTED,
    keyOf: (request, model, param) => {
      const text = String(Object(request.params)[param] ?? '')
      const parsed = parseValue(model.fields[model.key] ?? { type: 'string' }, text)
      // Each item has one URL, so `01` and `+1` are not the key 1.
      return parsed.ok && isKey(parsed.value) && String(parsed.value) === text ? parsed.value : undefined
    },
    maxItemSize: settings.bodyLimit,
    documentContext: (session, request) => ({
      session,
      models,
      baseUrl: (settings.publicUrl ?? `${request.protocol}://${request.host}`) + basePath,
      visibility: ALL_VISIBLE,
      nestedLimit: settings.nestedLimit,
    }),
    eventContext: (session, request) => ({
      request,
      models: () => repositories(session),
      user: undefined,
      search: (model, query, options) => find(session, model, query, options),
      afterCommit: (work) =>
        session.afterCommit(() => background.run(request.log, () => work(repositories(database)))),
    }),
  }
}

/** Finds the items of a model in a session. */
export type Find = (
  session: Session,
  name: string,
  query: string | JsonObject,
  options: SearchOptions,
) => Promise<Row[] | JsonObject>

const noEngine: RawSearch = () => {
  throw new TypeError('A raw query requires a search engine: add the feature "search" and set search.url')
}

/**
 * Returns a function that finds the items that match an expression in the syntax of the `q` parameter, such as `name:foo
 * AND progress:>0.5`. For a raw query, it returns the search engine's response. It throws a TypeError for an unknown model
 * or field, a malformed expression, or a raw query without a search engine.
 */
export function findIn(models: Models, limits: QueryLimits, raw = noEngine): Find {
  return async (session, name, query, { take, skip, orderBy }) => {
    if (typeof query !== 'string') return raw(name, query)
    const reader = new QueryReader(modelNamed(models, name), models, limits)
    const where = asProgramError(`event.search('${name}')`, () => reader.search(query))
    return session.store(name).find({
      where,
      orderBy: orderBy === undefined ? reader.searchOrder : toOrder(reader.model, orderBy),
      take,
      skip,
    })
  }
}

/** Runs work that responses do not wait for. */
class Background {
  readonly #running = new Set<Promise<void>>()

  run(log: FastifyBaseLogger, work: () => unknown): void {
    const running = Promise.resolve()
      .then(work)
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, 'work registered with afterCommit failed'),
      )
      .then(() => void this.#running.delete(running))
    this.#running.add(running)
  }

  /** Waits at most `timeout` seconds for running work. */
  async finished(timeout: number): Promise<void> {
    const tooLate = new AbortController()
    const limit = sleep(timeout * 1000, undefined, { signal: tooLate.signal }).catch(() => undefined)
    await Promise.race([Promise.all(this.#running), limit])
    tooLate.abort()
  }
}
