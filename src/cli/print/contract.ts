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
    const found = diagnostics.filter((diagnostic) => isAbout(operation, operations, diagnostic))
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
  { id, at, valueAt }: Omit<OperationReport, 'lacks'>,
  operations: readonly OperationReport[],
  { message, severity, at: place }: Diagnostic,
): boolean {
  const named = operations.filter((each) => names(message, each.id))
  if (named.length > 0) return named.some((each) => each.id === id)
  if (severity === 'error' && message.includes(`"${id.slice(id.indexOf(' ') + 1)}"`)) return true
  return place !== null && [at, valueAt].some((span) => contains(span, place))
}

function contains({ file, start, end }: Span, place: Span): boolean {
  return place.file === file && place.start >= start && place.start < end
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
