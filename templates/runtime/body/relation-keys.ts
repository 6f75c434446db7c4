import { isObject, type Json } from '../json.js'
import type { FieldType, RelationSpec } from '../model.js'
import { bad, type Checked, eachItem, good } from '../values/rule.js'
import { checkValue, parseValue } from '../values/index.js'

/**
 * The keys that the value of a relation stands for (SPEC 8): one or null, or a list of them without repetition. A document that was nested in
 * an answer and is sent back stands for its key.
 */
export function checkRelation(relation: RelationSpec, value: Json): Checked {
  if (!relation.many) return value === null ? good(null) : checkKey(relation.keyType, value)
  if (value === null) return good([])
  if (!Array.isArray(value)) return bad('must be a list of keys')
  const keys = eachItem(value, (each) => checkKey(relation.keyType, each))
  return keys.ok && Array.isArray(keys.value) ? good([...new Set(keys.value)]) : keys
}

function checkKey(type: FieldType, value: Json): Checked {
  if (isObject(value) && typeof value['_pk'] === 'string') return withKey(parseValue({ type }, value['_pk']))
  return typeof value === 'string' || typeof value === 'number'
    ? withKey(checkValue({ type }, value))
    : bad('must be a key: a single value')
}

function withKey(checked: Checked): Checked {
  return checked.ok ? checked : bad(`${checked.message}, as the key of the other item is`)
}
