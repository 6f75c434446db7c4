import { resolve } from 'node:path'
import type { EmittedFile, Reuse } from '../output/file.js'
import type { Folder } from '../output/folder.js'
import type { Memory } from './memory.js'
import { toolMark } from './tool.js'

/** What files were made of, and the SHA-256 of what came of it. */
interface MadeFiles {
  readonly tool: string
  readonly files: readonly (readonly [path: string, madeOf: string, hash: string])[]
}

/**
 * Tells which files need not be made again: those that this svcgen made of the same, if what came of it then stands in the folder. What is on disk
 * is taken for nothing but its own hash, so that neither the lock nor an edit can mislead.
 */
export function recallMade(memory: Memory, folder: Folder): Reuse {
  const made = new Map(recalled(memory, folder).map(([path, madeOf, hash]) => [path, { madeOf, hash }]))
  return (path, madeOf) => {
    const known = made.get(path)
    if (known?.madeOf !== madeOf) return null
    const found = folder.look(path)
    return found.kind === 'file' && found.hash === known.hash ? found : null
  }
}

/** Keeps what files were made of, for {@link recallMade}; whether they are written does not matter. */
export function rememberMade(memory: Memory, folder: Folder, emitted: Iterable<EmittedFile>): void {
  const files = [...emitted].flatMap(({ path, madeOf, hash }): MadeFiles['files'] =>
    madeOf === undefined || hash === undefined ? [] : [[path, madeOf, hash]],
  )
  const made: MadeFiles = { tool: toolMark(), files }
  memory.write(keyOf(folder), JSON.stringify(made))
}

function recalled(memory: Memory, folder: Folder): MadeFiles['files'] {
  const text = memory.read(keyOf(folder))
  if (text === null) return []
  try {
    const { tool, files }: MadeFiles = JSON.parse(text)
    return tool === toolMark() ? files : []
  } catch {
    return []
  }
}

function keyOf({ path }: Folder): string {
  return `made ${resolve(path)}`
}
