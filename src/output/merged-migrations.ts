import type { Collector } from '../diagnostics/collector.js'
import type { EmittedFile } from './file.js'
import type { Folder } from './folder.js'
import type { Ledger } from './ledger.js'

/** What a migration does, told in its head. */
const STEP = /^--   .+$/gm

interface Standing {
  readonly path: string
  readonly text: string
}

/** What is emitted, once it is known which migrations a merge has brought. */
export interface Merged {
  readonly emitted: ReadonlyMap<string, EmittedFile>
  /** Whether the database's change is made by migrations that are there. */
  readonly isThere: boolean
}

/**
 * After a merge of branches that both have new migrations, the lock of one side knows nothing of the other's. One of these that does just what the
 * new migration would is taken in its place; where it does a part of that, the user is told.
 */
export function withMergedMigrations(
  emitted: ReadonlyMap<string, EmittedFile>,
  migrations: readonly string[],
  { folder, ledger }: { readonly folder: Folder; readonly ledger: Ledger },
  collector: Collector,
): Merged {
  const made = [...emitted.values()].filter(({ owner, path }) => owner === 'migration' && !ledger.has(path))
  const strangers = migrations
    .filter((path) => !ledger.has(path) && made.length > 0 && !emitted.has(path))
    .flatMap((path): Standing[] => {
      const found = folder.look(path)
      return found.kind === 'file' ? [{ path, text: found.text.replaceAll('\r\n', '\n') }] : []
    })
  if (strangers.length === 0) return { emitted, isThere: false }
  const places = new Map(
    made.map(({ path, text }) => [path, strangers.find((each) => each.text === text)?.path ?? null]),
  )
  if ([...places.values()].includes(null)) {
    for (const file of made) warn(file, strangers, collector)
    return { emitted, isThere: false }
  }
  const replaced = [...emitted.values()].map((file): [string, EmittedFile] => {
    const path = places.get(file.path) ?? null
    return path === null ? [file.path, file] : [path, { ...file, path }]
  })
  return { emitted: new Map(replaced), isThere: true }
}

function warn({ path, text }: EmittedFile, strangers: readonly Standing[], collector: Collector): void {
  const steps = new Set(text.match(STEP))
  const others = strangers.filter((each) => each.text.match(STEP)?.some((step) => steps.has(step)))
  if (others.length === 0) return
  collector.report('SVC7023', {
    message: `"${path}" does again what ${others.map((each) => `"${each.path}"`).join(', ')} does, which the lock does not know`,
    at: null,
    help: 'Take those statements out of the new migration, which is yours from now on',
  })
}
