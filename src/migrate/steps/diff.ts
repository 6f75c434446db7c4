import type { Service } from '../../ir/index.js'
import { describeRemoved, describeReplacement, needsChoices, removedChoices } from './choices.js'
import { conversion } from './conversion.js'
import { describeFill, needOf } from './fill.js'
import type { TableMatch } from '../shape/match.js'
import { type KeptColumn, keptTables } from '../shape/renamed.js'
import { type Aspect, ASPECTS, type Change, describeStep, type MigrationStep } from './step.js'
import type { Column, IndexGroup } from '../shape/shape.js'

export interface DatabaseStep {
  /** `drop column story.title`. */
  readonly step: string
  /** The field or the model that the step changes, `Story.title` or `Story`, or null if the model was removed. */
  readonly of: string | null
  readonly destructive: boolean
  /** A description of the data that is lost, or null if no data is lost. */
  readonly fate: string | null
  /** The value that existing rows get in a column that becomes required, or null if no rows need one. */
  readonly rows: string | null
  /** The field for which existing rows have no value, such as `Story.state`. */
  readonly fieldWithoutValue: string | null
  /** The field from which choices are removed that rows might have, or null. */
  readonly removedChoices: { readonly field: string; readonly values: string } | null
}

export function describedSteps(matches: readonly TableMatch[], after: Service): readonly DatabaseStep[] {
  return stepsOf(matches).map((step) => ({
    step: describeStep(step),
    of: subjectOf(step, after),
    destructive: step.destructive !== null,
    fate: step.destructive,
    ...rowsOf(step, after),
  }))
}

/** Returns the field or model that a step changes. For a removed field, this is its model. */
function subjectOf(step: MigrationStep, { models }: Service): string | null {
  const table =
    step.kind === 'rename-table' ? step.to : typeof step.table === 'string' ? step.table : step.table.name
  const model = models.find(({ names }) => names.table === table)
  if (model === undefined) return null
  return step.kind === 'change-column' ? `${model.id}.${step.to.field}` : model.id
}

function rowsOf(
  step: MigrationStep,
  service: Service,
): Pick<DatabaseStep, 'rows' | 'fieldWithoutValue' | 'removedChoices'> {
  if (step.kind !== 'add-column' && step.kind !== 'change-column')
    return { rows: null, fieldWithoutValue: null, removedChoices: null }
  const before = step.kind === 'change-column' ? step.from : null
  const after = step.kind === 'change-column' ? step.to : step.column
  const model = service.models.find(({ names }) => names.table === step.table)?.id ?? step.table
  const field = `${model}.${after.field}`
  // MongoDB has no constraints, so values that are not choices remain.
  const isChecked = service.engine === 'svc_sqla'
  const removed = isChecked && needsChoices(before, after) ? removedChoices(before, after) : null
  const rows = [describeFill(before, after), isChecked ? describeReplacement(before, after) : null]
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
    ...keptTables(matches).flatMap(({ after: table, columns }) =>
      columns.flatMap((column) => changes(table.name, column)),
    ),
    ...matches.flatMap(groups),
  ]
}

function renames({ before, after, columns }: TableMatch): MigrationStep[] {
  if (before === null || after === null) return []
  const steps: Change[] =
    before.name === after.name ? [] : [{ kind: 'rename-table', from: before.name, to: after.name }]
  for (const column of columns) {
    if (column.before === null || column.after === null || column.before.name === column.after.name) continue
    steps.push({ kind: 'rename-column', table: after.name, from: column.before.name, to: column.after.name })
  }
  return steps.map((step) => ({ ...step, destructive: null }))
}

function tables({ before, after }: TableMatch): MigrationStep[] {
  if (before === null && after !== null) return [{ kind: 'create-table', table: after, destructive: null }]
  if (before !== null && after === null) {
    return [{ kind: 'drop-table', table: before, destructive: 'the table and all its rows are deleted' }]
  }
  return []
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
  const step = (kind: 'add-group' | 'drop-group', group: IndexGroup): MigrationStep => ({
    kind,
    table: after.name,
    group,
    destructive: null,
  })
  return [
    ...old.filter((group) => !now.some(is(group))).map((group) => step('drop-group', group)),
    ...now.filter((group) => !old.some(is(group))).map((group) => step('add-group', group)),
  ]
}

function changes(table: string, { former, before, after }: KeptColumn): MigrationStep[] {
  if (before === null)
    return after === null ? [] : [{ kind: 'add-column', table, column: after, destructive: null }]
  if (after === null) {
    return [
      {
        kind: 'drop-column',
        table,
        column: former ?? before,
        destructive: 'the column and all its values are deleted',
      },
    ]
  }
  const aspects = aspectsOf(before, after)
  if (aspects.length === 0) return []
  return [
    {
      kind: 'change-column',
      table,
      from: before,
      to: after,
      aspects,
      destructive: conversion(before, after).lost,
    },
  ]
}

const DIFFERS: Readonly<Record<Aspect, (before: Column, after: Column) => boolean>> = {
  key: (before, after) => before.isKey !== after.isKey,
  type: (before, after) =>
    before.type !== after.type || before.precision !== after.precision || before.scale !== after.scale,
  items: (before, after) =>
    before.itemType !== null && after.itemType !== null && before.itemType !== after.itemType,
  required: (before, after) => before.required !== after.required,
  check: (before, after) =>
    before.minLength !== after.minLength ||
    before.maxLength !== after.maxLength ||
    JSON.stringify(before.choices) !== JSON.stringify(after.choices),
  unique: (before, after) => before.unique !== after.unique,
  index: (before, after) => before.index !== after.index,
  words: (before, after) => before.words !== after.words,
  reference: (before, after) => JSON.stringify(before.references) !== JSON.stringify(after.references),
}

/** Returns which aspects of a column change, other than its name. */
export function aspectsOf(before: Column, after: Column): Aspect[] {
  return ASPECTS.filter((aspect) => DIFFERS[aspect](before, after))
}
