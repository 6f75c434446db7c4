import type { Fault } from '../errors.js'
import { isObject, type JsonObject } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { EntryReader } from './entry-reader.js'
import { lostDigits } from './lost-digits.js'
import { addFault, type Reading, refuse } from './reading.js'
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
    const faults: Fault[] = []
    const documents: readonly unknown[] = Array.isArray(body) ? body : [body]
    const rows = documents.map((document, index) => {
      const reading = begin('create', body, faults, { within, path: Array.isArray(body) ? `/${index}` : '' })
      return this.#readWhole(document, reading, NO_NAMES)
    })
    refuse(faults)
    return rows
  }

  /** The row of a PUT on an item, without the key. @throws BadRequest with all faults */
  replace(body: unknown, { existing, within = NOTHING, kept = NO_NAMES }: ReplaceOptions): Row {
    const faults: Fault[] = []
    const row = this.#readWhole(body, begin('replace', body, faults, { within, existing }), kept)
    refuse(faults)
    return row
  }

  /**
   * The changes of a PATCH on an item. Null clears; a dict is to be merged into the one that is there (RFC 7396), then {@link checkMerged}.
   * @throws BadRequest with all faults
   */
  update(body: unknown, { existing, within = NOTHING }: UpdateOptions): Row {
    const faults: Fault[] = []
    const row = this.#readChanges(body, begin('update', body, faults, { existing, within }))
    refuse(faults)
    return row
  }

  /** The changes of a PATCH or PUT on a collection. @throws BadRequest with all faults */
  updateMany(body: unknown, { within = NOTHING }: CreateOptions = {}): Row {
    const faults: Fault[] = []
    const row = this.#readChanges(body, begin('update_many', body, faults, { within }))
    refuse(faults)
    return row
  }

  /** Checks dicts by their own schema, after changes were merged into them. @throws BadRequest with all faults */
  checkMerged(dicts: JsonObject): void {
    refuse(this.#schema.fields(dicts, ''))
  }

  #readWhole(document: unknown, reading: Reading, kept: ReadonlySet<string>): Row {
    if (this.#readEntries(document, reading)) {
      this.#checkGiven(document, reading, kept)
      reading.faults.push(...this.#schema.whole(reading.judged, reading.path))
    }
    return reading.data
  }

  #readChanges(document: unknown, reading: Reading): Row {
    if (this.#readEntries(document, reading))
      reading.faults.push(...this.#schema.fields(reading.judged, reading.path))
    return reading.data
  }

  #readEntries(document: unknown, reading: Reading): document is JsonObject {
    if (!isObject(document)) {
      reading.faults.push({ path: reading.path, message: 'must be a JSON object' })
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
  body: unknown,
  faults: Fault[],
  { path = '', existing, within = NOTHING }: Partial<Pick<Reading, 'path' | 'existing' | 'within'>>,
): Reading {
  const given = action === 'create' || action === 'replace' ? within : NOTHING
  return {
    action,
    path,
    existing,
    within,
    lost: lostDigits(body),
    data: { ...given },
    judged: { ...given },
    faults,
  }
}
