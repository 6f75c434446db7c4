import type { Command, Fill, Need } from '../../../templates/runtime/mongo/migrations.js'
import type { FieldType } from '../../../templates/runtime/spec/field-types.js'
import { isNarrower, isText, itemChange } from '../steps/conversion.js'
import { fillOf, isFilled } from '../steps/fill.js'
import { needsOf } from '../steps/needs.js'
import { createdTables, droppedTables, reversed } from '../shape/match.js'
import type { ColumnMatch, TableMatch, Column, Table } from '../shape/shape.js'
import { inRenameOrder } from '../shape/renamed.js'

/** Returns the commands in order: removals, renames, changes to values and keys, and new indexes. */
function mongoCommands(matches: readonly TableMatch[]): Command[] {
  const kept = matches.flatMap(({ before, after, columns, isSame }): Kept[] =>
    before === null || after === null || isSame ? [] : [{ before, after, columns }],
  )
  return [
    ...droppedTables(matches).map(({ name }): Command => ({ do: 'drop-collection', collection: name })),
    ...kept.flatMap(droppedIndexes),
    ...kept.flatMap(({ before, after }) => groupCommands('drop-group', before, after)),
    ...kept.flatMap(droppedFields),
    ...inRenameOrder(kept.map(({ before, after }) => ({ from: before.name, to: after.name }))).map(
      ({ from, to }): Command => ({ do: 'rename-collection', collection: from, to }),
    ),
    ...kept.flatMap(renamedFields),
    ...createdTables(matches).flatMap((table): Command[] => [
      { do: 'create-collection', collection: table.name },
      ...createdIndexes(table, new Set()),
      ...groupCommands('create-group', table, null),
    ]),
    ...kept.flatMap(changedKey),
    ...kept.flatMap(({ after, columns }) => columns.flatMap((column) => changedValues(after.name, column))),
    ...kept.flatMap(({ after, columns }) => createdIndexes(after, new Set(unchangedIndexes(columns)))),
    ...kept.flatMap(({ before, after }) => groupCommands('create-group', after, before)),
  ]
}

/** A table that exists both before and after the migration, and might be changed by it. */
interface Kept {
  readonly before: Table
  readonly after: Table
  readonly columns: readonly ColumnMatch[]
}

export function pathOf(column: Column): string {
  return column.isKey ? '_id' : column.name
}

function hasIndex(column: Column): boolean {
  return !column.isKey && (column.unique || column.index)
}

/** Returns whether an index is unchanged, which means that its path and its uniqueness are the same. */
function isKept({ before, after }: ColumnMatch): boolean {
  return (
    before !== null &&
    after !== null &&
    hasIndex(after) &&
    pathOf(before) === pathOf(after) &&
    before.unique === after.unique
  )
}

function droppedIndexes({ before: { name }, columns }: Kept): Command[] {
  return columns.flatMap((column): Command[] => {
    const { before } = column
    if (before === null || !hasIndex(before) || isKept(column)) return []
    return [{ do: 'drop-index', collection: name, path: pathOf(before), unique: before.unique }]
  })
}

function unchangedIndexes(columns: readonly ColumnMatch[]): string[] {
  return columns.flatMap((column) =>
    column.before !== null && hasIndex(column.before) && isKept(column) ? [pathOf(column.before)] : [],
  )
}

function createdIndexes(table: Table, unchanged: ReadonlySet<string>): Command[] {
  return table.columns
    .filter((column) => hasIndex(column) && !unchanged.has(pathOf(column)))
    .map((column) => ({
      do: 'create-index',
      collection: table.name,
      path: pathOf(column),
      unique: column.unique,
    }))
}

/** Returns the commands for the multi-field indexes that `table` has but `other` does not. */
function groupCommands(command: 'create-group' | 'drop-group', table: Table, other: Table | null): Command[] {
  const same = new Set(other === null ? [] : groupPaths(other).map((group) => JSON.stringify(group)))
  return groupPaths(table)
    .filter((group) => !same.has(JSON.stringify(group)))
    .map((group): Command => ({ do: command, collection: table.name, ...group }))
}

function groupPaths({ columns, groups = [] }: Table): { paths: string[]; unique: boolean }[] {
  const key = columns.find(({ isKey }) => isKey)?.name
  return groups.map((group) => ({
    paths: group.columns.map((name) => (name === key ? '_id' : name)),
    unique: group.unique,
  }))
}

/** Returns the commands that drop fields. A removed key is not dropped, because the new key overwrites it. */
function droppedFields({ before: { name }, columns }: Kept): Command[] {
  return columns.flatMap(({ before, after }): Command[] =>
    before !== null && after === null && !before.isKey
      ? [{ do: 'drop-field', collection: name, path: pathOf(before) }]
      : [],
  )
}

function renamedFields({ after: { name }, columns }: Kept): Command[] {
  const renamings = columns.flatMap(({ before, after }) =>
    before !== null && after !== null && !before.isKey ? [{ from: before.name, to: after.name }] : [],
  )
  return inRenameOrder(renamings).map(({ from, to }): Command => ({
    do: 'rename-field',
    collection: name,
    path: from,
    to,
  }))
}

function changedKey({ after: { name }, columns }: Kept): Command[] {
  const former = columns.find(({ before }) => before?.isKey)
  const next = columns.find(({ after }) => after?.isKey)
  if (former === next) return []
  const from = next?.before ? (next.after?.name ?? null) : null
  return [{ do: 'change-key', collection: name, from, to: former?.after?.name ?? null }]
}

function changedValues(collection: string, { before, after }: ColumnMatch): Command[] {
  if (after === null) return []
  const path = pathOf(after)
  const converted = before === null ? [] : convertedValues(collection, before, after)
  const isGenerated = before === null && after.type === 'id_field' && after.references === null
  if (after.isKey || !(isGenerated || isFilled(before, after))) return converted
  const fill = mongoFill(after)
  return [
    ...converted,
    ...(fill === null ? [] : [filling(collection, after, fill)]),
    { do: 'require-field', collection, path },
  ]
}

function filling(collection: string, column: Column, fill: Fill): Command {
  const { itemType } = column
  const items = itemType === null || itemType === 'pickle' ? {} : { itemType: mongoType({ type: itemType }) }
  return { do: 'fill-field', collection, path: pathOf(column), type: mongoType(column), ...items, fill }
}

function convertedValues(collection: string, before: Column, after: Column): Command[] {
  if (after.losesLinks === true) return [{ do: 'drop-field', collection, path: pathOf(after) }]
  const isSame = before.type === after.type || (isText(before) && isText(after))
  const items = itemChange(before, after)
  if (isSame && items === null && !(after.type === 'decimal' && isNarrower(before, after))) return []
  const isLimited = after.type === 'decimal' && after.precision !== null
  return [
    {
      do: 'convert-field',
      collection,
      path: pathOf(after),
      from: mongoType(before),
      to: mongoType(after),
      precision: isLimited ? after.precision : null,
      scale: isLimited ? (after.scale ?? 0) : null,
      ...(items === null ? {} : { items: { from: mongoType(items.from), to: mongoType(items.to) } }),
    },
  ]
}

/** Returns the type in which MongoDB stores a field. A generated key is an ObjectId. */
function mongoType({ type }: Pick<Column, 'type'>): FieldType {
  return type === 'id_field' ? 'object_id' : type
}

function mongoFill(column: Column): Fill | null {
  if (column.type === 'id_field' && column.references === null) return { builtin: 'object_id' }
  const fill = fillOf(column)
  if (fill === null) return null
  return fill.kind === 'literal' ? { value: fill.value } : { builtin: fill.name }
}

export function mongoNeeds(matches: readonly TableMatch[]): Need[] {
  return needsOf(matches).flatMap(({ need, model, field, table, before, after }) => {
    // MongoDB has no constraints, so values that are not choices, or too long or short, remain.
    if (need !== 'no value' && need !== 'one value') return []
    const path = before === null || after.losesLinks === true ? null : pathOf(before)
    const convert = before === null ? {} : conversionOf(before, after)
    return [{ need, model, field, collection: table, path, ...convert }]
  })
}

function conversionOf(before: Column, after: Column): Pick<Need, 'convert'> {
  const [command] = convertedValues('', before, after)
  if (command?.do !== 'convert-field' || command.items !== undefined) return {}
  const { from, to, precision, scale } = command
  return { convert: { from, to, precision, scale } }
}

export interface MongoMigration {
  readonly up: readonly Command[]
  readonly down: readonly Command[]
}

export function mongoMigration(matches: readonly TableMatch[]): MongoMigration {
  return { up: mongoCommands(matches), down: mongoCommands(reversed(matches)) }
}
