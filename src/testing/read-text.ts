import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Collector } from '../diagnostics/collector.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { textRangeOf } from '../diagnostics/text-range.js'
import type { Api } from '../api/api.js'
import { readApi } from '../raml/read-api.js'
import { temporaryFolder } from './temporary-folder.js'

/** The result of reading RAML text. */
export interface TextRead {
  readonly api: Api | null
  /** `CODE line:column`, with the file name before the line unless the file is `api.raml`. */
  readonly problems: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a RAML file with this text; `files` are additional files, keyed by path. */
export function readText(text: string, files: Readonly<Record<string, string>> = {}): TextRead {
  const folder = temporaryFolder()
  try {
    for (const [path, content] of Object.entries({ ...files, 'api.raml': text })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const collector = new Collector()
    const { api } = readApi(join(folder, 'api.raml'), { includeRoot: null, collector })
    const diagnostics = collector.sorted()
    return { api, problems: diagnostics.map(short), diagnostics }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function short({ code, at }: Diagnostic): string {
  if (at === null) return code
  const { file, line, column } = textRangeOf(at)
  return `${code} ${file === 'api.raml' ? '' : `${file}:`}${line}:${column}`
}
