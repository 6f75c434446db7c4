/** How many single changes turn one text into the other (Levenshtein). */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    above = row
  }
  return above[b.length] ?? 0
}

/** `; did you mean "name"?` where one of the names is close to the given one, else nothing. */
export function didYouMean(given: string, names: Iterable<string>): string {
  if (given.length > 100) return ''
  let nearest = ''
  let least = Math.floor(given.length / 3) + 1
  for (const name of names) {
    const changes = distance(given.toLowerCase(), name.toLowerCase())
    if (changes < least) [nearest, least] = [name, changes]
  }
  return nearest === '' ? '' : `; did you mean "${nearest}"?`
}
