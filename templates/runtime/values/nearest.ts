/** Names that are longer were not mistyped. */
const LONGEST = 60

/** `; did you mean "name"?` where one of the names is a few changes away from the given one, case aside; else nothing. */
export function didYouMean(given: string, names: Iterable<string>): string {
  if (given.length > LONGEST) return ''
  let nearest = ''
  let least = Math.floor(given.length / 3 + 0.5) + 1
  for (const name of names) {
    if (name === given || Math.abs(name.length - given.length) >= least) continue
    const changes = distance(given.toLowerCase(), name.toLowerCase())
    if (changes < least) [nearest, least] = [name, changes]
  }
  return nearest === '' ? '' : `; did you mean "${nearest}"?`
}

/**
 * How many single changes turn one text into the other: a letter added, left out or changed, or two neighbours swapped (Damerau-Levenshtein, optimal string
 * alignment).
 */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity
      row.push(Math.min(replaced, at(i - 1, j) + 1, at(i, j - 1) + 1, swapped))
    }
  }
  return at(a.length, b.length)
}
