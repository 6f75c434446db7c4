import type { Edit } from '../analyse/edited-model.js'
import type { Collector } from '../diagnostics/collector.js'
import { hashOf } from '../output/hash.js'
import type { Lock } from '../output/lock.js'
import { LIMITS } from '../source/limits.js'
import type { SourceFile } from '../source/span.js'
import type { Stages, Understood } from '../stages.js'
import { formerSchemas, type Asked, type Recollection } from './last-run.js'
import { replay, type StoredDiagnostic } from './stored-diagnostic.js'

/**
 * What the input means where only schemas were edited since the last run, and these so that nothing but fields of their models changes: the IR of the
 * lock with these models anew. There was nothing to say of these schemas, nor is there now; the diagnostics of that run are reported again. Null in
 * any doubt.
 * @param lockText the lock as it stands in the file
 */
export async function understandEdits(
  asked: Asked,
  { last, inputs, edited }: Recollection,
  {
    stages,
    lock,
    lockText,
    collector,
  }: {
    readonly stages: Stages
    readonly lock: Lock
    readonly lockText: string
    readonly collector: Collector
  },
): Promise<Understood | null> {
  const { origins, ofInput } = last
  if (origins === null || edited.length === 0 || !hasRoom(inputs)) return null
  const former = formerSchemas(edited, asked, stages.memory)
  const hashes = new Map(last.inputs.map(({ path, hash }) => [path, hash]))
  const edits = edited.flatMap((path): Edit[] => {
    const model = origins.schemas[path]
    const text = former.get(path)
    const after = inputs.get(path)
    if (model === undefined || text === undefined || after === undefined) return []
    // What is kept of schemas may be of another run than the rest.
    if (hashOf(text) !== hashes.get(path)) return []
    const isAlone = !pointsInto(path, ofInput) && !lockText.includes(jsonOf(text))
    return isAlone ? [{ model, before: { ...after, text }, after }] : []
  })
  if (edits.length < edited.length) return null
  const service = await stages.understandEdits(edits, lock.service, origins)
  if (service === null) return null
  replay(ofInput, inputs, collector)
  return { service, secrets: new Map(), origins }
}

function hasRoom(inputs: ReadonlyMap<string, SourceFile>): boolean {
  return [...inputs.values()].reduce((sum, { text }) => sum + text.length, 0) <= LIMITS.characters
}

/** As it would stand in the IR if it were taken for a title or a description, too. */
function jsonOf(text: string): string {
  return JSON.stringify(text.replaceAll('\r\n', '\n').trim()).slice(1, -1)
}

function pointsInto(path: string, diagnostics: readonly StoredDiagnostic[]): boolean {
  return diagnostics.some(
    ({ at, related }) => at?.path === path || related.some((each) => each.at.path === path),
  )
}
