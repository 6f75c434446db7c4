import { FaultList } from '../errors.js'
import { isObject, type Json, type JsonObject } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { EntryReader } from './entry-reader.js'
import { lostDigits } from './lost-digits.js'
import { addFault, type Reading } from './reading.js'
import { SchemaCheck } from './schema-check.js'
import { requiredNames } from './slots.js'

export interface CreateOptions {
  /** Relations that the path sets, as name → key; a body that names another parent is refused. */
  readonly within?: Row | undefined
}

export interface UpdateOptions extends CreateOptions {
  /** The item as it is. */
  readonly existing: Row
}

export interface ReplaceOptions extends UpdateOptions {
  /** Names that stay as they are and need not be given: those that the caller neither sees nor may write (SPEC 12). */
  readonly kept?: ReadonlySet<string> | undefined
}

const NOTHING: Row = {}
const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * Reads JSON bodies of one model into rows (SPEC 6): what is given, each value in its canonical form; relations as keys; virtual fields, and
 * unknown ones where the schema takes them, under their names. What is not given is not in the row: defaults are the repository's business.
 * Everything that can be is prepared here, once.
 */
export class BodyReader {
  readonly #model: ModelSpec
  readonly #required: ReadonlySet<string>
  readonly #entries: EntryReader
  readonly #schema: SchemaCheck

  /** @throws Error where the model's JSON schema cannot be compiled */
  constructor(model: ModelSpec) {
    this.#model = model
    this.#required = requiredNames(model)
    this.#entries = new EntryReader(model, this.#required)
    this.#schema = new SchemaCheck(model)
  }

  /**
   * The rows of a POST: of one document, or of each in a list.
   * @throws BadRequest with all faults of all documents
   */
  create(body: unknown, { within = NOTHING }: CreateOptions = {}): Row[] {
    const faults = new FaultList()
    const documents: readonly unknown[] = Array.isArray(body) ? body : [body]
    const rows = documents.map((document, index) => {
      const reading = begin('create', document, faults, {
        within,
        path: Array.isArray(body) ? `/${index}` : '',
      })
      return this.#readWhole(document, reading, NO_NAMES)
    })
    faults.refuse()
    return rows
  }

  /** The row of a PUT on an item, without the key. @throws BadRequest with all faults */
  replace(body: unknown, { existing, within = NOTHING, kept = NO_NAMES }: ReplaceOptions): Row {
    const faults = new FaultList()
    const row = this.#readWhole(body, begin('replace', body, faults, { within, existing }), kept)
    faults.refuse()
    return row
  }

  /**
   * The changes of a PATCH on an item (RFC 7396): null clears, and a dict is merged into that of the item.
   * @throws BadRequest with all faults
   */
  update(body: unknown, { existing, within = NOTHING }: UpdateOptions): Row {
    return this.#readChanges(body, begin('update', body, new FaultList(), { existing, within }))
  }

  /**
   * The changes of a PATCH on a collection; its dicts are yet to be {@link merged} into those of each item.
   * @throws BadRequest with all faults
   */
  updateMany(body: unknown, { within = NOTHING }: CreateOptions = {}): Row {
    return this.#readChanges(body, begin('update_many', body, new FaultList(), { within }))
  }

  /** The values that a PUT on a collection sets; a dict is replaced. @throws BadRequest with all faults */
  assign(body: unknown, { within = NOTHING }: CreateOptions = {}): Row {
    return this.#readChanges(body, begin('assign', body, new FaultList(), { within }))
  }

  /** Dicts merged into those of an item (RFC 7396). @throws BadRequest if one of them does not fit its schema */
  merged(patches: Row, existing: Row): Row {
    const dicts = mergedDicts(this.#model, patches, existing)
    const faults = new FaultList()
    this.#schema.fields(dicts, '', faults)
    faults.refuse()
    return dicts
  }

  #readWhole(document: unknown, reading: Reading, kept: ReadonlySet<string>): Row {
    if (this.#readEntries(document, reading)) {
      this.#checkGiven(document, reading, kept)
      this.#schema.whole(reading.judged, reading.path, reading.faults)
    }
    return reading.data
  }

  #readChanges(document: unknown, reading: Reading): Row {
    const { existing, data, judged, faults } = reading
    if (this.#readEntries(document, reading)) {
      if (reading.action === 'update' && existing !== undefined) {
        const dicts = mergedDicts(this.#model, data, existing)
        Object.assign(data, dicts)
        Object.assign(judged, dicts)
      }
      this.#schema.fields(judged, reading.path, faults)
    }
    faults.refuse()
    return data
  }

  #readEntries(document: unknown, reading: Reading): document is JsonObject {
    if (!isObject(document)) {
      reading.faults.add(reading.path, 'must be a JSON object')
      return false
    }
    for (const name of Object.keys(document)) this.#entries.read(name, document[name] ?? null, reading)
    return true
  }

  #checkGiven(document: JsonObject, reading: Reading, kept: ReadonlySet<string>): void {
    for (const name of this.#required) {
      if (Object.hasOwn(document, name) || Object.hasOwn(reading.within, name) || kept.has(name)) continue
      if (reading.action === 'replace' && name === this.#model.key) continue
      addFault(reading, name, 'is required')
    }
  }
}

function begin(
  action: Reading['action'],
  document: unknown,
  faults: FaultList,
  { path = '', existing, within = NOTHING }: Partial<Pick<Reading, 'path' | 'existing' | 'within'>>,
): Reading {
  const given = action === 'create' || action === 'replace' ? within : NOTHING
  return {
    action,
    path,
    existing,
    within,
    lost: lostDigits(document),
    data: { ...given },
    judged: { ...given },
    faults,
  }
}

/** The dicts among the changes, each merged into the one that the item has. */
function mergedDicts(model: ModelSpec, changes: Row, item: Row): Record<string, Json> {
  const merged: Record<string, Json> = {}
  for (const [name, value] of Object.entries(changes)) {
    if (model.fields[name]?.type === 'dict' && isObject(value))
      merged[name] = mergePatch(item[name] ?? null, value)
  }
  return merged
}

/** RFC 7396, section 2. */
function mergePatch(target: Json, patch: JsonObject): JsonObject {
  const result: Record<string, Json> = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = isObject(value) ? mergePatch(result[name] ?? null, value) : value
  }
  return result
}
