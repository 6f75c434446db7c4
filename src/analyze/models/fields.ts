import type { Collector } from '../../diagnostics/collector.js'
import { type Engine, type Field, UNCONSTRAINED } from '../../ir/index.js'
import { sortedBy } from '../../naming/order.js'
import { inferType } from '../../schema/infer.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Property } from '../../schema/property.js'
import type { Key } from './key.js'
import { locationOf } from '../location.js'
import { generatedKeyForm, storedField, storedProperties } from './stored-field.js'

export interface FieldSource {
  readonly model: string
  readonly schema: ModelSchema
  readonly key: Key
  readonly engine: Engine
  /** Column names, keyed by field. */
  readonly columns: ReadonlyMap<string, string>
  /** Names of back-references. A property that describes a back-reference is not a field. */
  readonly relations: ReadonlySet<string>
  readonly collector: Collector
}

/** Returns the fields of a model, which include foreign keys but not relationships, sorted by name. */
export function fieldsOf(source: FieldSource): readonly Field[] {
  const { schema, relations } = source
  const stored = storedProperties(schema)
  const names = new Set(stored.map(({ name }) => name))
  const virtual = schema.properties.filter(
    ({ name }) => !names.has(name) && !relations.has(name) && !isAddedKey(name, source),
  )
  return sortedBy(
    [
      ...stored.flatMap((property) => storedField(property, source)),
      ...virtual.map((property) => virtualField(property)),
      ...(source.key.added ? [addedKey(source)] : []),
    ],
    ({ name }) => name,
  )
}

function isAddedKey(name: string, { key }: FieldSource): boolean {
  return key.added && key.name === name
}

function virtualField({ name, json, required, description, nameAt, processors }: Property): Field {
  return {
    name,
    type: inferType(json),
    stored: false,
    description,
    json,
    column: null,
    constraints: { ...UNCONSTRAINED, required },
    default: null,
    onUpdate: null,
    processors: processors.map((processor) => processor.name),
    renamedFrom: null,
    loc: locationOf(nameAt),
  }
}

function addedKey({ key, columns, engine, schema }: FieldSource): Field {
  return {
    name: key.name,
    type: key.type,
    stored: true,
    description: null,
    json: generatedKeyForm(engine),
    column: columns.get(key.name) ?? key.name,
    constraints: { ...UNCONSTRAINED, required: true, unique: true },
    default: null,
    onUpdate: null,
    processors: [],
    renamedFrom: null,
    loc: locationOf(schema.at),
  }
}
