import { BadRequest, type Fault } from '../errors.js'
import { isObject, type Json, type JsonObject } from '../json.js'
import type { FieldSpec, ModelSpec, RelationSpec, Row } from '../model.js'
import { TOO_LONG_FOR_A_NUMBER } from '../values/decimal.js'
import { checkValue } from '../values/index.js'
import { jsonFault } from '../values/characters.js'
import { didYouMean } from '../values/nearest.js'
import { lostDigits } from './lost-digits.js'
import { pointer } from './pointer.js'
import { checkRelation } from './relation-keys.js'
import { SchemaCheck } from './schema-check.js'
import { requiredNames, type Slot, slotsOf } from './slots.js'

export interface CreateOptions {
  /** Relations that the path sets, as name → key; a body that names another parent is refused. */
  readonly within?: Row | undefined
}

export interface ReplaceOptions extends CreateOptions {
  /** The item as it is. */
  readonly existing: Row
  /** Names that stay as they are and need not be given: those that the caller neither sees nor may write (SPEC 12). */
  readonly kept?: ReadonlySet<string> | undefined
}

/** One document of a body on its way to a row. */
interface Reading {
  readonly action: 'create' | 'replace' | 'update' | 'update_many'
  /** Where the document stands in the body: empty, or `/1`. */
  readonly path: string
  readonly existing: Row | undefined
  readonly within: Row
  readonly kept: ReadonlySet<string>
  readonly lost: ReadonlySet<string>
  /** What becomes the row. */
  readonly data: Record<string, Json>
  /** What the JSON schema is to judge. */
  readonly judged: Record<string, Json>
  readonly faults: Fault[]
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
  readonly #slots: ReadonlyMap<string, Slot>
  readonly #required: ReadonlySet<string>
  readonly #schema: SchemaCheck

  /** @throws Error where the model's JSON schema cannot be compiled */
  constructor(model: ModelSpec) {
    this.#model = model
    this.#slots = slotsOf(model)
    this.#required = requiredNames(model)
    this.#schema = new SchemaCheck(model)
  }

  /**
   * The rows of a POST: of one document, or of each in a list.
   * @throws BadRequest with all faults of all documents
   */
  create(body: unknown, { within = NOTHING }: CreateOptions = {}): Row[] {
    const documents = Array.isArray(body) ? body : [body]
    const faults: Fault[] = []
    const lost = lostDigits(body)
    const rows = documents.map((document: unknown, index) => {
      const path = Array.isArray(body) ? `/${index}` : ''
      return this.#read(document, {
        action: 'create',
        path,
        existing: undefined,
        within,
        kept: NO_NAMES,
        lost,
        data: { ...within },
        judged: { ...within },
        faults,
      })
    })
    refuse(faults)
    return rows
  }

  /**
   * The row of a PUT on an item, without the key. @throws BadRequest with all faults
   */
  replace(body: unknown, { existing, within = NOTHING, kept = NO_NAMES }: ReplaceOptions): Row {
    return this.#readOne(body, { action: 'replace', existing, within, kept })
  }

  /**
   * The changes of a PATCH on an item. Null clears; a dict is to be merged into the one that is there (RFC 7396), then {@link checkMerged}.
   * @throws BadRequest with all faults
   */
  update(body: unknown, { existing }: { readonly existing: Row }): Row {
    return this.#readOne(body, { action: 'update', existing })
  }

  /** The changes of a PATCH or PUT on a collection. @throws BadRequest with all faults */
  updateMany(body: unknown): Row {
    return this.#readOne(body, { action: 'update_many' })
  }

  /** Checks dicts by their own schema, after changes were merged into them. @throws BadRequest with all faults */
  checkMerged(dicts: JsonObject): void {
    refuse(this.#schema.fields(dicts, ''))
  }

  #readOne(
    body: unknown,
    options: Pick<Reading, 'action'> & Partial<Pick<Reading, 'existing' | 'within' | 'kept'>>,
  ): Row {
    const { existing, within = NOTHING, kept = NO_NAMES, action } = options
    const faults: Fault[] = []
    const lost = lostDigits(body)
    const data = { ...within }
    const judged = { ...within }
    const row = this.#read(body, { action, path: '', existing, within, kept, lost, data, judged, faults })
    refuse(faults)
    return row
  }

  #read(document: unknown, reading: Reading): Row {
    const { action, path, faults, data, judged } = reading
    if (!isObject(document)) {
      faults.push({ path, message: 'must be a JSON object' })
      return data
    }
    for (const [name, value] of Object.entries(document)) this.#readEntry(name, value, reading)
    if (action === 'create' || action === 'replace') {
      this.#checkGiven(document, reading)
      faults.push(...this.#schema.whole(judged, path))
    } else {
      faults.push(...this.#schema.fields(judged, path))
    }
    return data
  }

  #checkGiven(document: JsonObject, { action, path, within, kept, faults }: Reading): void {
    for (const name of this.#required) {
      if (Object.hasOwn(document, name) || Object.hasOwn(within, name) || kept.has(name)) continue
      if (action === 'replace' && name === this.#model.key) continue
      faults.push({ path: pointer(path, name), message: 'is required' })
    }
  }

  #readEntry(name: string, value: Json, reading: Reading): void {
    const slot = this.#slots.get(name)
    if (slot === undefined) return this.#readUnknown(name, value, reading)
    switch (slot.kind) {
      case 'ignored':
        return
      case 'item_key':
        return this.#checkItemKey(value, reading)
      case 'generated':
        return this.#checkGenerated(name, value, reading)
      case 'virtual':
        return readVirtual(name, value, this.#required.has(name), reading)
      case 'foreign_key':
        return fault(reading, name, `cannot be written: give "${slot.backref}" instead`)
      case 'relation':
        return this.#readRelation(name, slot.relation, value, reading)
      case 'field':
        return name === this.#model.key && reading.action !== 'create'
          ? this.#checkKey(name, slot.field, value, reading)
          : this.#readField(name, slot, value, reading)
    }
  }

  #readUnknown(name: string, value: Json, reading: Reading): void {
    if (this.#model.additionalProperties) return readVirtual(name, value, false, reading)
    fault(reading, name, `is no field of ${this.#model.name}${didYouMean(name, this.#slots.keys())}`)
  }

  #checkItemKey(value: Json, reading: Reading): void {
    const { existing } = reading
    if (existing !== undefined && String(existing[this.#model.key]) !== String(value))
      fault(reading, '_pk', 'is not the key of this item')
  }

  #checkGenerated(name: string, value: Json, reading: Reading): void {
    if (reading.action === 'create') return fault(reading, name, 'is generated and cannot be given')
    if (reading.existing === undefined || reading.existing[name] !== value)
      fault(reading, name, 'is generated and cannot be changed')
  }

  #checkKey(name: string, field: FieldSpec, value: Json, reading: Reading): void {
    const checked = value === null ? undefined : checkValue(field, value)
    if (reading.existing === undefined || checked?.ok !== true || checked.value !== reading.existing[name])
      fault(reading, name, 'is the primary key and cannot be changed')
  }

  #readRelation(name: string, relation: RelationSpec, value: Json, reading: Reading): void {
    const checked = checkRelation(relation, value)
    if (!checked.ok) return fault(reading, name, checked.message)
    const parent = reading.within[name]
    if (parent !== undefined && parent !== checked.value)
      return fault(reading, name, `is ${JSON.stringify(parent)} by the path, and cannot be another one`)
    if (checked.value === null && relation.required) return fault(reading, name, 'must not be null')
    reading.data[name] = checked.value
    if (checked.value !== null || this.#required.has(name)) reading.judged[name] = checked.value
  }

  #readField(name: string, slot: Slot & { kind: 'field' }, value: Json, reading: Reading): void {
    const { field, numeric } = slot
    if (value === null) {
      if (field.required === true || name === this.#model.key) return fault(reading, name, 'must not be null')
      reading.data[name] = null
      if (this.#required.has(name)) reading.judged[name] = null
      return
    }
    if (hasLostDigits(field, pointer(reading.path, name), value, reading.lost))
      return fault(reading, name, TOO_LONG_FOR_A_NUMBER)
    const checked = checkValue(field, value)
    if (!checked.ok) return fault(reading, name, checked.message)
    reading.data[name] = checked.value
    const merged = field.type === 'dict' && (reading.action === 'update' || reading.action === 'update_many')
    if (!merged) reading.judged[name] = numeric ? Number(value) : value
  }
}

function readVirtual(name: string, value: Json, required: boolean, reading: Reading): void {
  const wrong = jsonFault(value)
  if (wrong !== undefined) return fault(reading, name, wrong)
  reading.data[name] = value
  if (value !== null || required) reading.judged[name] = value
}

/** Whether a number here, or in the list here, was given with more digits than were kept. */
function hasLostDigits(field: FieldSpec, path: string, value: Json, lost: ReadonlySet<string>): boolean {
  if (lost.size === 0) return false
  const type = field.type === 'list' ? field.itemType : field.type
  if (type !== 'decimal' && type !== 'big_integer') return false
  return Array.isArray(value) ? value.some((_, index) => lost.has(pointer(path, index))) : lost.has(path)
}

function fault(reading: Reading, name: string, message: string): void {
  reading.faults.push({ path: pointer(reading.path, name), message })
}

/** How many faults the one line of an answer tells; `errors` has them all. */
const TOLD = 3

function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  const told = faults
    .slice(0, TOLD)
    .map(({ path, message }) => `${path === '' ? 'the body' : path.slice(1)} ${message}`)
  const more = faults.length > TOLD ? `; and ${faults.length - TOLD} more` : ''
  throw new BadRequest(told.join('; ') + more, { errors: faults })
}
