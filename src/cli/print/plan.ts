import { dirname } from 'node:path/posix'
import { newStubs, pathsThat } from '../../output/compare/change-set.js'
import { scaffoldDiffs } from '../../output/compare/drift.js'
import type { Comparison } from '../../run.js'
import { apiChanges } from '../../plan/api-changes.js'
import type { ApiChange } from '../../plan/change.js'
import { groupedBy } from '../../ir/lookup.js'
import { textRangeOf } from '../../diagnostics/text-range.js'
import { findOutdatedCode } from '../../output/problems/outdated-code.js'
import type { Table } from './table.js'

export type Plan = Readonly<ReturnType<typeof planOf>>

/** Returns the plan for a run. Edited generated files count as updates, as with `generate --force`. */
export function planOf({ changes, state, analysis, steps, emitted, output }: Comparison) {
  const { service } = analysis
  const before = state.lock?.service ?? null
  const edited = new Set(
    changes.decisions
      .filter(({ problem }) => problem === 'hand-edit' || problem === 'not-ours')
      .map(({ path }) => path),
  )
  return {
    files: {
      created: pathsThat('created', changes),
      updated: [...pathsThat('updated', changes), ...edited].toSorted(),
      removed: pathsThat('removed', changes),
      kept: pathsThat('kept', changes).filter((path) => !edited.has(path)),
    },
    api: apiChanges(before, service),
    database: steps.map(({ step, destructive, rows }) => ({
      step,
      destructive: destructive !== null,
      /** The value that existing rows get if a field becomes required. */
      ...(rows === null ? {} : { rows }),
    })),
    /** Functions that the user needs to implement. */
    stubs: newStubs(changes),
    /** Lines of the user's functions that no longer match the input. */
    functions: findOutdatedCode({ before, after: service, changes, ledger: state.ledger, output }).map(
      ({ path, at, change }) => {
        const { line, column } = textRangeOf(at)
        return { file: path, line, column, change }
      },
    ),
    /** Files edited by the user that svcgen would now generate differently. */
    offers: scaffoldDiffs({ changes, emitted, folder: output.folder, ledger: state.ledger }),
  }
}

/** Returns a plan as an object for `plan --json`. Empty parts are left out, except for files, API, database and stubs. */
export function planJson({ functions, offers, ...published }: Plan): object {
  return {
    ...published,
    ...(functions.length === 0 ? {} : { functions }),
    ...(offers.length === 0 ? {} : { offers }),
  }
}

export function planTables({ files, api, database, stubs, functions, offers }: Plan): readonly Table[] {
  const hasParts = api.some(({ at }) => at !== undefined)
  const hasEffect = database.some(({ rows }) => rows !== undefined)
  const tables: readonly Table[] = [
    {
      title: 'Files',
      columns: ['change', 'file'],
      rows: (['created', 'updated', 'removed'] as const).flatMap((change) =>
        summarized(files[change]).map((path) => [change, path]),
      ),
    },
    {
      title: 'API',
      columns: ['breaking', 'where', ...(hasParts ? ['part'] : []), 'change', 'rule'],
      rows: apiRows(api, hasParts),
    },
    {
      title: 'Database',
      columns: ['loses data', 'step', ...(hasEffect ? ['existing rows get'] : [])],
      rows: database.map(({ destructive, step, rows }) => [
        yesOrNo(destructive),
        step,
        ...(hasEffect ? [rows ?? ''] : []),
      ]),
    },
    { title: 'Functions to implement', columns: ['file'], rows: stubs.map((path) => [path]) },
    {
      title: 'Your functions affected by this change',
      columns: ['file', 'change'],
      rows: functions.map(({ file, line, column, change }) => [`${file}:${line}:${column}`, change]),
    },
    {
      title: 'Your files that svcgen would now generate differently',
      columns: ['file', 'lines'],
      rows: offers.map(({ path, diff }) => [path, changedLines(diff)]),
    },
  ]
  return tables.filter(({ rows }) => rows.length > 0)
}

/** Returns the changes, those of the same part of several operations in one row. */
function apiRows(changes: readonly ApiChange[], hasParts: boolean): readonly (readonly string[])[] {
  const same = groupedBy(changes, ({ breaking, where, at = where, change, rule }) =>
    JSON.stringify([breaking, at, change, rule]),
  )
  return [...same.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const places = group.slice(0, MANY_PLACES).map(({ where }) => where)
    const more = group.length - places.length
    const where = places.join(', ') + (more > 0 ? ` and ${more} more` : '')
    const part = hasParts ? [first.at ?? ''] : []
    return [[yesOrNo(first.breaking), where, ...part, first.change, first.rule]]
  })
}

const MANY_PLACES = 3

export function hasChanges({ files, api, database }: Plan): boolean {
  const paths = [...files.created, ...files.updated, ...files.removed]
  return paths.length + api.length + database.length > 0
}

const MANY = 20

/** Returns the paths or, if there are many, the number of files in each folder. */
function summarized(paths: readonly string[]): readonly string[] {
  if (paths.length <= MANY) return paths
  const counts = new Map<string, number>()
  for (const folder of paths.map((path) => dirname(path))) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return paths.flatMap((path) => {
    const folder = dirname(path)
    const count = counts.get(folder) ?? 0
    counts.delete(folder)
    if (count === 0) return []
    return [count === 1 ? path : `${folder}/ (${count} files)`]
  })
}

function changedLines(diff: string): string {
  const count = (start: RegExp): number => diff.match(start)?.length ?? 0
  return `+${count(/^\+(?!\+\+ )/gm)} -${count(/^-(?!-- )/gm)}`
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
