import {
  effectOnHolders,
  type Field,
  type FieldType,
  isPassword,
  type Model,
  type Relation,
  type Service,
  VALUE_TRAITS,
} from '../../ir/index.js'
import { groupedBy } from '../../ir/lookup.js'
import type { Column, Reference, Table } from './shape.js'

/** Returns the tables for a service's models. A foreign key without a field is at the end. */
export function tablesOf(service: Service): Table[] {
  const stored = service.relations.filter(({ kind }) => kind !== 'many-to-many')
  const held = groupedBy(stored, ({ to }) => to)
  const source = { service, models: new Map(service.models.map((model) => [model.id, model])) }
  return service.models.map((model) => ({
    name: model.names.table,
    model: model.id,
    columns: columnsOf(model, held.get(model.id) ?? [], source),
    ...groupsOf(model, held.get(model.id) ?? []),
  }))
}

function groupsOf({ groups, fields }: Model, relations: readonly Relation[]): Pick<Table, 'groups'> {
  if (groups === undefined) return {}
  const columnOf = (name: string): string =>
    relations.find(({ backref }) => backref === name)?.foreignKey.column ??
    fields.find((field) => field.name === name)?.column ??
    name
  return { groups: groups.map(({ names, unique }) => ({ columns: names.map(columnOf), unique })) }
}

interface Source {
  readonly service: Service
  readonly models: ReadonlyMap<string, Model>
}

function columnsOf(model: Model, relations: readonly Relation[], source: Source): Column[] {
  const declared = new Set(model.fields.map((field) => field.column))
  return [
    ...model.fields.flatMap((field) => fieldColumns(field, model, relations, source)),
    ...relations
      .filter((relation) => !declared.has(relation.foreignKey.column))
      .map((relation) => foreignKey(relation, source)),
  ]
}

/** Returns the column for a field. Virtual fields, and `foreign_key` fields that no relation uses, have no column. */
function fieldColumns(field: Field, model: Model, relations: readonly Relation[], source: Source): Column[] {
  const { type, column, constraints } = field
  if (column === null) return []
  if (type === 'foreign_key') {
    const relation = relations.find((each) => each.foreignKey.column === column)
    return relation === undefined ? [] : [foreignKey(relation, source)]
  }
  const isKey = field.name === model.key
  const isText = type === 'string' || type === 'text'
  // The service itself counts keys in MongoDB, so that the collection stays as it is.
  const isCounted = field.default?.kind === 'counter' && source.service.engine === 'svc_mongodb'
  const measured = isText && !isPassword(source.service, model, field.name)
  return [
    {
      name: column,
      field: field.name,
      type,
      isKey,
      required: isKey || constraints.required || type === 'id_field',
      unique: !isKey && (constraints.unique || type === 'id_field'),
      index: !isKey && constraints.index && !constraints.unique && isIndexed(type),
      words: isPassword(source.service, model, field.name) ? null : wordsFunction(field),
      minLength: measured ? constraints.minLength : null,
      maxLength: measured ? constraints.maxLength : null,
      choices: type === 'choice' ? constraints.choices : null,
      precision: type === 'decimal' ? constraints.precision : null,
      scale: type === 'decimal' ? constraints.scale : null,
      itemType: keptItems(field),
      references: null,
      fill: field.backfill ?? (isCounted ? null : field.default),
      ...(type === 'choice' && field.backfill !== undefined ? { replacement: field.backfill } : {}),
    },
  ]
}

/** Returns the function for a field's full-text index. Until version 1.0, the index contained words with accents. */
function wordsFunction({ constraints: { words } }: Field): Column['words'] {
  if (words === undefined) return null
  return words === 'folded' ? 'svc_folded_words' : 'svc_words'
}

/** Returns the type in which list items are stored. Choices are stored as written in the schema. */
function keptItems({ type, constraints: { itemType, choices } }: Field): Column['itemType'] {
  if (type !== 'list') return null
  if (itemType === 'choice') return choices?.every((each) => typeof each === 'string') ? 'string' : 'pickle'
  return itemType === 'text' ? 'string' : (itemType ?? 'pickle')
}

/** Returns whether queries would use an index on a column of this type. */
function isIndexed(type: FieldType): boolean {
  const { kind } = VALUE_TRAITS[type]
  return kind !== 'list' && kind !== 'json'
}

function foreignKey(relation: Relation, source: Source): Column {
  const { type, column } = relation.foreignKey
  if (type === 'foreign_key') throw new TypeError(`the key of ${relation.from} is a foreign key`)
  const unique = relation.kind === 'one-to-one'
  const backfill = source.models
    .get(relation.to)
    ?.fields.find((field) => field.name === relation.foreignKey.field)?.backfill
  return {
    name: column,
    field: relation.foreignKey.field ?? relation.backref,
    type,
    isKey: false,
    required: relation.required,
    unique,
    index: !unique,
    words: null,
    minLength: null,
    maxLength: null,
    choices: null,
    precision: null,
    scale: null,
    itemType: null,
    references: referenceOf(relation, source),
    fill: backfill ?? relation.backfill ?? null,
  }
}

/** Returns the column to which a foreign key refers, and the effect of deleting the referenced row. */
function referenceOf(relation: Relation, { models }: Source): Reference {
  const target = models.get(relation.from)
  const key = target?.fields.find((field) => field.name === target.key)
  if (target === undefined || key === undefined || key.column === null) {
    throw new TypeError(`${relation.id}: the referenced table has no key`)
  }
  return { table: target.names.table, column: key.column, onDelete: effectOnHolders(relation) }
}
