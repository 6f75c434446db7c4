import type { Comparison } from './parts.js'

const OPERATORS: Readonly<Record<string, string>> = {
  eq: '',
  ne: '__ne',
  gt: '__gt',
  ge: '__gte',
  lt: '__lt',
  le: '__lte',
}

const TEXT = String.raw`'(?:[^']|'')*'`
const LITERAL = String.raw`(?:${TEXT}|[^\s'(),]+)`
const COMPARED = new RegExp(String.raw`\s*(\w+) +(eq|ne|gt|ge|lt|le) +(${LITERAL})`, 'y')
const CALLED = new RegExp(String.raw`\s*(contains|startswith|endswith)\( *(\w+) *, *(${TEXT}) *\)`, 'y')
const LISTED = new RegExp(String.raw`\s*(\w+) +in +\( *(${LITERAL} *(?:, *${LITERAL} *)*)\)`, 'y')
const ONE_LISTED = new RegExp(LITERAL, 'g')
const AND = / +and +/y

/**
 * Returns the conditions in an OData filter such as `Price gt 5 and contains(Name,'a')`, or undefined for other texts, such as
 * those with `or`.
 */
export function comparisonsIn(text: string): readonly Comparison[] | undefined {
  const found: Comparison[] = []
  let index = 0
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = index
    const match = pattern.exec(text)
    if (match !== null) index = pattern.lastIndex
    return match
  }
  do {
    const comparison = compared(next(COMPARED)) ?? called(next(CALLED)) ?? listed(next(LISTED))
    if (comparison === undefined) return undefined
    found.push(comparison)
  } while (next(AND) !== null)
  return text.slice(index).trim() === '' ? found : undefined
}

function compared(match: RegExpExecArray | null): Comparison | undefined {
  if (match === null) return undefined
  const [, name = '', operator = '', value = ''] = match
  if (value === 'null' && (operator === 'eq' || operator === 'ne'))
    return { name, operator: '__exists', value: operator === 'ne' }
  return { name, operator: OPERATORS[operator] ?? '', value: valueOf(value) }
}

function called(match: RegExpExecArray | null): Comparison | undefined {
  if (match === null) return undefined
  const [, operator = '', name = '', value = ''] = match
  return { name, operator: `__${operator}`, value: valueOf(value) }
}

function listed(match: RegExpExecArray | null): Comparison | undefined {
  if (match === null) return undefined
  const [, name = '', values = ''] = match
  return { name, operator: '', value: (values.match(ONE_LISTED) ?? []).map(valueOf) }
}

/** Returns the text that a literal stands for: that in quotation marks, or the literal itself. */
function valueOf(literal: string): string {
  return literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : literal
}
