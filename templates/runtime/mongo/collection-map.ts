import { type Document, ObjectId } from 'mongodb'
import type { Json } from '../json.js'
import type { FieldSpec, ModelSpec, Row } from '../model.js'
import { type Codec, codecOf, jsonOf } from './codec.js'

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
