import type { Json } from '../json.js'
import type { FieldSpec, ModelSpec, RelationSpec } from '../model.js'
import { jsonFault } from '../values/characters.js'
import { TOO_LONG_FOR_A_NUMBER } from '../values/decimal.js'
import { checkValue } from '../values/index.js'
import { didYouMean } from '../values/nearest.js'
import { pointer } from './pointer.js'
import { keepsDigits, lostDigits } from './lost-digits.js'
import { addFault, addUnfit, type Reading } from './reading.js'
import { checkRelation } from './relation-keys.js'
import { type Slot, slotsOf } from './slots.js'

/** Reads the entries of documents, each by what its name stands for. */
export class EntryReader {
  readonly #model: ModelSpec
  readonly #slots: ReadonlyMap<string, Slot>
  readonly #required: ReadonlySet<string>

  /** @param required names that a POST must give, and whose null the JSON schema is to judge */
  constructor(model: ModelSpec, required: ReadonlySet<string>) {
    this.#model = model
    this.#slots = slotsOf(model)
    this.#required = required
  }

  /** Puts a value where it belongs in the reading, or notes what is wrong with it. */
  read(name: string, value: Json, reading: Reading): void {
    const slot = this.#slots.get(name)
    switch (slot?.kind) {
      case undefined:
        return this.#readUnknown(name, value, reading)
      case 'ignored':
        return
      case 'item_key':
        return this.#checkItemKey(value, reading)
      case 'generated':
        return checkGenerated(name, value, reading)
      case 'virtual':
        return this.#readVirtual(name, value, reading)
      case 'foreign_key':
        return addFault(reading, name, `cannot be written: give "${slot.backref}" instead`)
      case 'relation':
        return this.#readRelation(name, slot.relation, value, reading)
      case 'field':
        return name === this.#model.key && reading.action !== 'create'
          ? checkKey(name, slot.field, value, reading)
          : this.#readField(name, slot, value, reading)
    }
  }

  #readUnknown(name: string, value: Json, reading: Reading): void {
    if (this.#model.additionalProperties) return this.#readVirtual(name, value, reading)
    const hint = reading.faults.suggestsNames ? didYouMean(name, this.#slots.keys()) : ''
    addFault(reading, name, `is no field of ${this.#model.name}${hint}`)
  }

  #readVirtual(name: string, value: Json, reading: Reading): void {
    const wrong = jsonFault(value)
    if (wrong !== undefined) return addFault(reading, name, wrong)
    reading.data[name] = value
    this.#judge(name, value, reading)
  }

  #checkItemKey(value: Json, reading: Reading): void {
    const { existing } = reading
    if (existing !== undefined && String(existing[this.#model.key]) !== String(value))
      addFault(reading, '_pk', 'is not the key of this item')
  }

  #readRelation(name: string, relation: RelationSpec, value: Json, reading: Reading): void {
    const checked = checkRelation(relation, value)
    if (!checked.ok) return addUnfit(reading, name, checked)
    const parent = reading.within[name]
    if (parent !== undefined && parent !== checked.value)
      return addFault(reading, name, `is ${JSON.stringify(parent)} by the path, and cannot be another one`)
    if (checked.value === null && relation.required) return addFault(reading, name, 'must not be null')
    reading.data[name] = checked.value
    this.#judge(name, checked.value, reading)
  }

  #readField(
    name: string,
    { field, numeric }: Slot & { kind: 'field' },
    value: Json,
    reading: Reading,
  ): void {
    if (value === null) {
      if (field.required === true || name === this.#model.key)
        return addFault(reading, name, 'must not be null')
      reading.data[name] = null
      return this.#judge(name, null, reading)
    }
    if (keepsDigits(field)) {
      if (reading.lost.has(name)) return addFault(reading, name, TOO_LONG_FOR_A_NUMBER)
      const items = lostDigits(value)
      for (const index of items)
        reading.faults.add(pointer(pointer(reading.path, name), index), TOO_LONG_FOR_A_NUMBER)
      if (items.size > 0) return
    }
    const checked = field.check?.(value) ?? checkValue(field, value)
    if (!checked.ok) return addUnfit(reading, name, checked)
    reading.data[name] = checked.value
    const merged = field.type === 'dict' && (reading.action === 'update' || reading.action === 'update_many')
    if (!merged) this.#judge(name, numeric ? Number(value) : value, reading)
  }

  /** Null is no matter of the JSON type where a field need not be given (SPEC 6). */
  #judge(name: string, value: Json, reading: Reading): void {
    if (value !== null || this.#required.has(name)) reading.judged[name] = value
  }
}

function checkGenerated(name: string, value: Json, reading: Reading): void {
  if (reading.action === 'create') return addFault(reading, name, 'is generated and cannot be given')
  if (reading.existing === undefined || reading.existing[name] !== value)
    addFault(reading, name, 'is generated and cannot be changed')
}

function checkKey(name: string, field: FieldSpec, value: Json, reading: Reading): void {
  const checked = value === null ? undefined : checkValue(field, value)
  if (reading.existing === undefined || checked?.ok !== true || checked.value !== reading.existing[name])
    addFault(reading, name, 'is the primary key and cannot be changed')
}
