import type { Service } from '../../ir/index.js'
import { conversion } from './conversion.js'
import { matchTables, type TableMatch } from '../shape/match.js'
import { type KeptColumn, keptTables } from '../shape/renamed.js'
import { type Aspect, type Change, describeStep, type MigrationStep } from './step.js'
import type { Column } from '../shape/shape.js'

/** A step of a migration for display. */
export interface DatabaseStep {
  /** `drop column story.title`. */
  readonly step: string
  readonly destructive: boolean
  /** What happens to the data, if something is lost. */
  readonly fate: string | null
}

/** Returns descriptions of the database changes. `before` is null for the first run. */
export function databaseSteps(before: Service | null, after: Service): readonly DatabaseStep[] {
  return diffServices(before, after).map((step) => ({
    step: describeStep(step),
    destructive: step.destructive !== null,
    fate: step.destructive,
  }))
}

/** Returns the database changes between two runs. `before` is null for the first run. */
export function diffServices(before: Service | null, after: Service): MigrationStep[] {
  return stepsOf(matchTables(before, after))
}

/** Returns the steps between the tables before and after. */
export function stepsOf(matches: readonly TableMatch[]): MigrationStep[] {
  return [
    ...matches.flatMap(renames),
    ...matches.flatMap(tables),
    ...keptTables(matches).flatMap(({ after: table, columns }) =>
      columns.flatMap((column) => changes(table.name, column)),
    ),
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

function changes(table: string, { before, after }: KeptColumn): MigrationStep[] {
  if (before === null)
    return after === null ? [] : [{ kind: 'add-column', table, column: after, destructive: null }]
  if (after === null) {
    return [
      {
        kind: 'drop-column',
        table,
        column: before,
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

const ASPECTS: readonly Aspect[] = [
  'key',
  'type',
  'items',
  'required',
  'check',
  'unique',
  'index',
  'words',
  'reference',
]

/** Returns the aspects in which a column changes, other than its name. */
export function aspectsOf(before: Column, after: Column): Aspect[] {
  return ASPECTS.filter((aspect) => DIFFERS[aspect](before, after))
}
