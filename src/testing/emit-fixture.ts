import { join } from 'node:path'
import { Collector } from '../diagnostics/collector.js'
import { plain } from '../diagnostics/paint.js'
import { formatText } from '../diagnostics/report-text.js'
import type { Engine } from '../ir/index.js'
import { stages } from '../lazy-stages.js'

/** What generating from a fixture gives. */
export interface FixtureOutcome {
  /** As `svcgen generate` prints them; empty where there are none. */
  readonly diagnostics: string
  /** Emitted files by path; none after errors. */
  readonly files: ReadonlyMap<string, string>
}

/** Runs the whole tool on `fixtures/<case>/api.raml`, without writing anything. */
export async function emitFixture(folder: string, engine: Engine = 'svc_sqla'): Promise<FixtureOutcome> {
  const collector = new Collector()
  const { understood } = await stages.understand({
    api: join(folder, 'api.raml'),
    includeRoot: null,
    engine,
    collector,
  })
  const emitted =
    understood === null || collector.hasErrors
      ? new Map()
      : await stages.emit(understood, { service: null, migrations: [] })
  return {
    diagnostics: formatText(collector.sorted(), plain),
    files: new Map([...emitted].map(([path, { text }]) => [path, text])),
  }
}
