import { posix } from 'node:path'
import { texts } from 'virtual:runtime'
import type { EmittedFile } from '../output/file.js'
import { sortedBy } from '../naming/order.js'
import type { OutputFile } from './files.js'

const FOLDER = 'src/generated/runtime/'

/** Outside of comments. */
const IMPORT = /^[^*\n]*?\b(?:from |import\(|module )'(\.[^']+)\.js'/gm

/** Returns the files in `templates/runtime` that emitted files import, directly or through each other. */
export function runtimeFiles(emitted: readonly Pick<EmittedFile, 'path' | 'text'>[]): readonly OutputFile[] {
  const used = new Map<string, string>()
  const pending = emitted.filter(({ path }) => path.endsWith('.ts'))
  for (const { path: from, text } of pending)
    for (const [, to = ''] of text.matchAll(IMPORT)) {
      const path = `${posix.join(posix.dirname(from), to)}.ts`
      const found = path.startsWith(FOLDER) ? texts[path.slice(FOLDER.length)] : undefined
      if (found === undefined || used.has(path)) continue
      used.set(path, found)
      pending.push({ path, text: found })
    }
  return sortedBy(used, ([path]) => path).map(([path, text]) => ({
    path,
    source: 'runtime',
    text: () => text,
  }))
}
