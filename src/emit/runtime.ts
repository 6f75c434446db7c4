import { modules } from 'virtual:runtime'
import type { OutputFile } from './files.js'

/** Returns the files in `templates/runtime` that have these paths or that they import, directly or through each other. */
export function runtimeFiles(imported: readonly string[]): readonly OutputFile[] {
  const used = new Set(imported)
  for (const path of used) for (const each of modules[path]?.imports ?? []) used.add(each)
  return [...used].sort().map((path) => {
    const text = modules[path]?.text
    if (text === undefined) throw new Error(`The runtime has no ${path}`)
    return { path: `src/generated/runtime/${path}`, source: 'runtime', content: () => ({ text }) }
  })
}
