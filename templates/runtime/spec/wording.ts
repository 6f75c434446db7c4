/** Returns a number and a noun, which is plural unless the number is 1: `1 character`, `2 characters`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Joins strings with commas and a conjunction, without a comma before the conjunction: `a, b and c`. */
export function listed(texts: Iterable<string>, conjunction: 'and' | 'or' = 'and'): string {
  const type = conjunction === 'and' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat('en-GB', { type }).format(texts)
}
