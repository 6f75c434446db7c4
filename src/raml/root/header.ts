import type { Collector } from '../../diagnostics/collector.js'
import type { SourceFile } from '../../source/span.js'

/**
 * Checks that the first line is `#%RAML 0.8`; trailing blanks are allowed.
 * @returns false, after reporting, if the file is probably not RAML 0.8 and should not be read
 */
export function checkHeader(file: SourceFile, collector: Collector): boolean {
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
