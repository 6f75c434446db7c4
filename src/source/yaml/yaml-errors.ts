import { visit, type Document, type ErrorCode, type YAMLError } from 'yaml'
import type { Code } from '../../diagnostics/catalog/index.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { SourceFile, Span } from '../span.js'

interface Fault {
  /** By default, the code of syntax errors. */
  readonly code?: Code
  /** Replaces a message that mentions the library's options or internals. */
  readonly message?: string
  readonly help?: string
}

/** What to report for the library's errors. */
const FAULTS: Partial<Record<ErrorCode, Fault>> = {
  BAD_INDENT: { help: 'Check the indentation and the closing brackets' },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'Second colon in this value',
    help: 'Put values that contain ": " in quotes, or indent the next line',
  },
  BAD_SCALAR_START: { help: 'Put values that start with this character in quotes' },
  MISSING_CHAR: { help: 'Add the missing quote, bracket or colon' },
  MULTILINE_IMPLICIT_KEY: { message: 'Missing colon', help: 'Add a colon, or check the indentation' },
  TAB_AS_INDENT: { code: 'SVC1011', help: 'Indent with spaces' },
  NON_STRING_KEY: {
    code: 'SVC1014',
    message: 'Key is not a string',
    help: 'Use a plain string; aliases, lists and maps cannot be keys',
  },
}

/**
 * Reports the errors in a YAML document. A syntax error causes further errors, so only the first one is reported.
 * Unknown tags, which the library treats as warnings, are all reported.
 * @returns whether the document is unusable
 */
export function reportYamlErrors(document: Document.Parsed, file: SourceFile, collector: Collector): boolean {
  const isOld = reportVersion(document, file, collector)
  for (const warning of document.warnings) report(warning, file, collector)
  const [first] = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0])
  if (first !== undefined) reportFirst(first, document, file, collector)
  return isOld || first !== undefined
}

/** Reports the first error; a missing closing quote at the opening quote, because the string extends to the end. */
function reportFirst(
  error: YAMLError,
  document: Document.Parsed,
  file: SourceFile,
  collector: Collector,
): void {
  const start = error.message.startsWith('Missing closing') ? startOfScalar(document, error.pos[0]) : null
  if (start === null) return report(error, file, collector)
  collector.report('SVC1010', {
    message: 'Missing closing quote',
    at: { file, start, end: start + 1 },
    help: 'Add the closing quote, or use the other kind of quotes',
  })
}

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

export function reportSecondDocument(
  document: Document.Parsed,
  file: SourceFile,
  collector: Collector,
): void {
  const start = startOf(document, file)
  collector.report('SVC1018', {
    message: 'Second YAML document in one file',
    at: { file, start, end: start + 1 },
    help: 'Remove the line "---" or "..." before the second document, or move the document to another file',
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
    message: `Unsupported YAML version ${version}; RAML requires YAML 1.2`,
    at: { file, start, end: start + `%YAML ${version}`.length },
    help: 'Remove this line',
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
  const fault = FAULTS[code] ?? {}
  collector.report(fault.code ?? 'SVC1010', {
    message: fault.message ?? firstLine(message),
    at,
    help: fault.help,
  })
}

function reportTag(at: Span, collector: Collector): void {
  const tag = at.file.text.slice(at.start, at.end)
  if (tag === '!include') {
    collector.report('SVC1030', { message: '"!include" must be followed by the path of a file', at })
    return
  }
  const joined = /^!include(.+)$/i.exec(tag)?.[1]
  const meant = joined === undefined ? '!include' : `!include ${joined}`
  const isNear = tag.toLowerCase().startsWith('!inc')
  collector.report('SVC1013', {
    message: `The tag "${tag}" is unknown or does not match its value`,
    at,
    help: isNear
      ? `Did you mean "${meant}"?`
      : 'Remove the tag, or put a string that starts with "!" in quotes',
  })
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/[.:]$/, '')
}
