import type { Collector } from '../diagnostics/collector.js'
import { Sources } from '../source/sources.js'
import type { Node } from '../source/node.js'
import type { SourceFile } from '../source/span.js'
import type { Api } from '../api/api.js'
import { report, type Context } from './context.js'
import { checkHeader } from './root/header.js'
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
    protocols: [],
    schemas: new Map(),
    traits: NONE,
    resourceTypes: NONE,
    securitySchemes: NONE,
    schemes: new Map(),
  }
}
