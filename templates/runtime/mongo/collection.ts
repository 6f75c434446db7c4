import { type ClientSession, type Collection, type Db, type Document, ObjectId } from 'mongodb'
import type { Json } from '../json.js'
import type { FieldSpec, Key, ModelSpec, Models, RelationSpec, Row } from '../model.js'
import { type Codec, type Held, codecOf, jsonOf } from './codec.js'
import { type TakenDocuments, refusal } from './transaction.js'

/** How one property of a model is kept in its documents. */
export interface Path {
  /** Name in the model. */
  readonly name: string
  /** Name in the document: `_id` for the primary key. */
  readonly path: string
  readonly spec: Pick<FieldSpec, 'type' | 'itemType' | 'asString'>
  readonly codec: Codec
  /** Of one value: an item where the property is a list. */
  readonly itemCodec: Codec
  /** Whether a new document gets an id here that is not given. */
  readonly isGenerated: boolean
}

/** The stored properties of a model: its fields, and the keys that back-references hold. Made once for each model. */
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
    const held = Object.entries(model.relations).flatMap(([name, relation]): Path[] =>
      relation.side === 'holder' ? [pathOf(name, relation.column, { type: relation.keyType }, false)] : [],
    )
    this.paths = [...fields, ...held]
    this.#byName = new Map(this.paths.map((path) => [path.name, path]))
    this.key = this.path(model.key)
  }

  path(name: string): Path {
    const path = this.#byName.get(name)
    if (path === undefined) throw new TypeError(`${this.model.name} does not store ${name}`)
    return path
  }

  row(document: Document): Row {
    const { row } = this.model
    if (row !== undefined) return row((index) => valueAt(document, this.paths[index]))
    return Object.fromEntries(this.paths.map((path) => [path.name, valueAt(document, path)]))
  }

  /** A new document; what is null is left out, and keys that are not given are made. */
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

  /** The update that makes these changes. */
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

  /** Name of the property that is stored here. */
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

function valueAt(document: Document, place: Path | undefined): Json {
  return place === undefined || !Object.hasOwn(document, place.path)
    ? null
    : jsonOf(place.codec, document[place.path])
}

/** One model's collection, and how its items are kept there. */
interface ModelCollection {
  readonly map: CollectionMap
  readonly documents: Collection<Document>
  /** Tells what the driver throws in the terms of the {@link Store}. */
  readonly refuse: (error: unknown) => never
}

/** The collections of all models, by the models' names; made when the database is opened. */
export type Collections = ReadonlyMap<string, ModelCollection>

export function collectionsOf(db: Db, models: Models): Collections {
  return new Map(Object.entries(models).map(([name, model]) => [name, collectionOf(db, model)]))
}

function collectionOf(db: Db, model: ModelSpec): ModelCollection {
  const map = new CollectionMap(model)
  return {
    map,
    documents: db.collection(model.table, { ignoreUndefined: true }),
    refuse: (error) => {
      throw refusal(error, map)
    },
  }
}

/** What the collections of one session share. */
export interface StoreContext {
  readonly collections: Collections
  /** Set inside a transaction. */
  readonly session?: ClientSession
  /** Set inside of what would be a transaction, where the server has none. */
  readonly held?: Held
  /** Set inside of both. */
  readonly taken?: TakenDocuments
}

const NO_OPTIONS: { readonly session?: ClientSession } = {}

/** One model's collection in one session: what all that reads and writes it works with. */
export class OpenCollection {
  readonly map: CollectionMap
  readonly documents: Collection<Document>
  /** What each command is to be told. */
  readonly options: { readonly session?: ClientSession }
  readonly held: Held | undefined
  readonly #context: StoreContext
  readonly #refuse: ModelCollection['refuse']

  constructor(context: StoreContext, model: string) {
    const collection = context.collections.get(model)
    if (collection === undefined) throw new TypeError(`there is no model ${model}`)
    this.map = collection.map
    this.documents = collection.documents
    this.options = context.session === undefined ? NO_OPTIONS : { session: context.session }
    this.held = context.held
    this.#context = context
    this.#refuse = collection.refuse
  }

  get model(): ModelSpec {
    return this.map.model
  }

  /** Whether what is written together is taken back together by the server. */
  get isTransactional(): boolean {
    return this.options.session !== undefined
  }

  /** Another model's collection in the same session. */
  other(model: string): OpenCollection {
    return new OpenCollection(this.#context, model)
  }

  relation(name: string): RelationSpec {
    const relation = this.model.relations[name]
    if (relation === undefined) throw new TypeError(`${this.model.name} has no relation ${name}`)
    return relation
  }

  /** Keeps a document from the other requests of this process until the transaction ends. */
  async take(key: Key): Promise<void> {
    await this.#context.taken?.take(`${this.model.table}\0${key}`)
  }

  /** Whether the text can be a key at all. */
  isKey(key: Key): boolean {
    return this.map.key.spec.type !== 'object_id' || ObjectId.isValid(String(key))
  }

  id(key: Key): ObjectId {
    // The driver types `_id` as an ObjectId, although a document may have any key.
    return this.map.key.codec.toBson(key) as ObjectId
  }

  keyOf(id: unknown): Key {
    const key = this.map.key.codec.toJson(id)
    return typeof key === 'number' ? key : String(key)
  }

  /** Does what the driver is asked for; what it throws is told in the terms of the {@link Store}. @throws Error where the transaction has ended */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.held?.checkOpen()
    return work().catch(this.#refuse)
  }
}
