import { NotFound } from '../errors.js'
import type { Json } from '../json.js'
import type { FieldSpec, Key, ModelSpec, RelationSpec, Row } from '../model.js'

/**
 * Values keyed by field name: stored fields, and relations as keys (`owner: 'bob'`, `stories: [1, 2]`). In an update,
 * omitted fields stay unchanged.
 */
export type Data = Row

export async function withHashes({ hashed: fields }: Parts, data: Row): Promise<Row> {
  let row = data
  for (const [name, hash] of fields) {
    const plain = data[name]
    if (typeof plain === 'string') row = { ...row, [name]: await hash(plain) }
  }
  return row
}

/** Returns an item without password hashes, for your functions. */
export function withoutHashes(model: ModelSpec, item: Row): Row {
  const { hashed } = partsOf(model)
  if (hashed.length === 0) return item
  return Object.fromEntries(Object.entries(item).filter(([name]) => hashed.every(([each]) => each !== name)))
}

export function isKey(value: unknown): value is Key {
  return typeof value === 'string' || typeof value === 'number'
}

export function keyOf({ name, key }: ModelSpec, row: Row): Key {
  const value = row[key]
  if (isKey(value)) return value
  throw new TypeError(`Missing key for ${name}`)
}

export function missing({ name }: ModelSpec): NotFound {
  return new NotFound(`There is no ${name} with this key.`)
}

export function keysOf(model: ModelSpec, rows: readonly Row[]): Key[] {
  return rows.map((row) => keyOf(model, row))
}

/** A model's fields and relations, grouped by how they are stored. */
export interface Parts {
  readonly stored: readonly (readonly [string, FieldSpec])[]
  /** The stored fields, and the relations whose keys are in the rows of this model. */
  readonly columns: readonly (readonly [string, FieldSpec | RelationSpec])[]
  /** Fields that are stored only as hashes, and their hash functions. */
  readonly hashed: readonly (readonly [string, NonNullable<FieldSpec['hash']>])[]
  /** Fields whose values have a form of their own in the database, and the functions that return it. */
  readonly normalized: readonly (readonly [string, NonNullable<FieldSpec['normalize']>])[]
  readonly relations: readonly (readonly [string, RelationSpec])[]
  /** Relations whose keys are in the rows of this model. */
  readonly holders: readonly (readonly [string, RelationSpec])[]
  /** Relations whose keys are in the rows of the other model. */
  readonly ones: readonly (readonly [string, RelationSpec])[]
  readonly names: readonly string[]
  readonly readable: readonly string[]
  /** The fields that nobody can read. */
  readonly secret: ReadonlySet<string>
  /** All other fields and relations; null if there are no secret fields. */
  readonly visible: ReadonlySet<string> | null
  /** Whether a name in the model is also a member of all JavaScript objects, such as `toString`. */
  readonly hasInherited: boolean
}

const known = new WeakMap<ModelSpec, Parts>()

/** Returns a model's parts, which are computed only once. */
export function partsOf(model: ModelSpec): Parts {
  const parts = known.get(model) ?? found(model)
  known.set(model, parts)
  return parts
}

/**
 * Returns the data without inherited members, so that members that every object has, such as `toString`, are not
 * mistaken for values.
 */
export function ownData<T extends object>({ hasInherited }: Parts, data: T): T {
  // Objects without a prototype are slow.
  return hasInherited ? Object.assign(Object.create(null), data) : data
}

/** Returns own data ({@link ownData}) with each value in the form in which it is stored. @throws TypeError */
export function storedData(parts: Parts, data: Data): Data {
  let stored = ownData(parts, data)
  for (const [name, normalize] of parts.normalized) {
    const value = stored[name]
    if (value !== undefined) stored = { ...stored, [name]: normalize(value) }
  }
  return stored
}

function found({ fields, relations }: ModelSpec): Parts {
  const allFields = Object.entries(fields)
  const allRelations = Object.entries(relations)
  const stored = allFields.filter(([, { column }]) => column !== null)
  const holders = allRelations.filter(([, { side }]) => side === 'holder')
  const columns = [...stored, ...holders]
  const names = columns.map(([name]) => name)
  const all = [...allFields, ...allRelations].map(([name]) => name)
  const secret = new Set(
    all.filter((name) => fields[name]?.hash !== undefined || (fields[name] ?? relations[name])?.writeOnly),
  )
  return {
    stored,
    columns,
    hashed: allFields.flatMap(([name, { hash }]) => (hash === undefined ? [] : [[name, hash]])),
    normalized: allFields.flatMap(([name, { normalize }]) =>
      normalize === undefined ? [] : [[name, normalize]],
    ),
    relations: allRelations,
    holders,
    ones: allRelations.filter(([, { side }]) => side === 'one'),
    names,
    readable: names.filter((name) => !secret.has(name)),
    secret,
    visible: secret.size === 0 ? null : new Set(all.filter((name) => !secret.has(name))),
    hasInherited: all.some((name) => name in Object.prototype),
  }
}

export function keysIn(value: Json): readonly Key[] {
  if (Array.isArray(value)) return [...new Set(value.filter(isKey))]
  return isKey(value) ? [value] : []
}
