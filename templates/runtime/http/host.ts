import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { asProgramError } from '../errors.js'
import type { EventContext, SearchFunction } from '../events/event.js'
import type { Json, JsonObject } from '../json.js'
import { type Models, modelNamed } from '../model.js'
import type { Policy } from '../policy/policy.js'
import { type QueryLimits, TRUSTED } from '../query/parameters.js'
import { QueryReader } from '../query/reader.js'
import { ALL_ROWS } from '../repository/items.js'
import { toOrder } from '../repository/conditions.js'
import type { Settings } from '../settings/settings.js'
import type { Database, Session } from '../store.js'
import type { DocumentContext } from './documents.js'

export interface HostOptions {
  readonly database: Database
  readonly models: Models
  readonly settings: Settings
  /** Returns what the caller of a request is allowed to do. */
  readonly policy: (request: FastifyRequest) => Policy
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

/** What the resources of a service share. */
export class ResourceHost {
  readonly options: HostOptions
  readonly #background = new Background()

  constructor(app: FastifyInstance, options: HostOptions) {
    this.options = options
    app.addHook('onClose', () => this.#background.finished(options.settings.handlerTimeout))
  }

  documentContext(session: Session, request: FastifyRequest): DocumentContext {
    const { models, settings, basePath } = this.options
    const policy = this.options.policy(request)
    const baseUrl = (settings.publicUrl ?? `${request.protocol}://${request.host}`) + basePath
    // Items that are too large to be shown can still be changed.
    const maxSize = settings.maxResponse * (request.method === 'GET' ? 2 : 8)
    return { session, models, policy, baseUrl, limits: { nestedLimit: settings.nestedLimit, maxSize } }
  }

  eventContext(session: Session, request: FastifyRequest): EventContext {
    const { database, models, policy, repositories, settings, rawSearch } = this.options
    return {
      request,
      models: () => repositories(session),
      user: policy(request).user,
      search: findIn(session, models, settings, rawSearch),
      afterCommit: (work) =>
        session.afterCommit(() => this.#background.run(request.log, () => work(repositories(database)))),
    }
  }
}

const noEngine: RawSearch = () => {
  throw new TypeError('A raw query requires a search engine: add the feature "search" and set search.url')
}

/**
 * Returns a function that finds the items that match an expression in the syntax of the `q` parameter, such as `name:foo
 * AND progress:>0.5`. For a raw query, it returns the search engine's response. It throws a TypeError for an unknown model
 * or field, a malformed expression, or a raw query without a search engine. Rules do not restrict your functions.
 */
export function findIn(
  session: Session,
  models: Models,
  limits: QueryLimits,
  raw = noEngine,
): SearchFunction {
  return async (name, query, { take, skip, orderBy }) => {
    if (typeof query !== 'string') return raw(name, query)
    const reader = new QueryReader(modelNamed(models, name), models, limits)
    const where = asProgramError(`event.search('${name}')`, () => reader.selection({ q: query }, TRUSTED))
    return session.store(name, ALL_ROWS).find({
      where,
      orderBy: (orderBy === undefined && reader.model.searched?.order) || toOrder(reader.model, orderBy),
      take,
      skip,
    })
  }
}

/** Runs work that responses do not wait for. */
class Background {
  readonly #running = new Set<Promise<unknown>>()

  run(log: FastifyBaseLogger, work: () => unknown): void {
    const running: Promise<unknown> = Promise.resolve()
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'work registered with afterCommit failed'))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Waits at most `timeout` seconds for running work. */
  async finished(timeout: number): Promise<void> {
    await Promise.race([Promise.all(this.#running), sleep(timeout * 1000, undefined, { ref: false })])
  }
}
