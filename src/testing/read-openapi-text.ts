import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Api } from '../api/api.js'
import { Collector } from '../diagnostics/collector.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { textRangeOf } from '../diagnostics/text-range.js'
import { readOpenApi } from '../openapi/index.js'
import { temporaryFolder } from './temporary-folder.js'

/** The result of reading an OpenAPI document. */
export interface OpenApiTextRead {
  readonly api: Api | null
  /** `CODE line:column`, with the file name before the line unless the file is the document. */
  readonly problems: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads an OpenAPI document with this text; `files` are additional files, keyed by path. */
export function readOpenApiText(
  text: string,
  files: Readonly<Record<string, string>> = {},
  name = 'api.yaml',
): OpenApiTextRead {
  const folder = temporaryFolder()
  try {
    for (const [path, content] of Object.entries({ ...files, [name]: text })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const collector = new Collector()
    const { api } = readOpenApi(join(folder, name), { includeRoot: null, collector })
    const diagnostics = collector.sorted()
    const problems = diagnostics.map(({ code, at }) => {
      if (at === null) return code
      const { file, line, column } = textRangeOf(at)
      return `${code} ${file === name ? '' : `${file}:`}${line}:${column}`
    })
    return { api, problems, diagnostics }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
