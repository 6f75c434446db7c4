import { resolve } from 'node:path'
import { type Fingerprints, fingerprintsOf, recallFingerprints } from '../output/fingerprint.js'
import type { Service } from '../ir/index.js'
import type { EmittedFile, Reuse } from '../output/file.js'
import { LOCK_PATH, type Lock } from '../output/lock.js'
import type { Folder } from '../output/folder.js'
import { recallNodeTexts } from '../output/node-texts.js'
import type { Memory } from './memory.js'
import { toolMark } from '../tool-mark.js'

/** What files were made of, and the SHA-256 of what came of it. */
interface MadeFiles {
  readonly tool: string
  /** SHA-256 of the lock that was written with them. */
  readonly lock: string
  /** Of the IR in that lock. */
  readonly fingerprints: Fingerprints
  /** Names of facts and of what parts refer to, which are given by their index: most come many times. */
  readonly names: readonly string[]
  readonly files: readonly StoredFile[]
}

type Names = readonly number[]
type StoredFile = readonly [
  path: string,
  hash: string,
  key: string,
  view: string | null,
  facts: Names,
  parts: readonly StoredPart[],
]
type StoredPart = readonly [
  name: string,
  key: string,
  facts: Names,
  start: number,
  end: number,
  references: Names,
]

/**
 * Tells which files stand in the folder as this svcgen made them, and of what. What is on disk is taken for nothing but its own hash, so that neither
 * the lock nor an edit can mislead.
 * @param lock that which stands in the folder: where it was written with these files, its IR is theirs
 */
export function recallMade(memory: Memory, folder: Folder, lock: Lock | null): Reuse {
  const recollection = recalled(memory, folder)
  if (recollection === null) return () => null
  const { names, files, fingerprints } = recollection
  const found = folder.look(LOCK_PATH)
  if (lock !== null && found.kind === 'file' && found.hash === recollection.lock) {
    recallFingerprints(lock.service, fingerprints)
    recallNodeTexts(found.text, lock.service)
  }
  const named = (indexes: Names): readonly string[] => indexes.map((index) => names[index] ?? '')
  const made = new Map(files.map((file) => [file[0], file]))
  return (path) => {
    const stored = made.get(path)
    if (stored === undefined) return null
    const [, hash, key, view, ofFile, parts] = stored
    const found = folder.look(path)
    if (found.kind !== 'file' || found.hash !== hash) return null
    return {
      hash,
      madeOf: { facts: named(ofFile), key, view },
      parts: parts.map(([name, ofPart, facts, start, end, references]) => ({
        name,
        key: ofPart,
        facts: named(facts),
        start,
        end,
        references: named(references),
      })),
      get text() {
        return found.text
      },
    }
  }
}

/** Keeps what the files of a run were made of, for {@link recallMade}. */
export function rememberMade(
  memory: Memory,
  folder: Folder,
  {
    emitted,
    service,
    lockHash,
  }: { readonly emitted: Iterable<EmittedFile>; readonly service: Service; readonly lockHash: string },
): void {
  const indexes = new Map<string, number>()
  const indexOf = (name: string): number => {
    const index = indexes.get(name) ?? indexes.size
    indexes.set(name, index)
    return index
  }
  const files = [...emitted].flatMap(({ path, hash, madeOf, parts = [] }): StoredFile[] => {
    if (madeOf === undefined || hash === undefined) return []
    const stored = parts.map(({ name, key, facts, start, end, references }): StoredPart => [
      name,
      key,
      facts.map(indexOf),
      start,
      end,
      references.map(indexOf),
    ])
    return [[path, hash, madeOf.key, madeOf.view, madeOf.facts.map(indexOf), stored]]
  })
  const made: MadeFiles = {
    tool: toolMark(),
    lock: lockHash,
    fingerprints: fingerprintsOf(service),
    names: [...indexes.keys()],
    files,
  }
  memory.write(keyOf(folder), JSON.stringify(made))
}

/** The memory is written in one step and by svcgen alone; what is no JSON says nothing. */
function recalled(memory: Memory, folder: Folder): MadeFiles | null {
  const text = memory.read(keyOf(folder))
  if (text === null) return null
  try {
    const made: MadeFiles = JSON.parse(text)
    return made.tool === toolMark() ? made : null
  } catch {
    return null
  }
}

function keyOf({ path }: Folder): string {
  return `made ${resolve(path)}`
}
