import { pathsThat } from '../../output/change-set.js'
import type { Prepared } from '../../pipeline.js'
import { apiChanges } from '../../plan/api-changes.js'
import type { ApiChange } from '../../plan/api-change.js'
import type { Table } from './table.js'

/** What `plan --json` prints (SPEC 2). */
export interface Plan {
  readonly files: Readonly<Record<'created' | 'updated' | 'removed' | 'kept', readonly string[]>>
  readonly api: readonly ApiChange[]
  readonly database: readonly { readonly step: string; readonly destructive: boolean }[]
  /** Functions that the user has to write. */
  readonly stubs: readonly string[]
}

/** Makes a plan of a prepared run. A hand edit counts as an update: that is what `generate --force` would do. */
export function planOf({ changes, state, service, steps }: Prepared): Plan {
  const edited = new Set(
    changes.decisions
      .filter(({ trouble }) => trouble === 'hand-edit' || trouble === 'in-the-way')
      .map(({ path }) => path),
  )
  return {
    files: {
      created: pathsThat('created', changes),
      updated: [...pathsThat('updated', changes), ...edited].toSorted(),
      removed: pathsThat('removed', changes),
      kept: pathsThat('kept', changes).filter((path) => !edited.has(path)),
    },
    api: apiChanges(state.lock?.service ?? null, service),
    database: steps.map(({ step, destructive }) => ({ step, destructive })),
    stubs: changes.decisions
      .filter(({ owner, action }) => owner === 'stub' && action === 'created')
      .map(({ path }) => path),
  }
}

/** A plan as tables, for people. */
export function planTables({ files, api, database, stubs }: Plan): readonly Table[] {
  return [
    {
      title: 'Files',
      columns: ['change', 'file'],
      rows: Object.entries(files).flatMap(([change, paths]) => paths.map((path) => [change, path])),
    },
    {
      title: 'API',
      columns: ['breaking', 'where', 'change'],
      rows: api.map(({ breaking, where, change }) => [yesOrNo(breaking), where, change]),
    },
    {
      title: 'Database',
      columns: ['destructive', 'step'],
      rows: database.map(({ destructive, step }) => [yesOrNo(destructive), step]),
    },
    { title: 'Stubs to write', columns: ['file'], rows: stubs.map((path) => [path]) },
  ]
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
