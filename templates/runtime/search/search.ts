import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ROWS } from '../repository/items.js'
import type { Json, JsonObject } from '../json.js'
import type { Clock } from '../loop.js'
import type { MigrationGate } from '../migration-command.js'
import { requireMigrations } from '../migrations-applied.js'
import type { ModelSpec, Models } from '../model.js'
import { startupMessage } from '../server/start.js'
import { counted } from '../spec/wording.js'
import { type Database, EVERYTHING, equal } from '../store.js'
import { oneLine } from '../values/one-line.js'
import { didYouMean } from '../values/scalars.js'
import { Engine, EngineError, EngineUnavailable } from './engine.js'
import {
  keyIn,
  outboxModel,
  readEntries,
  rejectedModel,
  searchModels,
  searchedDatabase,
  timeOfEntry,
} from './outbox.js'
import { checkRawQuery, byRelevance, asSearch } from './query.js'
import type { SearchSettings } from './settings.js'
import { Worker, fillIndex } from './worker.js'
import type { SearchResult, SearchableName } from '../events/types.js'
import type { ModelTypes } from '../repository/types.js'

declare module '../events/types.js' {
  interface TaggedEvent<T extends ModelTypes, Tag extends FiredTag, Models, User> {
    /**
     * Sends a query to the search engine and returns its response:
     * `event.search('Story', { query: { match: { title: 'foo' } } })`. Fields have the same names as in the schema. The
     * query can read only the model's index. Access rules do not apply to it. Requires the `search.url` setting.
     */
    search<Name extends SearchableName<Models>>(
      model: Name,
      query: RawQuery,
    ): Promise<RawResponse<SearchResult<Models, Name>>>
  }
}

/** The body of a query in the search engine's syntax. */
export interface RawQuery {
  readonly [name: string]: unknown
}

/** A response from the search engine. */
export interface RawResponse<Row> {
  readonly took: number
  readonly timed_out: boolean
  readonly hits: {
    /** Undefined if the query turns off `track_total_hits`. */
    readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' }
    readonly max_score: number | null
    readonly hits: readonly {
      readonly _id: string
      readonly _score: number | null
      readonly _source: Partial<Row>
      readonly sort?: readonly Json[]
      readonly highlight?: Readonly<Record<string, readonly string[]>>
    }[]
  }
  readonly aggregations?: Readonly<Record<string, Json>>
}

/** How the outbox uses the database. */
interface DatabaseTraits {
  /** Whether the database has transactions. */
  readonly isAtomic: boolean
  readonly clock: Clock
  /** Creates what the database needs to store internal models. */
  readonly prepare: (models: Models) => Promise<void>
}

/** Maximum time for which a request with `_refresh=wait` waits, in milliseconds. */
const MAX_WAIT = 10_000
const POLL_INTERVAL = 20

/** A service's models and database, and its search engine if there is one. */
export interface Searching {
  readonly database: Database
  readonly models: Models
  /** Null without a search engine. */
  readonly search: SearchService | null
}

/**
 * Adds the search engine if `search.url` is set: writes are then recorded in an outbox, and the engine executes
 * full-text searches. {@link SearchService.start} processes the outbox.
 */
export async function addSearch(
  settings: SearchSettings,
  database: Database,
  models: Models,
  { isAtomic, clock, prepare }: DatabaseTraits,
): Promise<Searching> {
  if (settings.search.url === undefined) return { database, models, search: null }
  await prepare(searchModels)
  const engine = await Engine.open(settings.search)
  const isSearched = ({ search }: ModelSpec): boolean => settings.search.models === 'all' || search === true
  const marked = Object.fromEntries(
    Object.entries(models).map(([name, model]): [string, ModelSpec] => [
      name,
      isSearched(model) ? { ...model, searched: { order: byRelevance(model), marked: asSearch } } : model,
    ]),
  )
  const service = new SearchService(engine, database, marked, clock)
  const context = {
    engine,
    models: marked,
    searched: new Set(service.models.map(({ name }) => name)),
    isAtomic,
    onEntries: () => service.wake(),
  }
  return {
    database: searchedDatabase(context, database, () => service.close()),
    models: marked,
    search: service,
  }
}

/** A number that monitoring can read. */
interface Gauge {
  readonly name: string
  readonly help: string
  readonly value: () => Promise<number>
}

/** Returns the state of the outbox. */
export function searchGauges(database: Database): readonly Gauge[] {
  return [
    {
      name: 'search_outbox_entries',
      help: 'Number of changes that are not in the search index yet',
      value: () => database.store(outboxModel.name, ALL_ROWS).count(EVERYTHING),
    },
    {
      name: 'search_outbox_oldest_seconds',
      help: 'Age of the oldest change that is not in the search index yet, in seconds',
      value: async () => {
        const [oldest] = await readEntries(database, 1)
        return oldest === undefined ? 0 : Math.max(0, Date.now() - timeOfEntry(oldest.id)) / 1000
      },
    },
    {
      name: 'search_rejected_entries',
      help: 'Number of items rejected by the search engine',
      value: () => database.store(rejectedModel.name, ALL_ROWS).count(EVERYTHING),
    },
  ]
}

/** A service's search engine. */
export class SearchService {
  readonly engine: Engine
  /** The underlying database. Writes made directly to it are not recorded for the search engine. */
  readonly database: Database
  /** The models that are in the index. */
  readonly models: readonly ModelSpec[]
  readonly clock: Clock
  #worker: Worker | undefined

  constructor(engine: Engine, database: Database, models: Models, clock: Clock) {
    this.clock = clock
    this.engine = engine
    this.database = database
    this.models = Object.values(models).filter(({ searched }) => searched !== undefined)
  }

  /** Starts processing the outbox and building missing indexes. */
  start(app: FastifyInstance): void {
    const { engine, database, clock } = this
    this.#worker = new Worker({ engine, database, clock, log: app.log }, this.models)
    this.#worker.start()
  }

  wake(): void {
    this.#worker?.wake()
  }

  async close(): Promise<void> {
    await this.#worker?.stop()
    await this.engine.close()
  }

  /**
   * Sends a query to a model's index and returns the engine's response.
   * @throws TypeError for a model that is not in the index, or a query that reads a different index; HttpError 503;
   * EngineError
   */
  readonly raw = (name: string, body: JsonObject): Promise<JsonObject> => {
    const model = this.models.find((each) => each.name === name)
    if (model === undefined)
      throw new TypeError(
        `${name} has no search index: set "_search" ("x-search" in OpenAPI) to true in its schema, or search.models = all in service.ini`,
      )
    checkRawQuery(body)
    return this.engine.query<JsonObject>(model, body)
  }

  /** The state of the outbox. */
  get gauges(): readonly Gauge[] {
    return searchGauges(this.database)
  }

  /** Waits at most 10 seconds until entries have been processed and are visible to queries. */
  async searchable(entries: ReadonlyMap<string, string>): Promise<void> {
    const deadline = Date.now() + MAX_WAIT
    const where = { kind: 'compare', field: 'id', op: 'in', value: [...entries.keys()] } as const
    const names = new Set(entries.values())
    const models = this.models.filter(({ name }) => names.has(name))
    while (Date.now() < deadline) {
      if (
        (await this.database.store(outboxModel.name, ALL_ROWS).count(where, 1)) === 0 &&
        (await this.#refresh(models))
      )
        return
      await sleep(POLL_INTERVAL)
    }
  }

  /** Makes changes visible to queries. Returns false if the engine does not respond or an index is missing. */
  async #refresh(models: readonly ModelSpec[]): Promise<boolean> {
    try {
      await this.engine.refresh(models)
      return true
    } catch (error) {
      if (error instanceof EngineUnavailable || error instanceof EngineError) return false
      throw error
    }
  }
}

// The `npm run search` command.

const USAGE = `usage:
  npm run search -- status
  npm run search -- reindex [Model…]`

/** Exit code of `status` if the index differs from the database. */
const DIFFERENT = 2

/** Number of rejected items that `status` lists. */
const MAX_REJECTED = 20

/** Thrown for problems that the operator can fix. The message is shown without a stack trace. */
class CommandError extends Error {}

/** What the command needs from the service. */
interface OpenSearch {
  readonly database: Database
  readonly gate: MigrationGate
  readonly search: SearchService | null
}

/**
 * Runs `npm run search`: `status` compares the index with the database, and `reindex` rebuilds it. On failure, prints
 * the reason and sets exit code 1.
 */
export async function runSearchCommand(
  words: readonly string[],
  open: () => Promise<OpenSearch>,
): Promise<void> {
  try {
    const [command = '', ...names] = words
    if (command !== 'reindex' && (command !== 'status' || names.length > 0))
      throw new CommandError(command === '' ? USAGE : `Invalid arguments: ${words.join(' ')}\n${USAGE}`)
    const { database, gate, search } = await open()
    try {
      if (search === null)
        throw new CommandError('No search engine is configured. Set search.url in service.ini.')
      await requireMigrations(gate)
      if (command === 'status') await showStatus(search)
      else await reindex(search, names)
    } finally {
      await database.close()
    }
  } catch (error) {
    const isKnown = [CommandError, EngineError, EngineUnavailable].some((known) => error instanceof known)
    console.error(isKnown && error instanceof Error ? error.message : startupMessage(error))
    process.exitCode = 1
  }
}

async function showStatus({ engine, database, models }: SearchService): Promise<void> {
  for (const model of models) {
    const items = await database.store(model.name, ALL_ROWS).count(EVERYTHING)
    const documents = await engine.count(model)
    const waiting = await database.store(outboxModel.name, ALL_ROWS).count(equal('model', model.name))
    const rejected = await database.store(rejectedModel.name, ALL_ROWS).count(equal('model', model.name))
    const isEqual = documents === items && rejected === 0
    if (!isEqual) process.exitCode = DIFFERENT
    console.log(
      `${model.name}: ${items} in the database, ${documents ?? 'no index'}${documents === undefined ? '' : ' in the index'}, ${counted(waiting, 'change')} waiting, ${rejected} rejected`,
    )
  }
  const rejections = await database.store(rejectedModel.name, ALL_ROWS).find({
    where: EVERYTHING,
    orderBy: [{ field: rejectedModel.key, direction: 'asc' }],
    take: MAX_REJECTED,
  })
  for (const { model, key, reason } of rejections)
    console.log(oneLine(`rejected: ${String(model)} ${keyIn(key ?? null)}: ${String(reason)}`))
}

async function reindex(
  { engine, database, clock, models }: SearchService,
  names: readonly string[],
): Promise<void> {
  const { SingleBar } = await import('cli-progress')
  const wanted = names.length === 0 ? models : [...new Set(names)].map((name) => modelNamed(models, name))
  for (const model of wanted) {
    const bar = new SingleBar({
      format: `${model.name} {bar} {percentage} % | {value} of {total}`,
      hideCursor: true,
    })
    let count = 0
    bar.start(0, 0)
    try {
      const isBuilt = await fillIndex({ engine, database, clock, log: console }, model, {
        onProgress: (written, total) => {
          count = written
          bar.setTotal(Math.max(written, total))
          bar.update(written)
        },
      })
      if (!isBuilt)
        throw new CommandError(`Another process is building the index for ${model.name}. Try again later.`)
    } finally {
      bar.stop()
    }
    console.log(`${model.name}: ${counted(count, 'item')} indexed`)
  }
}

/** @throws CommandError for a model that is not in the index */
function modelNamed(models: readonly ModelSpec[], name: string): ModelSpec {
  const model = models.find((each) => each.name === name)
  if (model !== undefined) return model
  const known = models.map((each) => each.name)
  throw new CommandError(
    `Unknown model "${name}"${didYouMean(name, known)}. Models in the index: ${known.join(', ') || 'none'}`,
  )
}
