import type { Collector } from '../../diagnostics/collector.js'
import type { FieldType } from '../../ir/index.js'
import type { ModelSchema } from '../../schema/model-schema.js'
import { storedProperties, type StoredProperty } from './stored-field.js'

/** A model's primary key. */
export interface Key {
  readonly name: string
  readonly type: FieldType
  /** True if the schema has no key and the model gets one. */
  readonly added: boolean
}

/** The key of a model without a valid key. */
const GENERATED: Key = { name: 'id', type: 'id_field', added: true }

/** Whether a key can be of a type. */
const IS_KEY_TYPE: Readonly<Record<FieldType, boolean>> = {
  id_field: true,
  string: true,
  text: true,
  integer: true,
  small_integer: true,
  big_integer: true,
  float: false,
  decimal: false,
  boolean: false,
  date: false,
  datetime: false,
  time: false,
  interval: false,
  binary: false,
  choice: true,
  list: false,
  dict: false,
  pickle: false,
  foreign_key: false,
}

/**
 * Returns the primary key of a model (SPEC 1.3). In a plain schema, it is `id`, or the property with the name of the item parameter
 * (SPEC 1.2). Reports multiple keys, keys of an invalid type, and missing keys.
 */
export function keyOf(
  model: string,
  schema: ModelSchema,
  parameters: readonly string[],
  collector: Collector,
): Key {
  const properties = storedProperties(schema)
  if (schema.plain) return plainKey(properties, parameters)
  const [first, second] = properties
    .filter(({ settings }) => settings.primaryKey)
    .sort((a, b) => a.nameAt.start - b.nameAt.start)
  if (first === undefined) return missingKey(model, schema, properties, collector)
  if (second !== undefined) {
    collector.report('SVC3018', {
      message: `${model} has multiple primary keys: "${first.name}" and "${second.name}"`,
      at: second.nameAt,
      related: [{ message: 'First declared here', at: first.nameAt }],
    })
  }
  const key = validKey(first)
  if (key !== null) return key
  const message = `A field of type "${first.settings.type}" cannot be the primary key`
  collector.report('SVC3019', { message, at: first.settings.typeAt })
  return GENERATED
}

function missingKey(
  model: string,
  schema: ModelSchema,
  properties: readonly StoredProperty[],
  collector: Collector,
): Key {
  const id = properties.find(({ name }) => name === 'id')
  const key = (id && validKey(id)) ?? GENERATED
  if (!schema.faulty) {
    const message = `${model} has no primary key; ${key.added ? 'it gets a generated "id"' : '"id" is used'}`
    collector.report('SVC3017', {
      message,
      at: id?.nameAt ?? schema.at,
      help: 'Add "primary_key": true to one field',
    })
  }
  return key
}

/** Returns the key of a plain schema, which is generated unless the schema requires it. */
function plainKey(properties: readonly StoredProperty[], parameters: readonly string[]): Key {
  const names = ['id', ...parameters]
  const found = names
    .flatMap((name) => properties.filter((property) => property.name === name))
    .find(validKey)
  if (found === undefined) return { ...GENERATED, added: !properties.some(({ name }) => name === 'id') }
  const isInteger = found.settings.type === 'integer'
  const type: FieldType = isInteger && !found.required ? 'id_field' : (validKey(found)?.type ?? 'id_field')
  return { name: found.name, type, added: false }
}

function validKey({ name, settings }: StoredProperty): Key | null {
  const { type } = settings
  return type !== 'relationship' && IS_KEY_TYPE[type] ? { name, type, added: false } : null
}
