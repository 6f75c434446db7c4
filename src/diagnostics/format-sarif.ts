import type { Span } from '../source/span.js'
import { entryOf } from './catalog/index.js'
import type { Diagnostic, Related } from './diagnostic.js'
import { textRangeOf } from './text-range.js'

/**
 * Converts diagnostics to a SARIF 2.1.0 log (OASIS, https://docs.oasis-open.org/sarif/sarif/v2.1.0/), for code hosts
 * and editors. Paths are relative to `%SRCROOT%`, which is the RAML file's folder.
 */
export function toSarif(diagnostics: readonly Diagnostic[], version: string): object {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].toSorted()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'svcgen',
            version,
            rules: codes.map((code) => {
              const { title, meaning, fix, severity } = entryOf(code)
              return {
                id: code,
                name: code,
                shortDescription: { text: title },
                fullDescription: { text: meaning },
                help: { text: fix },
                defaultConfiguration: { level: severity },
              }
            }),
          },
        },
        columnKind: 'unicodeCodePoints',
        results: diagnostics.map((diagnostic) => ({
          ruleId: diagnostic.code,
          ruleIndex: codes.indexOf(diagnostic.code),
          level: diagnostic.severity,
          message: { text: textOf(diagnostic) },
          locations: diagnostic.at === null ? [] : [locationOf(diagnostic.at)],
          relatedLocations: diagnostic.related.map(relatedLocation),
        })),
      },
    ],
  }
}

function textOf({ message, help }: Diagnostic): string {
  return [message, ...(help === null ? [] : [help])].map(sentence).join(' ')
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

function relatedLocation({ message, at }: Related, index: number): object {
  return { id: index, message: { text: message }, ...locationOf(at) }
}

function locationOf(at: Span): object {
  const { file, line, column, endLine, endColumn } = textRangeOf(at)
  return {
    physicalLocation: {
      artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
      region: { startLine: line, startColumn: column, endLine, endColumn },
    },
  }
}
