import { type ClientSession, type Collection, type Db, type Document, ObjectId } from 'mongodb'
import type { Key, ModelSpec, Models, RelationSpec } from '../model.js'
import { CollectionMap } from './collection-map.js'
import type { TakenDocuments } from './document-locks.js'
import type { Held } from './held.js'
import { refusal } from './refusal.js'

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
