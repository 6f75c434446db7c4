/** Accents and other marks above and below letters (Unicode, Combining Diacritical Marks). */
const MARKS = /[\u0300-\u036F]/g

/** Runs of marks. A normal form sorts them, which takes quadratic time. */
const LONG_RUNS = /(\p{M}{9})\p{M}+/gu

/** Letters with a stroke, which Unicode does not decompose into a letter and a mark, and the letters without it. */
export const STROKES = { with: 'ØøŁłĐđĦħŦŧ', without: 'OoLlDdHhTt' } as const
const STROKED = new RegExp(`[${STROKES.with}]`, 'g')

/** Returns text without accents: `Muller` for `Müller`, and `Lodz` for `Łódź`. */
export function withoutAccents(text: string): string {
  const plain = text.replaceAll(LONG_RUNS, '$1').normalize('NFD').replaceAll(MARKS, '').normalize('NFC')
  return plain.replaceAll(STROKED, (letter) => STROKES.without[STROKES.with.indexOf(letter)] ?? letter)
}

/** Returns text as full-text search compares it: in lowercase and without accents. */
export function folded(text: string): string {
  return withoutAccents(text).toLowerCase()
}
