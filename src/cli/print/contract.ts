import type { Diagnostic } from '../../diagnostics/diagnostic.js'
import { textRangeOf } from '../../diagnostics/text-range.js'
import type { OperationReport } from '../../run.js'
import type { Span } from '../../source/span.js'
import type { Table } from './table.js'

/** How an operation is answered, and what it lacks. */
export interface Operation extends Omit<OperationReport, 'lacks'> {
  readonly lacks: readonly { readonly message: string; readonly line: string | null }[]
}

const ANSWERS: Readonly<Record<OperationReport['answers'], string>> = {
  contract: 'to the letter',
  svcgen: "in svcgen's form",
  own: 'by your function',
  nothing: 'not at all',
}

/** Adds the problems of operations to what they lack. An operation with errors is not answered. */
export function withProblems(
  operations: readonly OperationReport[],
  diagnostics: readonly Diagnostic[],
): readonly Operation[] {
  return operations.map(({ lacks, ...operation }) => {
    const end = endOf(operation.at)
    const found = diagnostics.filter((diagnostic) => isAbout(operation, end, operations, diagnostic))
    const hasErrors = found.some(({ severity }) => severity === 'error')
    // The report of a parameter that selects nothing names several operations.
    const others = found.filter(({ code }) => lacks?.isError !== true || code !== 'SVC8074')
    const isServed = operation.answers === 'contract'
    const isExplained = found.some(({ code }) => code !== 'SVC3032')
    const isOwn = lacks !== null && (lacks.isError === true || isServed || !isExplained)
    return {
      ...operation,
      answers: hasErrors ? 'nothing' : operation.answers,
      lacks: [
        ...(isOwn ? [{ message: lacks.message, line: lacks.line }] : []),
        ...others.map(({ message, help }) => ({ message, line: help })),
      ],
    }
  })
}

/** Returns whether a problem is in an operation, or names it. */
function isAbout(
  { id, at }: Pick<OperationReport, 'id' | 'at'>,
  end: number,
  operations: readonly OperationReport[],
  { message, severity, at: place }: Diagnostic,
): boolean {
  const named = operations.filter((each) => names(message, each.id))
  if (named.length > 0) return named.some((each) => each.id === id)
  if (severity === 'error' && message.includes(`"${id.slice(id.indexOf(' ') + 1)}"`)) return true
  return place !== null && place.file === at.file && place.start >= at.start && place.start < end
}

/** Returns where the value of a key ends: after its closing brace, or before the first line with less indentation. */
function endOf({ file: { text }, start, end }: Span): number {
  const opening = /^["']?\s*:\s*\{/.exec(text.slice(end, end + MAX_GAP))
  if (opening !== null) return closingBrace(text, end + opening[0].length)
  const indent = start - (text.lastIndexOf('\n', start - 1) + 1)
  let at = text.indexOf('\n', end)
  while (at !== -1) {
    const next = text.indexOf('\n', at + 1)
    const depth = text.slice(at + 1, next === -1 ? undefined : next).search(/\S/)
    if (depth !== -1 && depth <= indent) return at
    at = next
  }
  return text.length
}

/** Longest text between a key and its value. */
const MAX_GAP = 100

/** Returns the position after the brace that closes one before a position. Braces in texts do not count. */
function closingBrace(text: string, start: number): number {
  const tokens = /"(?:\\.|[^"\\])*"|(?<=[\s,:[{])'(?:''|[^'])*'|[{}]/g
  tokens.lastIndex = start
  let depth = 1
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    if (found[0] === '{') depth += 1
    if (found[0] === '}') depth -= 1
    if (depth === 0) return tokens.lastIndex
  }
  return text.length
}

function names(message: string, id: string): boolean {
  const start = message.indexOf(id)
  return start !== -1 && !/^(?:[\w/{(-]|:\w)/.test(message.slice(start + id.length))
}

/** Returns a message without the operation that it names, which the row of a table shows. */
function concise(message: string, id: string): string {
  const others = message.startsWith(`${id} `) ? message.slice(id.length + 1) : message
  return others.replace(` (${id})`, '').replace(` of ${id},`, ',')
}

export function contractTable(operations: readonly Operation[]): Table {
  return {
    title: 'Contract',
    columns: ['operation', 'answered', 'at', 'lacks', 'to add'],
    rows: operations.flatMap(({ id, answers, at, lacks }) => {
      const { file, line } = textRangeOf(at)
      const [first, ...others] = lacks.map(({ message, line: added }) => [concise(message, id), added ?? ''])
      return [
        [id, ANSWERS[answers], `${file}:${line}`, ...(first ?? ['', ''])],
        ...others.map((each) => ['', '', '', ...each]),
      ]
    }),
  }
}

export function contractJson(operations: readonly Operation[]): readonly object[] {
  return operations.map(({ id, operationId, answers, at, lacks }) => {
    const { file, line } = textRangeOf(at)
    return { operation: id, operationId, answers, lacks, file, line }
  })
}
