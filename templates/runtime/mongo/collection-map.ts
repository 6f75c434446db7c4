import type { Document } from 'mongodb'
import type { Json } from '../json.js'
import type { FieldSpec, Key, ModelSpec, Row } from '../model.js'
import { toBson, toJson } from './codec.js'
import { checkNames } from './names.js'

/** How one property of a model is kept in its documents. */
export interface Path {
  /** Name in the model. */
  readonly name: string
  /** Name in the document: `_id` for the primary key. */
  readonly path: string
  readonly spec: Pick<FieldSpec, 'type' | 'itemType' | 'asString'>
}

/** The stored properties of a model: its fields, and the keys that back-references hold. */
export class CollectionMap {
  readonly model: ModelSpec
  readonly paths: readonly Path[]
  readonly #byName: ReadonlyMap<string, Path>

  constructor(model: ModelSpec) {
    this.model = model
    const fields = Object.entries(model.fields).flatMap(([name, spec]): Path[] =>
      spec.column === null ? [] : [{ name, path: name === model.key ? '_id' : spec.column, spec }],
    )
    const held = Object.entries(model.relations).flatMap(([name, relation]): Path[] =>
      relation.side === 'holder' ? [{ name, path: relation.column, spec: { type: relation.keyType } }] : [],
    )
    this.paths = [...fields, ...held]
    this.#byName = new Map(this.paths.map((path) => [path.name, path]))
  }

  path(name: string): Path {
    const path = this.#byName.get(name)
    if (path === undefined) throw new TypeError(`${this.model.name} does not store ${name}`)
    return path
  }

  key(): Path {
    return this.path(this.model.key)
  }

  keyToBson(key: Key): unknown {
    return toBson(this.key().spec, key)
  }

  row(document: Document): Row {
    const row: Record<string, Json> = {}
    for (const { name, path, spec } of this.paths) row[name] = toJson(spec, document[path])
    return row
  }

  /**
   * A new document; what is null is left out, and a key that is not given is the driver's to make.
   * @throws BadRequest for a name in a value that the database has another meaning for
   */
  document(row: Row): Document {
    const document: Document = {}
    for (const { name, path, spec } of this.paths) {
      const value = row[name] ?? null
      if (value === null) continue
      checkNames(name, value)
      document[path] = toBson(spec, value)
    }
    return document
  }

  /** The update that makes these changes. @throws BadRequest as above */
  update(changes: Row): Document {
    const set: Document = {}
    const unset: Document = {}
    for (const [name, value] of Object.entries(changes)) {
      const { path, spec } = this.path(name)
      checkNames(name, value)
      if (value === null) unset[path] = ''
      else set[path] = toBson(spec, value)
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
