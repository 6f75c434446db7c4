import type { Collector } from '../../diagnostics/collector.js'
import type { FieldType } from '../../ir/index.js'
import type { ModelSchema } from '../../schema/model-schema.js'
import type { DatabaseType } from '../../schema/settings-table.js'
import { storedProperties, type StoredProperty } from './stored-field.js'

/** A model's primary key. */
export interface Key {
  readonly name: string
  readonly type: FieldType
  /** True where no property of the schema is the key, and the model gets one. */
  readonly added: boolean
}

/** What a model without a usable key gets. */
const GENERATED: Key = { name: 'id', type: 'id_field', added: true }

const KEY_TYPES: ReadonlySet<DatabaseType> = new Set<DatabaseType>([
  'id_field',
  'string',
  'text',
  'choice',
  'integer',
  'small_integer',
  'big_integer',
])

/**
 * Finds the primary key of a model (SPEC 1.3); of a plain schema it is `id`, or the property named as the item's parameter (SPEC 1.2).
 * Reports several keys, a key of an unfit type, and a key that had to be made.
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
      message: `${model} has two primary keys, "${first.name}" and "${second.name}"`,
      at: second.nameAt,
      related: [{ message: 'The first is here', at: first.nameAt }],
    })
  }
  const key = fitKey(first)
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
  const key = (id && fitKey(id)) ?? GENERATED
  if (!schema.faulty) {
    const message = `${model} has no primary key; ${key.added ? 'it gets a generated "id"' : '"id" is taken for it'}`
    collector.report('SVC3017', {
      message,
      at: id?.nameAt ?? schema.at,
      help: 'Say "primary_key": true in one field',
    })
  }
  return key
}

/** A generated key where the schema does not ask for one to be given. */
function plainKey(properties: readonly StoredProperty[], parameters: readonly string[]): Key {
  const names = ['id', ...parameters]
  const found = names.flatMap((name) => properties.filter((property) => property.name === name)).find(fitKey)
  if (found === undefined) return { ...GENERATED, added: !properties.some(({ name }) => name === 'id') }
  const isInteger = found.settings.type === 'integer'
  const type: FieldType = isInteger && !found.required ? 'id_field' : (fitKey(found)?.type ?? 'id_field')
  return { name: found.name, type, added: false }
}

function fitKey({ name, settings }: StoredProperty): Key | null {
  const { type } = settings
  return type !== 'relationship' && KEY_TYPES.has(type) ? { name, type, added: false } : null
}
