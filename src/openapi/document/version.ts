import { didYouMean } from '../../diagnostics/nearest.js'
import type { Collector } from '../../diagnostics/collector.js'
import { entryOf } from '../../schema/node.js'
import type { Node } from '../../source/node.js'
import type { SourceFile, Span } from '../../source/span.js'
import { textOf } from './values.js'

/** The versions of OpenAPI whose schemas have different dialects. */
export type Version = '3.0' | '3.1'

/**
 * Returns the version of a document. If the document is not OpenAPI 3, reports this and returns null.
 * @param root the root of the document
 */
export function versionOf(root: Node, file: SourceFile, collector: Collector): Version | null {
  const start: Span = { file, start: 0, end: 0 }
  const reject = (message: string, at: Span, help: string | (() => string)): null => {
    collector.report('SVC8001', { message, at, help })
    return null
  }
  if (root.kind !== 'map') {
    if (root.kind === 'scalar' && root.faulty === true) return null
    const at = root.kind === 'list' ? root.at : start
    return reject('The root of an OpenAPI document must be a map', at, 'Add "openapi: 3.1.0"')
  }
  const swagger = entryOf(root, 'swagger')
  const written = entryOf(root, 'openapi')
  if (written === undefined && swagger !== undefined)
    return reject(
      `Swagger ${textOf(swagger.value) ?? ''} is not supported`,
      swagger.keyAt,
      'Convert the file to OpenAPI 3, for example with "npx swagger2openapi"',
    )
  const version = textOf(written?.value)
  const at = written?.value.at ?? start
  if (version === null) {
    const keys = root.entries.map(({ key }) => key)
    const help = (): string =>
      didYouMean('openapi', keys)?.replace(/^Did you mean (.*)\?$/, 'Rename $1 to "openapi"') ??
      'Add "openapi: 3.1.0"'
    return reject('The document has no version of OpenAPI', at, help)
  }
  const known = /^3\.(0|1)(\.\d+)?(-.*)?$/.exec(version)?.[1]
  if (known !== undefined) return known === '0' ? '3.0' : '3.1'
  if (/^3\.\d+(\.|$)/.test(version)) {
    collector.report('SVC8002', {
      message: `OpenAPI ${version} is read as OpenAPI 3.1; what is new in it is ignored`,
      at,
      help: 'Use only what OpenAPI 3.1 defines',
    })
    return '3.1'
  }
  if (version === '3') {
    collector.report('SVC8002', {
      message: 'OpenAPI 3 is read as OpenAPI 3.0',
      at,
      help: 'Write "3.0.3" or "3.1.0"',
    })
    return '3.0'
  }
  const help = version.startsWith('2')
    ? 'Convert the file to OpenAPI 3, for example with "npx swagger2openapi"'
    : 'Use OpenAPI 3.0 or 3.1'
  return reject(`OpenAPI "${version}" is not supported`, at, help)
}
