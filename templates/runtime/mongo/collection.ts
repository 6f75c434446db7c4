import { type ClientSession, type Collection, type Db, type Document, ObjectId } from 'mongodb'
import type { Json } from '../json.js'
import type { FieldSpec, Key, ModelSpec, Models, RelationSpec, Row } from '../model.js'
import type { Slots } from '../slots.js'
import { VALUE_TRAITS } from '../spec/field-types.js'
import { type Condition, isSlow } from '../store.js'
import { type Codec, type EmulatedTransaction, codecOf, jsonOf } from './codec.js'
import { type RequestLocks, translateMongo } from './transaction.js'

declare module '../model.js' {
  interface FieldSpec {
    /** Reserves integer keys after those in use, and returns the first one. `highest` is the highest one of new rows. */
    readonly counter?: (database: object, table: string, wanted: number, highest: number) => Promise<number>
  }
}

/** How a model's property is stored in documents. */
export interface Path {
  /** The property's name in the model. */
  readonly name: string
  /** The property's name in documents: `_id` for the primary key. */
  readonly path: string
  readonly spec: Pick<FieldSpec, 'type' | 'itemType' | 'asString' | 'scale'>
  readonly codec: Codec
  /** The codec for the value or, for a list, for its items. */
  readonly itemCodec: Codec
  /** Whether a value is generated for new documents without one. */
  readonly isGenerated: boolean
}

/** The stored properties of a model: its fields and foreign keys. */
export class CollectionMap {
  readonly model: ModelSpec
  readonly paths: readonly Path[]
  readonly key: Path
  readonly #byName: ReadonlyMap<string, Path>

  constructor(model: ModelSpec) {
    this.model = model
    const fields = Object.entries(model.fields).flatMap(([name, spec]): Path[] =>
      spec.column === null
        ? []
        : [pathOf(name, name === model.key ? '_id' : spec.column, spec, spec.type === 'object_id')],
    )
    const foreignKeys = Object.entries(model.relations).flatMap(([name, relation]): Path[] =>
      relation.side === 'holder' ? [pathOf(name, relation.column, { type: relation.keyType }, false)] : [],
    )
    this.paths = [...fields, ...foreignKeys]
    this.#byName = new Map(this.paths.map((path) => [path.name, path]))
    this.key = this.path(model.key)
  }

  path(name: string): Path {
    const path = this.#byName.get(name)
    if (path === undefined) throw new TypeError(`Unknown stored field ${name} in ${this.model.name}`)
    return path
  }

  row(document: Document): Row {
    return Object.fromEntries(this.paths.map((path) => [path.name, valueAt(document, path)]))
  }

  /** Returns a new document, without nulls and with generated keys. */
  newDocument(row: Row): Document {
    const document: Document = {}
    for (const { name, path, codec, isGenerated } of this.paths) {
      const value = row[name] ?? null
      if (value !== null) {
        document[path] = codec.toBson(value)
        continue
      }
      if (isGenerated) document[path] = new ObjectId()
    }
    return document
  }

  update(changes: Row): Document {
    const set: Document = {}
    const unset: Document = {}
    for (const [name, value] of Object.entries(changes)) {
      const { path, codec } = this.path(name)
      if (value === null) {
        unset[path] = ''
        continue
      }
      set[path] = codec.toBson(value)
    }
    return {
      ...(Object.keys(set).length > 0 ? { $set: set } : {}),
      ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
    }
  }

  /** Returns the name of the property stored under a path. */
  nameOf(stored: string): string {
    return this.paths.find(({ path }) => path === stored)?.name ?? stored
  }
}

function pathOf(name: string, path: string, spec: Path['spec'], isGenerated: boolean): Path {
  const codec = codecOf(spec)
  const { type, itemType } = spec
  return {
    name,
    path,
    spec,
    codec,
    isGenerated,
    itemCodec: type === 'list' && itemType !== undefined ? codecOf({ type: itemType }) : codec,
  }
}

function valueAt(document: Document, { path, codec }: Path): Json {
  return Object.hasOwn(document, path) ? jsonOf(codec, document[path]) : null
}

/** A model's collection. */
interface ModelCollection {
  readonly map: CollectionMap
  readonly documents: Collection<Document>
  /** Adds integer keys to new rows without one. */
  readonly withKeys: (rows: readonly Row[]) => Promise<readonly Row[]>
  /** Translates a driver error and throws the result. */
  readonly rethrow: (error: unknown) => never
}

/** The collections of all models, keyed by model name. */
export type Collections = ReadonlyMap<string, ModelCollection>

export function collectionsOf(db: Db, models: Models): Collections {
  return new Map(Object.entries(models).map(([name, model]) => [name, collectionOf(db, model)]))
}

function collectionOf(db: Db, model: ModelSpec): ModelCollection {
  const map = new CollectionMap(model)
  return {
    map,
    documents: db.collection(model.table, { ignoreUndefined: true }),
    withKeys: (rows) => withKeys(db, model, rows),
    rethrow: (error) => {
      throw translateMongo(error, map)
    },
  }
}

async function withKeys(db: Db, model: ModelSpec, rows: readonly Row[]): Promise<readonly Row[]> {
  const { key, table } = model
  const count = model.fields[key]?.counter
  if (count === undefined) return rows
  const wanted = rows.filter((row) => (row[key] ?? null) === null).length
  const highest = Math.max(0, ...rows.map((row) => Number(row[key] ?? 0)))
  let next = await count(db, table, wanted, highest)
  return rows.map((row) => ((row[key] ?? null) === null ? { ...row, [key]: next++ } : row))
}

interface CommandLimits {
  /** In milliseconds; none, if omitted. */
  readonly maxTimeMS?: number
}

/** What is shared by the collections in a session. */
export interface StoreContext {
  readonly collections: Collections
  /** The time limit of each command. */
  readonly limits: CommandLimits
  /** Limits the searches and aggregations that run at the same time, so that they do not use all connections. */
  readonly searches: Slots
  /** Set inside a transaction. */
  readonly session?: ClientSession
  /** Set inside an emulated transaction. */
  readonly emulated?: EmulatedTransaction
  /** Set inside either kind of transaction. */
  readonly locked?: RequestLocks
}

/** A model's collection in a session. */
export class OpenCollection {
  readonly map: CollectionMap
  readonly documents: Collection<Document>
  /** Options for each command. */
  readonly options: CommandLimits & { readonly session?: ClientSession }
  readonly emulated: EmulatedTransaction | undefined
  readonly #context: StoreContext
  readonly withKeys: ModelCollection['withKeys']
  readonly #rethrow: ModelCollection['rethrow']

  constructor(context: StoreContext, model: string) {
    const collection = context.collections.get(model)
    if (collection === undefined) throw new TypeError(`Unknown model ${model}`)
    this.map = collection.map
    this.documents = collection.documents
    this.withKeys = collection.withKeys
    const { limits, session } = context
    this.options = session === undefined ? limits : { ...limits, session }
    this.emulated = context.emulated
    this.#context = context
    this.#rethrow = collection.rethrow
  }

  get model(): ModelSpec {
    return this.map.model
  }

  /** Whether the server rolls back the session's writes. */
  get isTransactional(): boolean {
    return this.options.session !== undefined
  }

  /** Returns another model's collection in the same session. */
  other(model: string): OpenCollection {
    return new OpenCollection(this.#context, model)
  }

  relation(name: string): RelationSpec {
    const relation = this.model.relations[name]
    if (relation === undefined) throw new TypeError(`Unknown relation ${name} in ${this.model.name}`)
    return relation
  }

  /** Locks a document against other requests in this process until the transaction ends. */
  async lock(key: Key): Promise<void> {
    await this.#context.locked?.acquire(`${this.model.table}\0${key}`)
  }

  /** Returns the keys of the documents that other requests in this process have locked. */
  lockedByOthers(): Key[] {
    const prefix = `${this.model.table}\0`
    const names = this.#context.locked?.ofOthers() ?? []
    const isNumber = VALUE_TRAITS[this.map.key.spec.type].kind === 'number'
    return names
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
      .map((key) => (isNumber ? Number(key) : key))
  }

  /** Returns whether a value can be a key of this collection. */
  isKey(key: Key): boolean {
    return this.map.key.spec.type !== 'object_id' || ObjectId.isValid(String(key))
  }

  id(key: Key): ObjectId {
    // The driver types `_id` as ObjectId, although it can have any type.
    return this.map.key.codec.toBson(key) as ObjectId
  }

  keyOf(id: unknown): Key {
    const key = this.map.key.codec.toJson(id)
    return typeof key === 'number' ? key : String(key)
  }

  /**
   * Like {@link run}, for a command that can take long.
   * @param where what the command reads; it can take long if this looks for parts of texts
   */
  runSearch<T>(work: () => Promise<T>, where?: Condition): Promise<T> {
    const canTakeLong = where === undefined || isSlow(where)
    return canTakeLong ? this.#context.searches.run(() => this.run(work)) : this.run(work)
  }

  /** Runs a command and translates its errors. @throws Error if the transaction has ended */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.emulated?.checkOpen()
    return work().catch(this.#rethrow)
  }
}

/** The collections of a session, for `models.$collection`. */
export class NativeCollections {
  readonly #context: StoreContext

  constructor(context: StoreContext) {
    this.#context = context
  }

  open(model: string): OpenCollection {
    return new OpenCollection(this.#context, model)
  }
}
