import { visit, type Document, type ErrorCode, type YAMLError } from 'yaml'
import type { Code } from '../../diagnostics/catalogue/index.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { SourceFile, Span } from '../span.js'

/** Codes of the library that have one of ours; all others are syntax errors. */
const CODES: Partial<Record<ErrorCode, Code>> = {
  TAB_AS_INDENT: 'SVC1011',
  TAG_RESOLVE_FAILED: 'SVC1013',
  NON_STRING_KEY: 'SVC1014',
}

/** What the library says of its own options or inner workings is said anew. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'There is a second colon in this value',
  MULTILINE_IMPLICIT_KEY: 'This line has no colon',
  NON_STRING_KEY: 'This key is no plain text',
}

const HELP: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'Check the indentation, and that brackets are closed',
  BLOCK_AS_IMPLICIT_KEY: 'Put a text that holds ": " in quotes, or indent the next line',
  BAD_SCALAR_START: 'Put a text that starts with this character in quotes',
  MISSING_CHAR: 'Close the quote or the bracket, or add the missing colon',
  MULTILINE_IMPLICIT_KEY: 'Add a colon, or check the indentation',
  TAB_AS_INDENT: 'Indent with spaces',
  NON_STRING_KEY: 'Use a plain text as key; an alias, a list or a map is none',
}

/**
 * Reports what is wrong with a YAML document. One syntax error makes others, so only the first is told; unknown tags, which the
 * library only warns of, are all told.
 * @returns true where the document cannot be used
 */
export function reportYamlErrors(document: Document.Parsed, file: SourceFile, collector: Collector): boolean {
  const isOld = reportVersion(document, file, collector)
  for (const warning of document.warnings) report(warning, file, collector)
  const [first] = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0])
  if (first !== undefined) reportFirst(first, document, file, collector)
  return isOld || first !== undefined
}

/** A quote that is never closed takes in all that follows, so it is told of where it opens. */
function reportFirst(
  error: YAMLError,
  document: Document.Parsed,
  file: SourceFile,
  collector: Collector,
): void {
  const start = error.message.startsWith('Missing closing') ? startOfScalar(document, error.pos[0]) : null
  if (start === null) return report(error, file, collector)
  collector.report('SVC1010', {
    message: 'This quote is never closed',
    at: { file, start, end: start + 1 },
    help: 'Close it, or put the text into quotes of the other kind',
  })
}

/** Where a text that ends here begins. */
function startOfScalar(document: Document.Parsed, end: number): number | null {
  let start: number | null = null
  visit(document, {
    Scalar: (_, { range }) => {
      if (range?.[1] !== end) return undefined
      start = range[0]
      return visit.BREAK
    },
  })
  return start
}

/** Reports a second document in a file. */
export function reportSecondDocument(
  document: Document.Parsed,
  file: SourceFile,
  collector: Collector,
): void {
  const start = startOf(document, file)
  collector.report('SVC1018', {
    message: 'A second document starts here',
    at: { file, start, end: start + 1 },
    help: 'Keep one document in a file: remove the line "---" or "..." before it',
  })
}

function startOf({ range, contents }: Document.Parsed, file: SourceFile): number {
  const mark = file.text.lastIndexOf('---', range[0])
  const isMark = mark !== -1 && file.text.slice(mark + 3, range[0]).trim() === ''
  return isMark ? mark : (contents?.range[0] ?? range[0])
}

function reportVersion({ directives }: Document.Parsed, file: SourceFile, collector: Collector): boolean {
  const { version, explicit } = directives.yaml
  if (version === '1.2' || explicit !== true) return false
  const start = Math.max(0, file.text.indexOf('%YAML'))
  collector.report('SVC1019', {
    message: `RAML is written in YAML 1.2, not ${version}`,
    at: { file, start, end: start + `%YAML ${version}`.length },
    help: 'Remove the line',
  })
  return true
}

function report(
  { code, message, pos: [start, end] }: YAMLError,
  file: SourceFile,
  collector: Collector,
): void {
  const at = { file, start, end }
  if (code === 'TAG_RESOLVE_FAILED') return reportTag(at, collector)
  collector.report(CODES[code] ?? 'SVC1010', {
    message: MESSAGES[code] ?? firstLine(message),
    at,
    help: HELP[code],
  })
}

function reportTag(at: Span, collector: Collector): void {
  const tag = at.file.text.slice(at.start, at.end)
  if (tag === '!include') {
    collector.report('SVC1030', { message: '"!include" takes the path of a file', at })
    return
  }
  const joined = /^!include(.+)$/i.exec(tag)?.[1]
  const meant = joined === undefined ? '!include' : `!include ${joined}`
  const isNear = tag.toLowerCase().startsWith('!inc')
  collector.report('SVC1013', {
    message: `The tag "${tag}" is unknown or does not fit the value`,
    at,
    help: isNear ? `Did you mean "${meant}"?` : 'Remove the tag; put a text that starts with "!" in quotes',
  })
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/[.:]$/, '')
}
