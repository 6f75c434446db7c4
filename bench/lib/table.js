/** Prints rows of texts under headings, in columns: the first to the left, figures to the right. */
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

/** The middle one of some figures. */
export function median(figures) {
  return quantile(figures, 0.5)
}

/** The figure that so large a share of some figures stays below. */
export function quantile(figures, share) {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)]
}
