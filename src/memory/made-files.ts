import { resolve } from 'node:path'
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
  readonly files: readonly StoredFile[]
}

type StoredFile = Required<Pick<EmittedFile, 'path' | 'hash' | 'madeOf' | 'parts'>>

/**
 * Tells which files stand in the folder as this svcgen made them, and of what. What is on disk is taken for nothing but its own hash, so that an edit
 * cannot mislead.
 * @param service the IR that is to be written
 * @param lock that which stands in the folder: where it was not written with these files, nothing is known of the IR that they were made of
 */
export function recallMade(memory: Memory, folder: Folder, lock: Lock | null, service: Service): Reuse {
  const recollection = recalled(memory, folder)
  const found = folder.look(LOCK_PATH)
  if (recollection === null || lock === null || found.kind !== 'file' || found.hash !== recollection.lock)
    return { service: null, file: () => null }
  recallNodeTexts(found.text, lock, service)
  const made = new Map(recollection.files.map((file) => [file.path, file]))
  const fileAt: Reuse['file'] = (path) => {
    const stored = made.get(path)
    if (stored === undefined) return null
    const found = folder.look(path)
    if (found.kind !== 'file' || found.hash !== stored.hash) return null
    return { madeOf: stored.madeOf, parts: stored.parts, found }
  }
  return { service: lock.service, file: fileAt }
}

/** Keeps what the files of a run were made of, for {@link recallMade}. */
export function rememberMade(
  memory: Memory,
  folder: Folder,
  { emitted, lockHash }: { readonly emitted: Iterable<EmittedFile>; readonly lockHash: string },
): void {
  const files = [...emitted].flatMap(({ path, hash, madeOf, parts = [] }): StoredFile[] =>
    madeOf === undefined || hash === undefined ? [] : [{ path, hash, madeOf, parts }],
  )
  const made: MadeFiles = { tool: toolMark(), lock: lockHash, files }
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
