import { resolve } from 'node:path'
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
  /** Names of facts and of what parts refer to, which are given by their index: most come many times. */
  readonly names: readonly string[]
  readonly files: readonly StoredFile[]
}

type Names = readonly number[]
type StoredFile = readonly [
  path: string,
  hash: string,
  given: string,
  view: string | null,
  facts: Names,
  parts: readonly StoredPart[],
]
type StoredPart = readonly [
  name: string,
  given: string,
  facts: Names,
  start: number,
  end: number,
  references: Names,
]

/**
 * Tells which files stand in the folder as this svcgen made them, and of what. What is on disk is taken for nothing but its own hash, so that an edit
 * cannot mislead.
 * @param lock that which stands in the folder: where it was not written with these files, nothing is known of the IR that they were made of
 */
export function recallMade(memory: Memory, folder: Folder, lock: Lock | null): Reuse {
  const recollection = recalled(memory, folder)
  const found = folder.look(LOCK_PATH)
  if (recollection === null || lock === null || found.kind !== 'file' || found.hash !== recollection.lock)
    return { service: null, file: () => null }
  recallNodeTexts(found.text, lock.service)
  const { names, files } = recollection
  const named = (indexes: Names): readonly string[] => indexes.map((index) => names[index] ?? '')
  const made = new Map(files.map((file) => [file[0], file]))
  const fileAt: Reuse['file'] = (path) => {
    const stored = made.get(path)
    if (stored === undefined) return null
    const [, hash, given, view, ofFile, parts] = stored
    const found = folder.look(path)
    if (found.kind !== 'file' || found.hash !== hash) return null
    return {
      hash,
      madeOf: { given, facts: named(ofFile), view },
      parts: parts.map(([name, ofPart, facts, start, end, references]) => ({
        name,
        given: ofPart,
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
  return { service: lock.service, file: fileAt }
}

/** Keeps what the files of a run were made of, for {@link recallMade}. */
export function rememberMade(
  memory: Memory,
  folder: Folder,
  { emitted, lockHash }: { readonly emitted: Iterable<EmittedFile>; readonly lockHash: string },
): void {
  const indexes = new Map<string, number>()
  const indexOf = (name: string): number => {
    const index = indexes.get(name) ?? indexes.size
    indexes.set(name, index)
    return index
  }
  const files = [...emitted].flatMap(({ path, hash, madeOf, parts = [] }): StoredFile[] => {
    if (madeOf === undefined || hash === undefined) return []
    const stored = parts.map(({ name, given, facts, start, end, references }): StoredPart => [
      name,
      given,
      facts.map(indexOf),
      start,
      end,
      references.map(indexOf),
    ])
    return [[path, hash, madeOf.given, madeOf.view, madeOf.facts.map(indexOf), stored]]
  })
  const made: MadeFiles = {
    tool: toolMark(),
    lock: lockHash,
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
