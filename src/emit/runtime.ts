import { posix } from 'node:path'
import { modules } from 'virtual:runtime'
import type { EmittedFile } from '../output/file.js'
import type { OutputFile } from './files.js'

const FOLDER = 'src/generated/runtime/'

/** Outside of comments. */
const IMPORT = /^[^*\n]*?\b(?:from |import\(|module )'(\.[^']+)\.js'/gm

/** Returns the files in `templates/runtime` that emitted files import, directly or through each other. */
export function runtimeFiles(emitted: readonly Pick<EmittedFile, 'path' | 'text'>[]): readonly OutputFile[] {
  const used = new Set(
    emitted
      .filter(({ path }) => path.endsWith('.ts'))
      .flatMap(({ path: from, text }) =>
        [...text.matchAll(IMPORT)]
          .map(([, to = '']) => `${posix.join(posix.dirname(from), to)}.ts`)
          .filter((path) => path.startsWith(FOLDER))
          .map((path) => path.slice(FOLDER.length)),
      ),
  )
  for (const path of used) for (const each of modules[path]?.imports ?? []) used.add(each)
  return [...used].sort().flatMap((path) => {
    const text = modules[path]?.text
    return text === undefined ? [] : [{ path: `${FOLDER}${path}`, source: 'runtime', text: () => text }]
  })
}
