import { aspectsOf } from '../../steps/step.js'
import { choicesSql, convertedSql, fillSql, replacementSql } from '../values.js'
import {
  checkSql,
  columnIndexes,
  createIndexes,
  dropIndexes,
  groupIndexes,
  renameStatements,
} from '../ddl.js'
import type { Index } from '../dialects.js'
import { itemChange } from '../../steps/conversion.js'
import { createdTables, droppedTables } from '../../shape/match.js'
import { type Column, isGenerated, type TableMatch } from '../../shape/shape.js'
import { constraintName, quoted, textLiteral } from '../names.js'
import {
  addForeignKey,
  collation,
  createPostgresTable,
  dropForeignKey,
  postgresColumn,
  postgresType,
  primaryKeyName,
  primaryKeySql,
} from './postgres.js'
import { convertItems } from './items.js'
import { createPostgresWords, dropPostgresWords } from './words.js'
import {
  inRenameOrder,
  type KeptColumn,
  type KeptTable,
  keptTables,
  nameAfterRenames,
  type Renaming,
} from '../../shape/renamed.js'

/** Returns the statements that migrate a PostgreSQL database: renames first, and new foreign keys last. */
export function renderPostgres(matches: readonly TableMatch[]): string {
  const kept = keptTables(matches)
  const dropped = droppedTables(matches)
  const created = createdTables(matches)
  const statements = [
    ...kept.flatMap(({ before, after, reusesNames }) =>
      dropIndexes(groupIndexes(before), reusesNames ? [] : groupIndexes(after)),
    ),
    ...dropped.flatMap((table) => table.columns.flatMap((column) => dropForeignKey(table.name, column))),
    ...renameStatements(matches),
    ...renameConstraints(matches),
    ...kept.flatMap((table) => table.columns.flatMap((column) => loosen(column, table))),
    ...dropped.map((table) => `DROP TABLE ${quoted(nameAfterRenames(table, null, matches))};`),
    ...createPostgresWords(matches),
    ...created.flatMap(createPostgresTable),
    ...kept.flatMap(changeTable),
    ...kept.flatMap((table) => table.columns.flatMap((column) => tighten(column, table))),
    ...created.flatMap((table) => table.columns.flatMap((column) => addForeignKey(table.name, column))),
    ...kept.flatMap(({ before, after, reusesNames }) =>
      createIndexes(reusesNames ? [] : groupIndexes(before), groupIndexes(after)),
    ),
    ...dropPostgresWords(matches),
  ]
  return statements.join('\n\n')
}

/** Renames constraints and indexes, because their names are derived from table and column names. */
function renameConstraints(matches: readonly TableMatch[]): string[] {
  return inRenameOrder(matches.flatMap((match) => constraintRenamings(match, matches))).map(
    ({ alter, from, to }) => `${alter(from)} TO ${quoted(to)};`,
  )
}

interface ConstraintRenaming extends Renaming {
  /** Returns the part of the statement before `TO` and the new name. */
  readonly alter: (from: string) => string
}

function constraintRenamings(
  { before, after, columns }: TableMatch,
  matches: readonly TableMatch[],
): ConstraintRenaming[] {
  if (before === null) return []
  const name = nameAfterRenames(before, after, matches)
  const alterConstraint = (from: string): string =>
    `ALTER TABLE ${quoted(name)} RENAME CONSTRAINT ${quoted(from)}`
  const alterIndex = (from: string): string => `ALTER INDEX ${quoted(from)} RENAME`
  return [
    { from: primaryKeyName(before), to: primaryKeyName({ name }), alter: alterConstraint },
    ...columns.flatMap((column): ConstraintRenaming[] => {
      if (column.before === null) return []
      const former = column.before
      const columnName = nameAfterRenames(former, column.after, columns)
      const renamed = columnIndexes({ ...before, name }, { ...former, name: columnName }, 'postgres')
      return [
        ...columnIndexes(before, former, 'postgres').map((index, at) => ({
          from: index.name,
          to: renamed[at]?.name ?? index.name,
          alter: alterIndex,
        })),
        ...(former.references === null || after === null
          ? []
          : [
              {
                from: constraintName(before.name, former.name, 'fkey'),
                to: constraintName(name, columnName, 'fkey'),
                scope: name,
                alter: alterConstraint,
              },
            ]),
        ...(checkSql(former, 'postgres') === null
          ? []
          : [{ from: former.name, to: columnName, scope: name, alter: alterConstraint }]),
      ]
    }),
  ]
}

/** Drops foreign keys that have been removed or changed. These statements run before the referenced columns change. */
function loosen(column: KeptColumn, { after: table }: KeptTable): string[] {
  return column.before !== null && changesReference(column) ? dropForeignKey(table.name, column.before) : []
}

function tighten(column: KeptColumn, { after: table }: KeptTable): string[] {
  return column.after !== null && changesReference(column) ? addForeignKey(table.name, column.after) : []
}

function changesReference({ before, after }: KeptColumn): boolean {
  if (before === null || after === null) return true
  return aspectsOf(before, after).some(({ aspect }) => aspect === 'reference' || aspect === 'type')
}

function changeTable(table: KeptTable): string[] {
  const alter = `ALTER TABLE ${quoted(table.after.name)}`
  const changesKey = table.columns.some(
    ({ before, after }) => (before?.isKey ?? false) !== (after?.isKey ?? false),
  )
  return [
    ...table.columns.flatMap((column) =>
      dropIndexes(indexesBefore(column, table), indexesAfter(column, table)),
    ),
    ...(changesKey ? [`${alter} DROP CONSTRAINT ${quoted(primaryKeyName(table.after))};`] : []),
    ...table.columns.flatMap(({ before, after }) => {
      if (after === null) return before === null ? [] : [`${alter} DROP COLUMN ${quoted(before.name)};`]
      return before === null ? addColumn(after, table) : alterColumn(before, after, table)
    }),
    ...(changesKey ? [`${alter} ADD ${primaryKeySql(table.after)};`] : []),
    ...table.columns.flatMap((column) =>
      createIndexes(indexesBefore(column, table), indexesAfter(column, table)),
    ),
  ]
}

function indexesBefore({ before }: KeptColumn, { renamed }: KeptTable): Index[] {
  return before === null ? [] : columnIndexes(renamed, before, 'postgres')
}

function indexesAfter({ after }: KeptColumn, table: KeptTable): Index[] {
  return after === null ? [] : columnIndexes(table.after, after, 'postgres')
}

/** Adds a column. A required column is filled before the NOT NULL constraint is set. */
function addColumn(column: Column, { after: table }: KeptTable): string[] {
  const alter = `ALTER TABLE ${quoted(table.name)}`
  const fill = column.required ? fillSql(column, 'postgres') : null
  if (fill === null) return [`${alter} ADD COLUMN ${postgresColumn(column)};`]
  const name = quoted(column.name)
  return [
    `${alter} ADD COLUMN ${postgresColumn({ ...column, required: false })};`,
    `UPDATE ${quoted(table.name)} SET ${name} = ${fill};`,
    `${alter} ALTER COLUMN ${name} SET NOT NULL;`,
  ]
}

function alterColumn(before: Column, after: Column, { after: table }: KeptTable): string[] {
  const name = quoted(after.name)
  const alter = `ALTER TABLE ${quoted(table.name)} ALTER COLUMN ${name}`
  const [oldCheck, check] = [checkSql(before, 'postgres'), checkSql(after, 'postgres')]
  const [oldType, type] = [postgresType(before), postgresType(after)]
  const fill = after.required && !before.required ? fillSql(after, 'postgres') : null
  const items = itemChange(before, after)
  const isConverted = oldType !== type || before.type !== after.type || after.losesLinks === true
  const replacement = isConverted ? null : replacementSql(before, after, 'postgres')
  const statements = [
    oldCheck !== null && oldCheck !== check && `ALTER TABLE ${quoted(table.name)} DROP CONSTRAINT ${name};`,
    isGenerated(before) && !isGenerated(after) && `${alter} DROP IDENTITY;`,
    !after.required && before.required && `${alter} DROP NOT NULL;`,
    items !== null && convertItems(table.name, after.name, items),
    isConverted &&
      `${alter} TYPE ${type}${collation(after)} USING (${convertedSql(before, after, 'postgres')})::${castType(after)};`,
    replacement !== null &&
      `UPDATE ${quoted(table.name)} SET ${name} = ${replacement} WHERE ${name} NOT IN ${choicesSql(after, 'postgres')};`,
    fill !== null && `UPDATE ${quoted(table.name)} SET ${name} = ${fill} WHERE ${name} IS NULL;`,
    after.required && !before.required && `${alter} SET NOT NULL;`,
    ...(isGenerated(after) && !isGenerated(before)
      ? [`${alter} ADD GENERATED BY DEFAULT AS IDENTITY;`, continueValues(table.name, after.name)]
      : []),
    check !== null && oldCheck !== check && `ALTER TABLE ${quoted(table.name)} ADD ${check};`,
  ]
  return statements.filter((statement) => typeof statement === 'string')
}

/** Makes the values that a column generates from now on continue after those of existing rows. */
function continueValues(table: string, column: string): string {
  const sequence = `pg_get_serial_sequence(${textLiteral(quoted(table), 'chr')}, ${textLiteral(column, 'chr')})`
  const highest = `max(${quoted(column)})`
  return `SELECT setval(${sequence}, ${highest}) FROM ${quoted(table)} HAVING ${highest} > 0;`
}

/** Returns the type to cast to. It has no length, because a cast to VARCHAR(n) would truncate silently. */
function castType(column: Column): string {
  return postgresType({ ...column, maxLength: null })
}
