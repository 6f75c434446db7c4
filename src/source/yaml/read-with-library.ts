import type { CST, Document } from 'yaml'
import type { Collector } from '../../diagnostics/collector.js'
import { LIMITS } from '../limits.js'
import type { SourceFile, Span } from '../span.js'
import { fromLibrary } from './from-library.js'
import { library } from './library.js'
import { tokensOf } from './tokens.js'
import type { Written } from './written.js'
import { reportSecondDocument, reportYamlErrors } from './yaml-errors.js'

/** Reads any YAML. Reports syntax errors, unknown tags and limits; null where there is nothing to go on with. */
export function readWithLibrary(file: SourceFile, collector: Collector): Written | null {
  const read = tokensOf(file.text)
  if ('fault' in read) {
    reportLimit(read.fault, { file, start: read.offset, end: read.offset + 1 }, collector)
    return null
  }
  const [document, second] = compose(read.tokens, file)
  if (document === undefined || reportYamlErrors(document, file, collector)) return null
  if (second !== undefined) reportSecondDocument(second, file, collector)
  return fromLibrary(document, file.text)
}

function compose(tokens: readonly CST.Token[], file: SourceFile): readonly Document.Parsed[] {
  const { Composer } = library()
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    stringKeys: true,
    // Told by us, with both places; and the library compares each key with each other.
    uniqueKeys: false,
    customTags: [{ tag: '!include', resolve: (text: string) => text }],
  })
  const documents: Document.Parsed[] = []
  for (const document of composer.compose(tokens, true, file.text.length)) {
    documents.push(document)
    if (documents.length === 2) break
  }
  return documents
}

function reportLimit(fault: 'too deep' | 'too large', at: Span, collector: Collector): void {
  switch (fault) {
    case 'too deep':
      collector.report('SVC1017', { message: `There are more than ${LIMITS.depth} levels of nesting`, at })
      return
    case 'too large':
      collector.report('SVC1016', {
        message: `The file is too large: from here on it has more than ${LIMITS.tokens} words and marks`,
        at,
        help: 'Split it, or include long texts instead of lists and maps',
      })
  }
}
