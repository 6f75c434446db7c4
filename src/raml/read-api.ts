import type { Collector } from '../diagnostics/collector.js'
import { Sources } from '../source/sources.js'
import type { Node } from '../source/node.js'
import type { SourceFile } from '../source/span.js'
import type { Api } from '../api/api.js'
import { report, type Context } from './context.js'
import { readRoot } from './root/root.js'

export interface ApiRead {
  /** The API without the parts that have errors, or null if the file is unusable. */
  readonly api: Api | null
  /** The absolute paths of all files that were read or looked for. These are the files to watch. */
  readonly files: readonly string[]
}

/**
 * Reads a RAML 0.8 file and its includes. Reports problems to the collector; does not throw on invalid
 * input.
 * @param path the path of the RAML file, absolute or relative to the working directory
 * @param options `includeRoot` is an additional folder from which files may be included, or null
 */
export function readApi(
  path: string,
  { includeRoot, collector }: { readonly includeRoot: string | null; readonly collector: Collector },
): ApiRead {
  const sources = new Sources(path, includeRoot, collector)
  const file = sources.readRoot(path)
  const api = file === null || !checkHeader(file, collector) ? null : readDocument(file, sources)
  return { api, files: sources.files }
}

function readDocument(file: SourceFile, sources: Sources): Api | null {
  const node = sources.parse(file)
  if (node === null) return null
  const context = emptyContext(sources.collector)
  if (node.kind === 'map') return readRoot(node, file, context)
  reportRootKind(node, file, context)
  return null
}

function reportRootKind(node: Node, file: SourceFile, context: Context): void {
  if (node.kind === 'scalar' && node.faulty === true) return
  const isEmpty = node.kind === 'scalar' && node.value === null
  report(context, 'SVC2003', {
    message: isEmpty ? 'The file is empty' : 'The root of a RAML file must be a map',
    at: isEmpty ? { file, start: 0, end: 0 } : node.at,
    help: isEmpty ? 'Add a "title:" and resources' : undefined,
  })
}

const NONE = { byName: new Map(), isComplete: true }

function emptyContext(collector: Collector): Context {
  return {
    collector,
    isTemplate: false,
    mediaType: null,
    schemas: new Map(),
    traits: NONE,
    resourceTypes: NONE,
    securitySchemes: NONE,
    schemes: new Map(),
  }
}

/**
 * Checks that the first line is `#%RAML 0.8`; trailing blanks are allowed.
 * @returns false, after reporting, if the file is probably not RAML 0.8 and should not be read
 */
function checkHeader(file: SourceFile, collector: Collector): boolean {
  const line = /^[^\r\n]*/.exec(file.text)?.[0] ?? ''
  if (/^#%RAML 0\.8[ \t]*$/.test(line)) return true
  const at = { file, start: 0, end: line.length }
  const version = /^#%RAML (\S+)/.exec(line)?.[1]
  if (version !== undefined && version !== '0.8') {
    collector.report('SVC2002', {
      message: `RAML ${version} is not supported`,
      at,
      help:
        version === '1.0'
          ? 'Convert the file to OpenAPI 3, for example with oas-raml-converter'
          : 'Convert the file to RAML 0.8',
    })
    return false
  }
  collector.report('SVC2001', {
    message: 'The first line must be "#%RAML 0.8"',
    at,
    help: 'Replace the first line with "#%RAML 0.8", or write OpenAPI, which has the root key "openapi"',
  })
  return /^\W*raml\s*0\.8/i.test(line)
}
