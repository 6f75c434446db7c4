import { type BodyReader, bodyReader } from '../body/reader.js'
import { BadRequest, type Fault } from '../errors.js'
import type { Json } from '../json.js'
import type { FieldSpec, Key, ModelSpec, Row } from '../model.js'
import { isKey, keysIn, partsOf } from '../repository/parts.js'
import { isGenerated } from '../spec/field-types.js'
import { checkValue } from '../values/values.js'
import type { Line } from './files.js'
import { KeyMap, nameOf } from './keys.js'

/** A valid line. */
export interface Entry {
  readonly line: number
  /** The values to store, including foreign keys. */
  readonly data: Row
  /** Links to set after all items have been stored. */
  readonly links: Row
  /** The key in this database; null if it is generated. */
  readonly key: Key | null
  /** The item's name in the {@link KeyMap} if the item gets a new key; null if its key is kept. */
  readonly mapped: string | null
}

/** Validates a line, unless it could not be read. */
export function readLine(
  target: Target,
  line: Line,
  keys: KeyMap,
  isStored: boolean,
): Entry | { readonly faults: readonly Fault[] } {
  const { faults } = line
  if (faults.some(({ path }) => path === '')) return { faults }
  const read = target.read(line, keys, isStored)
  if (faults.length === 0) return read
  const paths = new Set(faults.map(({ path }) => path))
  const others = 'faults' in read ? read.faults.filter(({ path }) => !paths.has(path)) : []
  return { faults: [...faults, ...others] }
}

/**
 * The format of a stored password hash: its memory in KiB, passes and lanes. Shorter salts cannot be verified, and
 * shorter results are easy to meet. Without memory and passes, it is that of a user of an identity provider, which no
 * password matches.
 */
const HASH =
  /^\$argon2(?:id|i|d)\$v=(?:16|19)\$(?:m=([1-9]\d*),t=([1-9]\d*),p=([1-9]\d*)\$[A-Za-z\d+/]{11,200}\$[A-Za-z\d+/]{22,200}|m=0,t=0,p=1\$[\da-f]{32}\$[\da-f]{128})$/

/** What looks like another hash, such as bcrypt's, Django's or Spring's. Hashed again, it would itself be the password. */
const FOREIGN_HASH =
  /^(?:\$[\w-]{1,20}\$|\{[\w.@-]{1,30}\}|(?:argon2|bcrypt|scrypt|pbkdf2|sha|md5)[\w:-]{0,40}\$).{20,}$/s

/** The memory and the product of memory and passes of the service's own hashes. */
const OWN = { memory: 19_456, work: 2 * 19_456 }
/** How many times as much an imported hash can cost. Each login verifies it. */
const MAX_COST = 8

function isCostly([, memory, passes, lanes]: readonly string[]): boolean {
  return (
    Number(memory) > MAX_COST * OWN.memory ||
    Number(memory) * Number(passes) > MAX_COST * OWN.work ||
    Number(lanes) > MAX_COST
  )
}

/** The model for the items in a file. */
export class Target {
  readonly model: ModelSpec
  /** The model without hashing and `onupdate`. */
  readonly stored: ModelSpec
  readonly #later: ReadonlySet<string>
  /** Readers, keyed by the names of the fields they skip. */
  readonly #readers = new Map<string, BodyReader>()
  readonly #generated: readonly (readonly [string, FieldSpec])[]

  constructor(model: ModelSpec, later: ReadonlySet<string>) {
    this.model = model
    this.#later = later
    this.stored = { ...model, fields: mapped(model.fields, withoutRules) }
    this.#generated = partsOf(model).stored.filter(([, { type }]) => isGenerated(type))
  }

  /** Returns the {@link KeyMap} names for the keys in a document that cannot be converted to keys in this database. */
  unknownKeys(document: Row): string[] {
    const none = new KeyMap()
    const missing = (model: string, type: FieldSpec['type'], given: Json): string[] =>
      given !== null && none.key(model, type, given) === undefined ? [nameOf(model, given)] : []
    const own = this.model.fields[this.model.key]
    return [
      ...(own === undefined ? [] : missing(this.model.name, own.type, document[this.model.key] ?? null)),
      ...partsOf(this.model).relations.flatMap(([name, { model, keyType }]) =>
        keysIn(document[name] ?? null).flatMap((key) => missing(model, keyType, key)),
      ),
    ]
  }

  /**
   * Validates a line.
   * @param isStored whether a key that is missing from `keys` is an error
   */
  read(
    { number, document }: Line,
    keys: KeyMap,
    isStored: boolean,
  ): Entry | { readonly faults: readonly Fault[] } {
    const { model } = this
    const faults: Fault[] = []
    const kept: Record<string, Json> = {}
    let mapped: string | null = null
    for (const [name, field] of this.#generated) {
      const given = document[name] ?? null
      Reflect.deleteProperty(document, name)
      if (given === null) continue
      const key = keys.key(model.name, field.type, given)
      if (key === undefined) {
        if (name === model.key) mapped = nameOf(model.name, given)
        continue
      }
      const checked = checkValue(field, key)
      if (checked.ok) kept[name] = checked.value
      else faults.push(fault(name, checked.message))
    }
    for (const [name] of partsOf(model).hashed) {
      const given = document[name]
      const hash = typeof given === 'string' ? HASH.exec(given) : null
      if (hash === null && typeof given === 'string' && FOREIGN_HASH.test(given))
        faults.push(fault(name, 'is a hash that the service cannot verify; set a new password'))
      if (hash === null || given === undefined) continue
      if (isCostly(hash))
        faults.push(fault(name, 'is a hash that costs more than the service allows; reset the password'))
      kept[name] = given
      Reflect.deleteProperty(document, name)
    }
    for (const [name, { model: other, keyType, many }] of partsOf(model).relations) {
      const given = document[name] ?? null
      if (!isGenerated(keyType) || given === null) continue
      const missing = (key: Json): Json => {
        const found = keys.key(other, keyType, key)
        if (found === undefined && isStored)
          faults.push(fault(name, `there is no ${other} with the key ${shown(key)}`))
        return found ?? 1
      }
      document[name] = many && Array.isArray(given) ? given.map(missing) : missing(given)
    }
    try {
      const [row = {}] = this.#reader(kept).create(document)
      if (faults.length > 0) return { faults }
      return this.#entry(number, { ...row, ...kept }, mapped)
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      return { faults: [...faults, ...error.errors] }
    }
  }

  /**
   * Replaces passwords with their hashes. Call it before the transaction begins, because hashing inside the transaction
   * would block other writers.
   */
  async withHashes(entries: readonly Entry[]): Promise<readonly Entry[]> {
    const { hashed } = partsOf(this.model)
    if (hashed.length === 0) return entries
    return Promise.all(
      entries.map(async (entry) => {
        const data: Record<string, Json> = { ...entry.data }
        for (const [name, hash] of hashed) {
          const plain = data[name]
          if (typeof plain === 'string' && !HASH.test(plain)) data[name] = await hash(plain)
        }
        return { ...entry, data }
      }),
    )
  }

  #entry(line: number, row: Row, mapped: string | null): Entry {
    const key = row[this.model.key] ?? null
    const isKnown = isKey(key) || mapped !== null
    const data: Record<string, Json> = {}
    const links: Record<string, Json> = {}
    for (const [name, value] of Object.entries(row)) {
      const relation = this.model.relations[name]
      const isLater = relation?.side === 'one' || (this.#later.has(name) && value !== null)
      // Without a key, the item could not be found later to set its links.
      if (isLater && isKnown) links[name] = value
      else data[name] = value
    }
    return { line, data, links, key: isKey(key) ? key : null, mapped }
  }

  /** Returns a reader for documents that ignores the fields whose values are kept unchanged. */
  #reader(kept: Row): BodyReader {
    const shape = Object.keys(kept).join('\0')
    const known = this.#readers.get(shape)
    if (known !== undefined) return known
    const reader = bodyReader(readModel(this.model, new Set(Object.keys(kept))))
    this.#readers.set(shape, reader)
    return reader
  }
}

/** Returns the model without the write rules for clients and the requirements that do not apply to lines. */
function readModel({ writeRules: _rules, ...model }: ModelSpec, kept: ReadonlySet<string>): ModelSpec {
  const fields = mapped(model.fields, (field, name) => {
    const { required: _required, ...optional } = field
    return kept.has(name) ? optional : field
  })
  // Lines can omit relations of side `one`, because the lines for the other items contain the links.
  const required = model.required?.filter(
    (name) => !kept.has(name) && model.fields[name]?.column !== null && model.relations[name]?.side !== 'one',
  )
  return { ...model, fields, ...(required && { required }) }
}

function withoutRules({ hash: _hash, onUpdate: _onUpdate, ...field }: FieldSpec): FieldSpec {
  return field
}

function mapped(
  fields: ModelSpec['fields'],
  change: (field: FieldSpec, name: string) => FieldSpec,
): ModelSpec['fields'] {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field, name)]))
}

/** Returns the error for a field. */
export function fault(name: string, message: string): Fault {
  return { path: `/${name}`, message }
}

const MAX_VALUE_LENGTH = 100

/** Returns a value for a message. */
export function shown(value: Json): string {
  return JSON.stringify(value).slice(0, MAX_VALUE_LENGTH)
}
