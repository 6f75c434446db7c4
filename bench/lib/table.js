/** Prints a table. The first column is left-aligned, the others are right-aligned. */
export function printTable(headings, rows) {
  const all = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column].length)))
  for (const row of all) {
    const cells = row.map((text, column) =>
      column === 0 ? text.padEnd(widths[column]) : text.padStart(widths[column]),
    )
    console.log(cells.join('  '))
  }
}

/** Returns the median of a list of numbers. */
export function median(figures) {
  return quantile(figures, 0.5)
}

/** Returns a quantile of a list of numbers; `share` is between 0 and 1. */
export function quantile(figures, share) {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)]
}
