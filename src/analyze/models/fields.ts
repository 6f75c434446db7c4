import type { Collector } from '../../diagnostics/collector.js'
import {
  type Engine,
  type Field,
  UNCONSTRAINED,
  type Constraints,
  type Default,
  type FieldType,
  type JsonSchema,
  type Relation,
} from '../../ir/index.js'
import { RESERVED_PARAMETERS } from '../../ir/query.js'
import { sortedBy } from '../../naming/order.js'
import { inferType } from '../../schema/infer.js'
import type { Property } from '../../schema/property.js'
import type { Key, LinkedModel } from './key.js'
import { locationOf } from '../location.js'
import { storedProperties, type StoredProperty } from './stored-properties.js'
import { expectedBackfill, expectedDefault, readDefault } from '../../schema/settings/default.js'
import { allowsNull } from '../../schema/inferred/settings.js'
import { allowsType, jsonForm } from '../../schema/keywords/json-form.js'
import { toJson } from '../../schema/node.js'
import type { Settings } from '../../schema/settings/settings.js'
import type { Node } from '../../source/node.js'
import { columnNames } from '../../naming/stored-name.js'

interface FieldSource extends LinkedModel {
  readonly model: string
  readonly engine: Engine
  /** Column names, keyed by field. */
  readonly columns: ReadonlyMap<string, string>
  readonly collector: Collector
}

/**
 * Returns the fields of a model, which include foreign keys but not relationships, sorted by name. Foreign keys that no
 * relation uses are left out, because they could never have a value.
 * @param held the relations whose back-reference is on the model. A property that describes a back-reference is not a
 * field
 */
export function fieldsOf(
  model: string,
  linked: LinkedModel,
  held: readonly Relation[],
  { engine, collector }: { readonly engine: Engine; readonly collector: Collector },
): readonly Field[] {
  const { schema, key } = linked
  const backReferences = held.map(({ backref }) => backref)
  const source = { ...linked, model, engine, columns: columnsOf(linked, backReferences), collector }
  const stored = storedProperties(schema)
  const others = new Set([
    ...stored.map(({ name }) => name),
    ...backReferences,
    ...(key.added ? [key.name] : []),
  ])
  const fields = [
    ...stored.flatMap((property) => storedField(property, source)),
    ...schema.properties.filter(({ name }) => !others.has(name)).map(virtualField),
    ...(key.added ? [addedKey(source)] : []),
  ]
  const foreignKeys = new Set(held.map(({ foreignKey }) => foreignKey.field))
  const used = fields.filter(({ name, type }) => type !== 'foreign_key' || foreignKeys.has(name))
  return withFullTextIndex(
    sortedBy(used, ({ name }) => name),
    engine,
  )
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
    json: key.type === 'id_field' ? generatedKeyForm(engine) : { type: 'string' },
    column: columns.get(key.name) ?? key.name,
    constraints: { ...UNCONSTRAINED, required: true, unique: true },
    default: null,
    onUpdate: null,
    processors: [],
    renamedFrom: null,
    loc: locationOf(schema.at),
  }
}

/** Returns the JSON schema of a generated key: an integer, or an ObjectId as a string. */
export function generatedKeyForm(engine: Engine): JsonSchema {
  return engine === 'svc_mongodb' ? { pattern: '^[0-9a-f]{24}$', type: 'string' } : { type: 'integer' }
}

function checkName({ name, nameAt }: StoredProperty, { collector }: FieldSource): void {
  if (RESERVED_PARAMETERS.includes(name))
    collector.report('SVC4034', {
      message: `Queries cannot filter by "${name}", because it is the name of a query parameter`,
      at: nameAt,
      help: 'Rename the field.',
    })
}

/** Returns the field for a stored property, or nothing for a relationship. Reports invalid settings. */
function storedField(property: StoredProperty, source: FieldSource): readonly Field[] {
  const { settings, name } = property
  const column = source.columns.get(name)
  if (settings.type === 'relationship' || column === undefined) return []
  const isKey = name === source.key.name
  const type = isKey ? source.key.type : settings.type
  const choices = choicesOf(property, source.collector)
  const constraints = constraintsOf(property, type, source.key, choices)
  const form = formOf(property, type, constraints, isKey, source)
  checkRename(property, source)
  checkName(property, source)
  return [
    {
      name,
      type,
      stored: true,
      description: property.description,
      json: isKey && source.key.made === 'counter' ? withRoom(form, type) : form,
      column,
      constraints,
      default: defaultOf(settings.default, type, constraints, source) ?? (isKey ? madeKey(source.key) : null),
      onUpdate: defaultOf(settings.onUpdate, type, constraints, source),
      ...backfillOf(property, type, constraints, source),
      processors: property.processors.map((processor) => processor.name),
      renamedFrom: property.renamedFrom?.name ?? null,
      loc: locationOf(property.nameAt),
    },
  ]
}

/** The largest keys that clients can choose where others are generated: half of the range of the type. */
const LARGEST_GIVEN: Partial<Record<FieldType, number>> = {
  small_integer: 2 ** 14,
  integer: 2 ** 30,
  big_integer: 2 ** 52,
}

/** Limits the keys that clients can choose, because those that are generated continue after them. */
function withRoom(json: JsonSchema, type: FieldType): JsonSchema {
  const limits = [json['maximum'], LARGEST_GIVEN[type]].filter((limit) => typeof limit === 'number')
  return { ...json, maximum: Math.min(...limits) }
}

function madeKey({ made }: Key): Default | null {
  if (made === null) return null
  return made === 'counter' ? { kind: 'counter' } : { kind: 'builtin', name: 'uuid' }
}

function formOf(
  { json, name, settings }: StoredProperty,
  type: FieldType,
  constraints: Constraints,
  isKey: boolean,
  { engine, collector }: FieldSource,
): JsonSchema {
  if (type === 'id_field') return isKey ? generatedKeyForm(engine) : { type: 'integer' }
  if (type === 'foreign_key') return {}
  if (allowsType(type, json)) return jsonForm(json, type, constraints)
  const message = `The JSON type of "${name}" conflicts with its database type "${type}"`
  collector.report('SVC3024', {
    message,
    at: settings.typeAt,
    help: `Change one of the types; the JSON type for "${type}" is used`,
  })
  const { type: _type, ...rest } = json
  return jsonForm(rest, type, constraints)
}

function constraintsOf(
  { name, required, json, settings }: StoredProperty,
  type: FieldType,
  key: Key,
  choices: Settings['choices'],
): Constraints {
  const isKey = name === key.name
  const isNullable = !settings.required && allowsNull(json)
  return {
    required: isKey || (type !== 'id_field' && required && !isNullable),
    unique: isKey || name === key.found || settings.unique,
    index: settings.index,
    minLength: settings.minLength,
    maxLength: settings.maxLength,
    choices,
    itemType: type === 'list' ? (settings.itemType ?? null) : null,
    precision: type === 'decimal' ? settings.precision : null,
    scale: type === 'decimal' ? settings.scale : null,
  }
}

function choicesOf({ name, json, settings }: StoredProperty, collector: Collector): Settings['choices'] {
  if (settings.type !== 'choice' && settings.type !== 'list') return null
  if (settings.choices !== null || settings.type === 'list') return settings.choices
  const values = json['enum']
  if (Array.isArray(values)) return values.filter((value) => value !== null)
  const message = `"${name}" has type "choice" but no "choices"`
  collector.report('SVC3020', {
    message,
    at: settings.typeAt,
    help: 'Add the choices, as in "choices": ["open", "done"]',
  })
  return null
}

/** Returns a default that is valid for its type. Reports others. */
export function defaultOf(
  node: Node | null,
  type: FieldType,
  constraints: Constraints,
  { collector }: Pick<FieldSource, 'collector'>,
): Default | null {
  if (node === null) return null
  const value = readDefault(toJson(node), type)
  const form = expectedDefault(value, type, constraints)
  if (form === undefined) return value
  collector.report('SVC3021', {
    message: `The default for ${type === 'foreign_key' ? 'a relationship' : `a field of type "${type}"`} must be ${form}`,
    at: node.at,
  })
  return null
}

/** Returns the value of `_backfill`. That of a foreign key is checked later, when its type is known. */
function backfillOf(
  { backfill, json, name }: StoredProperty,
  type: FieldType,
  constraints: Constraints,
  { collector }: FieldSource,
): Pick<Field, 'backfill'> {
  if (backfill === null) return {}
  const value = readDefault(toJson(backfill), type)
  const form = type === 'foreign_key' ? undefined : expectedBackfill(value, type, constraints, json)
  if (form === undefined) return { backfill: value }
  collector.report('SVC3029', { message: `"_backfill" for "${name}" must be ${form}`, at: backfill.at })
  return {}
}

function checkRename({ renamedFrom, name }: Property, { model, schema, collector }: FieldSource): void {
  if (renamedFrom === null) return
  const existing = schema.properties.find((property) => property.name === renamedFrom.name)
  if (existing === undefined) return
  collector.report('SVC3022', {
    message: `"${name}" cannot be renamed from "${renamedFrom.name}", because ${model} still has that field`,
    at: renamedFrom.at,
    related: [{ message: `"${renamedFrom.name}" declared here`, at: existing.nameAt }],
  })
}

/** Returns the column names of stored fields and of back-references, which are used without a declared foreign key. */
export function columnsOf(
  { schema, key }: LinkedModel,
  backrefs: readonly string[],
): ReadonlyMap<string, string> {
  const fields = storedProperties(schema)
    .filter(({ settings }) => settings.type !== 'relationship')
    .map(({ name }) => name)
  const names = new Set([...(key.added ? [key.name] : []), ...fields, ...[...backrefs].sort()])
  return columnNames([...names])
}

/**
 * With svc_sqla, adds the fields of type `text` that have `index` but not `unique` to the full-text index. For other
 * types, `index` creates an ordinary index. For text, an ordinary index would not speed up searches, and PostgreSQL
 * does not support it for long values.
 */
function withFullTextIndex(fields: readonly Field[], engine: Engine): readonly Field[] {
  if (engine !== 'svc_sqla') return fields
  return fields.map((field) =>
    field.stored && field.type === 'text' && field.constraints.index && !field.constraints.unique
      ? { ...field, constraints: { ...field.constraints, index: false, words: 'folded' } }
      : field,
  )
}
