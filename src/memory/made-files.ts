import { resolve } from 'node:path'
import type { EmittedFile, Reuse } from '../output/file.js'
import type { Folder } from '../output/folder.js'
import type { Memory } from './memory.js'
import { toolMark } from './tool.js'

/** What files were made of, and the SHA-256 of what came of it. */
interface MadeFiles {
  readonly tool: string
  /** The names of all facts, which files give by their index: most stand in several. */
  readonly facts: readonly string[]
  readonly files: readonly MadeFile[]
}

type MadeFile = readonly [path: string, hash: string, key: string, view: string, facts: readonly number[]]

/**
 * Tells which files stand in the folder as this svcgen made them, and of what. What is on disk is taken for nothing but its own hash, so that neither
 * the lock nor an edit can mislead.
 */
export function recallMade(memory: Memory, folder: Folder): Reuse {
  const { facts, files } = recalled(memory, folder)
  const made = new Map(files.map((file) => [file[0], file]))
  return (path) => {
    const [, hash, key, view, ofFile] = made.get(path) ?? []
    if (hash === undefined || key === undefined || view === undefined || ofFile === undefined) return null
    const found = folder.look(path)
    if (found.kind !== 'file' || found.hash !== hash) return null
    return {
      hash,
      madeOf: { facts: ofFile.flatMap((index) => facts[index] ?? []), key, view },
      get text() {
        return found.text
      },
    }
  }
}

/** Keeps what files were made of, for {@link recallMade}; whether they are written does not matter. */
export function rememberMade(memory: Memory, folder: Folder, emitted: Iterable<EmittedFile>): void {
  const indexes = new Map<string, number>()
  const indexOf = (fact: string): number => {
    const index = indexes.get(fact) ?? indexes.size
    indexes.set(fact, index)
    return index
  }
  const files = [...emitted].flatMap(({ path, hash, madeOf }): MadeFile[] =>
    madeOf === undefined || hash === undefined
      ? []
      : [[path, hash, madeOf.key, madeOf.view, madeOf.facts.map(indexOf)]],
  )
  const made: MadeFiles = { tool: toolMark(), facts: [...indexes.keys()], files }
  memory.write(keyOf(folder), JSON.stringify(made))
}

const NOTHING: MadeFiles = { tool: '', facts: [], files: [] }

/** The memory is written in one step and by svcgen alone; what is no JSON says nothing. */
function recalled(memory: Memory, folder: Folder): MadeFiles {
  const text = memory.read(keyOf(folder))
  if (text === null) return NOTHING
  try {
    const made: MadeFiles = JSON.parse(text)
    return made.tool === toolMark() ? made : NOTHING
  } catch {
    return NOTHING
  }
}

function keyOf({ path }: Folder): string {
  return `made ${resolve(path)}`
}
