import { BadRequest, FaultList, pointer } from '../errors.js'
import { type Json, type JsonObject, isObject, memberOf } from '../json.js'
import { type FieldSpec, type ModelSpec, type RelationSpec, type Row, keySpec } from '../model.js'
import { type FieldType, isGenerated, VALUE_TRAITS } from '../spec/field-types.js'
import {
  UNREACHABLE,
  type Checked,
  type Invalid,
  bad,
  didYouMean,
  eachItem,
  good,
  isUnreachable,
  jsonFault,
} from '../values/scalars.js'
import { checkValue, parseValue } from '../values/values.js'
import { type SchemaValidators, addSchemaFaults, schemaValidators } from './parser.js'

/** The state while a document in a body is being read into a row. */
export interface Reading {
  readonly action: 'create' | 'replace' | 'update' | 'update_many' | 'assign'
  /** JSON pointer to the document in the body: empty, or the index of an item, such as `/1`. */
  readonly path: string
  readonly existing: Row | undefined
  /** Relations determined by the request path. */
  readonly within: Row
  readonly document: unknown
  readonly data: Record<string, Json>
  /** The values to validate against the JSON schema. */
  readonly validated: Record<string, Json>
  readonly faults: FaultList
}

function addFault(reading: Reading, name: string, message: string): void {
  reading.faults.add(pointer(reading.path, name), message)
}

function addInvalid(reading: Reading, name: string, { message, items }: Invalid): void {
  if (items === undefined) return addFault(reading, name, message)
  const list = pointer(reading.path, name)
  for (const item of items) reading.faults.add(pointer(list, item.index), item.message)
}

/**
 * Validates a relation's value. Returns a key or null for a to-one relation, and a list of distinct keys for a to-many
 * relation. A nested document, as found in responses, is replaced with its key.
 */
export function checkRelation(relation: RelationSpec, value: Json): Checked {
  if (!relation.many) return value === null ? good(null) : checkKeyOf(relation, value)
  if (value === null) return good([])
  if (!Array.isArray(value)) return bad('must be a list of keys')
  const keys = eachItem(value, (each) => checkKeyOf(relation, each))
  return keys.ok && Array.isArray(keys.value) ? good([...new Set(keys.value)]) : keys
}

function checkKeyOf(relation: RelationSpec, value: Json): Checked {
  const spec = keySpec(relation)
  if (isObject(value) && typeof value['_pk'] === 'string') return withKey(parseValue(spec, value['_pk']))
  return typeof value === 'string' || typeof value === 'number'
    ? withKey(checkValue(spec, value))
    : bad('must be a single key')
}

function withKey(checked: Checked): Checked {
  return checked.ok ? checked : bad(`${checked.message} (the key of the related item)`)
}

/** Returns whether the schema declares the field as a number. Its limits then also apply to numbers sent as strings. */
function isNumberInSchema({ type, schema }: FieldSpec): boolean {
  if (VALUE_TRAITS[type].kind !== 'digits') return false
  const types: unknown[] = [schema?.['type']].flat()
  return types.includes('number') || types.includes('integer')
}

/** Returns the JSON schema for bodies, with those of fields and relations; undefined if there are none. */
function schemaOf({ schema, fields, relations }: ModelSpec): JsonObject | undefined {
  const own = Object.entries({ ...fields, ...relations }).flatMap(([name, each]) =>
    each.schema === undefined ? [] : [[name, each.schema] as const],
  )
  if (own.length === 0) return schema
  return { ...schema, properties: { ...Object(schema?.['properties']), ...Object.fromEntries(own) } }
}

/** Returns the names that a POST or PUT body must contain. Read-only names are not included. */
export function requiredNames({ required = [], writeRules }: ModelSpec): ReadonlySet<string> {
  return new Set(required.filter((name) => writeRules?.[name]?.readOnly !== true))
}

function checkGenerated(name: string, value: Json, reading: Reading): void {
  if (reading.action === 'create') return addFault(reading, name, 'is generated and cannot be set')
  if (reading.existing === undefined || reading.existing[name] !== value)
    addFault(reading, name, 'is generated and cannot be changed')
}

function checkKey(name: string, field: FieldSpec, value: Json, reading: Reading): void {
  const checked = value === null ? undefined : checkValue(field, value)
  if (reading.existing === undefined || checked?.ok !== true || checked.value !== reading.existing[name])
    addFault(reading, name, 'is the primary key and cannot be changed')
}

/** Rejects a list that a document has shortened, because writing it would unlink all other items. */
function rejectPart(name: string, total: number, reading: Reading): void {
  const keys: unknown = Object(reading.document)[name]
  if (Array.isArray(keys) && keys.length < total)
    addFault(reading, name, `contains only ${keys.length} of ${total} keys; send all keys, or omit it`)
}

declare module '../model.js' {
  interface ModelSpec {
    /** Reads bodies whose dicts are merged into those of items. Undefined if no field contains dicts. */
    readonly bodies?: typeof BodyReader
  }
}

interface ReadOptions {
  /** Relations and fields that the path determines, as name → value. A body that specifies another value is invalid. */
  readonly within?: Row | undefined
  readonly existing?: Row | undefined
}

interface ReplaceOptions extends ReadOptions {
  readonly existing: Row
  /** Names whose values stay unchanged if the body omits them, because the caller cannot see or write them. */
  readonly kept?: ReadonlySet<string> | undefined
}

const NOTHING: Row = {}
const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * Validates JSON bodies for a model and converts them to rows, with values in canonical form and relations as keys.
 * Virtual fields are included, and so are unknown fields if the schema allows additional properties. Fields omitted
 * from the body are not in the row. The repository adds defaults.
 */
export class BodyReader {
  protected readonly model: ModelSpec
  readonly #required: ReadonlySet<string>
  /** Undefined if the fields say everything. */
  protected readonly schema: SchemaValidators | undefined

  /** @throws Error if the model's JSON schema cannot be compiled */
  constructor(model: ModelSpec) {
    this.model = model
    this.#required = requiredNames(model)
    const schema = schemaOf(model)
    this.schema = schema && schemaValidators(schema, model.keywords)
  }

  /**
   * Returns the rows for a POST body, which is a document or a list of documents.
   * @throws BadRequest with the errors in all documents
   */
  create(body: unknown, { within }: ReadOptions = {}): Row[] {
    const faults = new FaultList()
    if (Array.isArray(body) && this.model.createsOne === true)
      throw new BadRequest('The body must be a JSON object, not a list.')
    const documents: readonly unknown[] = Array.isArray(body) ? body : [body]
    const rows = documents.map((document, index) => {
      const reading = begin('create', document, faults, {
        within,
        path: Array.isArray(body) ? `/${index}` : '',
      })
      return this.#readWhole(document, reading, NO_NAMES)
    })
    faults.throwIfAny()
    return rows
  }

  /** Returns the row for a PUT on an item, without the key. @throws BadRequest with all errors */
  replace(body: unknown, { existing, within, kept = NO_NAMES }: ReplaceOptions): Row {
    const faults = new FaultList()
    const row = this.#readWhole(body, begin('replace', body, faults, { within, existing }), kept)
    faults.throwIfAny()
    return row
  }

  /**
   * Returns the changes made by a PATCH or PUT, in which null clears a field.
   * @param action `update` for a PATCH on an item (RFC 7396), `update_many` for a PATCH on a collection, `assign` for a PUT
   * on a collection
   * @throws BadRequest with all errors
   */
  changes(action: 'update' | 'update_many' | 'assign', document: unknown, given: ReadOptions = {}): Row {
    const faults = new FaultList()
    const reading = begin(action, document, faults, given)
    if (this.#readEntries(document, reading)) this.checkChanges(reading)
    faults.throwIfAny()
    return reading.data
  }

  protected checkChanges({ validated, path, faults }: Reading): void {
    addSchemaFaults(faults, this.schema?.fields, validated, path)
  }

  /** Returns whether a PATCH merges the objects in fields of a type into those of the item. */
  merges(_type: FieldType, _action: string): boolean {
    return false
  }

  /** Returns the function that merges the dicts in a PATCH of several items into those of one; undefined if it has none. */
  mergeOf(_changes: Row): ((item: Row) => Row) | undefined {
    return undefined
  }

  #readWhole(document: unknown, reading: Reading, kept: ReadonlySet<string>): Row {
    if (this.#readEntries(document, reading)) {
      this.#checkGiven(document, reading, kept)
      addSchemaFaults(reading.faults, this.schema?.whole, reading.validated, reading.path)
    }
    return reading.data
  }

  #readEntries(document: unknown, reading: Reading): document is JsonObject {
    if (!isObject(document)) {
      reading.faults.add(reading.path, 'must be a JSON object')
      return false
    }
    for (const name of Object.keys(document)) this.#readEntry(name, document[name] ?? null, reading)
    for (const [name, parent] of Object.entries(reading.within)) {
      const given = Object.hasOwn(document, name) ? reading.data[name] : undefined
      if (given !== undefined && ![given].flat().includes(parent))
        addFault(reading, name, `must be ${JSON.stringify(parent)}, as in the path`)
      const field = this.model.fields[name]
      // What the path says of a new item must be as valid as what the body says.
      if (given === undefined && field !== undefined && reading.action === 'create')
        this.#readField(name, field, parent, reading)
    }
    return true
  }

  #checkGiven(document: JsonObject, reading: Reading, kept: ReadonlySet<string>): void {
    for (const name of this.#required) {
      if (Object.hasOwn(document, name) || Object.hasOwn(reading.within, name) || kept.has(name)) continue
      if (reading.action === 'replace' && name === this.model.key) continue
      addFault(reading, name, 'is required')
    }
  }

  #readEntry(name: string, value: Json, reading: Reading): void {
    const { fields, relations, foreignKeys, key } = this.model
    // Clients can send a document back.
    if (name === '_type' || name === '_self') return
    if (name === '_pk') return this.#checkItemKey(value, reading)
    const backref = memberOf(foreignKeys, name)
    if (backref !== undefined) return addFault(reading, name, `cannot be written; set "${backref}" instead`)
    const relation = memberOf(relations, name)
    if (relation !== undefined) return this.#readRelation(name, relation, value, reading)
    const field = memberOf(fields, name)
    if (field === undefined) this.#readOther(name, value, reading)
    else if (field.column === null) this.#readVirtual(name, value, reading)
    else if (isGenerated(field.type)) checkGenerated(name, value, reading)
    else if (name === key && reading.action !== 'create') checkKey(name, field, value, reading)
    else this.#readField(name, field, value, reading)
  }

  #readOther(name: string, value: Json, reading: Reading): void {
    const { fields, relations, foreignKeys, additionalProperties } = this.model
    const list = /^(.*)_total$/s.exec(name)?.[1] ?? ''
    if (memberOf(relations, list)?.many === true) return rejectPart(list, Number(value), reading)
    if (additionalProperties) return this.#readVirtual(name, value, reading)
    const names = [fields, relations, foreignKeys].flatMap(Object.keys)
    const hint = reading.faults.suggestsNames ? didYouMean(name, [...names, '_type', '_self', '_pk']) : ''
    addFault(reading, name, `unknown field in ${this.model.name}${hint}`)
  }

  #readVirtual(name: string, value: Json, reading: Reading): void {
    this.model.exactNumbers?.(reading, name, value)
    const wrong = jsonFault(value)
    if (wrong !== undefined) return addFault(reading, name, wrong)
    reading.data[name] = value
    this.#validate(name, value, reading)
  }

  #checkItemKey(value: Json, reading: Reading): void {
    const { existing } = reading
    const isKey = typeof value === 'string' || typeof value === 'number'
    if (existing !== undefined && !(isKey && String(existing[this.model.key]) === String(value)))
      addFault(reading, '_pk', 'does not match the key of the item')
  }

  #readRelation(name: string, relation: RelationSpec, value: Json, reading: Reading): void {
    const checked = checkRelation(relation, value)
    if (!checked.ok) return addInvalid(reading, name, checked)
    if (checked.value === null && relation.required) return addFault(reading, name, 'must not be null')
    reading.data[name] = checked.value
    this.#validate(name, checked.value, reading)
  }

  #readField(name: string, field: FieldSpec, value: Json, reading: Reading): void {
    if (value === null) {
      // On create, null in a read-only field means that the service sets it.
      if (reading.action === 'create' && this.model.writeRules?.[name]?.readOnly === true) return
      if (field.required === true || name === this.model.key)
        return addFault(reading, name, 'must not be null')
      reading.data[name] = null
      return this.#validate(name, null, reading)
    }
    if (this.model.exactNumbers?.(reading, name, value, field) === false) return
    const checked = field.check?.(value) ?? checkValue(field, value)
    if (!checked.ok) return addInvalid(reading, name, checked)
    if (name === this.model.key && isUnreachable(checked.value)) return addFault(reading, name, UNREACHABLE)
    reading.data[name] = checked.value
    if (!isObject(checked.value) || !this.merges(field.type, reading.action))
      this.#validate(name, isNumberInSchema(field) ? Number(value) : value, reading)
  }

  /**
   * Adds a value to be validated against the JSON schema. Null in an optional field is left out, because null means "no
   * value" regardless of the JSON type.
   */
  #validate(name: string, value: Json, reading: Reading): void {
    if (value !== null || this.#required.has(name)) reading.validated[name] = value
  }
}

/** Returns the reader of bodies for a model. */
export function bodyReader(model: ModelSpec): BodyReader {
  return new (model.bodies ?? BodyReader)(model)
}

function begin(
  action: Reading['action'],
  document: unknown,
  faults: FaultList,
  { path = '', existing, within = NOTHING }: ReadOptions & { readonly path?: string },
): Reading {
  const given = action === 'create' || action === 'replace' ? within : NOTHING
  return {
    action,
    path,
    existing,
    within,
    document,
    data: { ...given },
    validated: { ...given },
    faults,
  }
}
