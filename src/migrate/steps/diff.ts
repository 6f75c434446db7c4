import type { Engine, Service } from '../../ir/index.js'
import { describeRemoved, describeReplacement, needsChoices, removedChoices } from './choices.js'
import { conversion } from './conversion.js'
import { describeFill, needOf } from './fill.js'
import { describeLengths } from './lengths.js'
import type { TableMatch, IndexGroup } from '../shape/shape.js'
import { type KeptColumn, type KeptTable, keptTables } from '../shape/renamed.js'
import { aspectsOf, type MigrationStep } from './step.js'

export interface DatabaseStep {
  /** `drop column story.title`. */
  readonly step: string
  /** The field or the model that the step changes, `Story.title` or `Story`, or null if the model was removed. */
  readonly of: string | null
  /** A description of the data that is lost, or null if no data is lost. */
  readonly destructive: string | null
  /** The value that existing rows get in a column that becomes required, or null if no rows need one. */
  readonly rows: string | null
  /** The field for which existing rows have no value, such as `Story.state`. */
  readonly fieldWithoutValue: string | null
  /** The field from which choices are removed that rows might have, or null. */
  readonly removedChoices: { readonly field: string; readonly values: string } | null
}

export function describedSteps(
  matches: readonly TableMatch[],
  { models, routes, engine }: Service,
): readonly DatabaseStep[] {
  return stepsOf(matches).map(({ text, table, change, loss }) => {
    const model = models.find(({ names }) => names.table === table)?.id ?? null
    const field = change === null ? '' : `${model ?? table}.${change.after.field}`
    const isChanged = change !== null && change.before !== null
    // No path selects rows without a value in the field that a parameter of the path stands for.
    const isScope =
      change?.before === null &&
      !change.after.required &&
      routes.some(
        (route) => route.model === model && route.scope?.some((each) => each.field === change.after.field),
      )
    return {
      step: text,
      of: model !== null && isChanged ? field : model,
      destructive: loss?.what ?? null,
      ...rowsOf(change, field, engine),
      ...(isScope ? { rows: 'no value, so that no path selects them' } : {}),
    }
  })
}

function rowsOf(
  change: MigrationStep['change'],
  field: string,
  engine: Engine,
): Pick<DatabaseStep, 'rows' | 'fieldWithoutValue' | 'removedChoices'> {
  if (change === null) return { rows: null, fieldWithoutValue: null, removedChoices: null }
  const { before, after } = change
  // MongoDB has no constraints, so values that are not choices, or too long or short, remain.
  const isChecked = engine === 'svc_sqla'
  const removed = isChecked && needsChoices(before, after) ? removedChoices(before, after) : null
  const rows = [
    describeFill(before, after),
    ...(isChecked ? [describeReplacement(before, after), describeLengths(before, after)] : []),
  ]
  return {
    rows: rows.filter((each) => each !== null).join('; ') || null,
    fieldWithoutValue: needOf(before, after) === 'no value' ? field : null,
    removedChoices: removed === null ? null : { field, values: describeRemoved(removed) },
  }
}

export function stepsOf(matches: readonly TableMatch[]): MigrationStep[] {
  return [
    ...matches.flatMap(renames),
    ...matches.flatMap(tables),
    ...keptTables(matches).flatMap((table) => table.columns.flatMap((column) => changes(table, column))),
    ...matches.flatMap(groups),
  ]
}

function step(
  text: string,
  table: string,
  column: string | null = null,
  parts: Partial<Pick<MigrationStep, 'change' | 'loss'>> = {},
): MigrationStep {
  return { text, table, column, change: null, loss: null, ...parts }
}

function renames({ before, after, columns }: TableMatch): MigrationStep[] {
  if (before === null || after === null) return []
  const table = after.name
  return [
    ...(before.name === table ? [] : [step(`rename table ${before.name} to ${table}`, table)]),
    ...columns.flatMap(({ before: column, after: renamed }) =>
      column === null || renamed === null || column.name === renamed.name
        ? []
        : [step(`rename column ${table}.${column.name} to ${renamed.name}`, table, renamed.name)],
    ),
  ]
}

function tables({ before, after }: TableMatch): MigrationStep[] {
  if (before === null && after !== null) return [step(`create table ${after.name}`, after.name)]
  if (before === null || after !== null) return []
  const loss = { what: 'the table and all its rows are deleted', table: before.name, column: null }
  return [step(`drop table ${before.name}`, before.name, null, { loss })]
}

/** Returns the steps for added and dropped multi-column indexes. Indexes that are only renamed are ignored. */
function groups({ before, after, columns }: TableMatch): MigrationStep[] {
  if (before === null || after === null) return []
  const names = new Map(columns.map((column) => [column.before?.name, column.after?.name]))
  const old = (before.groups ?? []).map((group) => ({
    ...group,
    columns: group.columns.map((name) => names.get(name) ?? name),
  }))
  const is = (group: IndexGroup) => (other: IndexGroup) => JSON.stringify(other) === JSON.stringify(group)
  const now = after.groups ?? []
  const stepFor = (verb: 'add' | 'drop', group: IndexGroup): MigrationStep => {
    const index = `${group.unique ? 'unique index' : 'index'} on columns ${group.columns.join(', ')}`
    return step(`${verb} ${index} of ${after.name}`, after.name)
  }
  return [
    ...old.filter((group) => !now.some(is(group))).map((group) => stepFor('drop', group)),
    ...now.filter((group) => !old.some(is(group))).map((group) => stepFor('add', group)),
  ]
}

function changes(
  { before: formerTable, after: { name: table } }: KeptTable,
  { former, before, after }: KeptColumn,
): MigrationStep[] {
  const lossOf = (what: string | null): MigrationStep['loss'] =>
    what === null ? null : { what, table: formerTable.name, column: former }
  if (after === null) {
    const name = former?.name ?? ''
    const loss = lossOf('the column and all its values are deleted')
    return [step(`drop column ${table}.${name}`, table, name, { loss })]
  }
  const { name } = after
  const change = { before, after }
  if (before === null) return [step(`add column ${table}.${name}`, table, name, { change })]
  const aspects = aspectsOf(before, after).map((aspect) => aspect.name)
  if (aspects.length === 0) return []
  const loss = lossOf(conversion(before, after).lost)
  return [step(`change ${aspects.join(', ')} of column ${table}.${name}`, table, name, { change, loss })]
}
