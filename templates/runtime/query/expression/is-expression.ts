const STARTS = /^(?:[[{(!"><]|NOT )/
const JOINS = / (?:AND|OR) /
const ENDS = /~[12]?$/

/** Whether the value of a filter is an expression, by the looks of it; else it is compared as it is (SPEC 7). */
export function isExpression(value: string): boolean {
  const unescaped = value.replace(/\\[^]/g, '')
  return STARTS.test(value) || JOINS.test(value) || unescaped.includes('*') || ENDS.test(unescaped)
}

/** The text that a plain value means: a backslash that keeps it from being an expression is none of it. */
export function plainText(value: string): string {
  return value
    .replace(/\\\*/g, '*')
    .replace(/^\\(?=[[{(!"><])/, '')
    .replace(/\\(?=~[12]?$)/, '')
}
