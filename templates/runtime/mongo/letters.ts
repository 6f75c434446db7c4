import { folded } from '../values/folded.js'
import { escaped } from '../values/pattern.js'

/** The marks that search ignores, for use inside brackets (Unicode, Combining Diacritical Marks). */
export const MARKS = '\u0300-\u036F'

/** The highest code point of a letter that search does not distinguish from another one. */
const MAX_CODE = 0x1ffff
/** The highest code point of Latin-1. */
const MAX_COMMON = 0xff

/** The code points of the letters that search does not distinguish from a letter, in ascending order. */
let variants: ReadonlyMap<string, readonly number[]> | undefined

/** Returns a pattern that matches a folded letter in either case and with any accent. */
export function variantsOf(letter: string): string {
  return patternOf(letter, codesOf(letter))
}

/** Like {@link variantsOf}, but shorter: matches only the accents of Western European languages. */
export function commonVariantsOf(letter: string): string {
  const isCommon = (code: number): boolean =>
    code <= MAX_COMMON || String.fromCodePoint(code).toLowerCase() === letter
  return patternOf(letter, codesOf(letter).filter(isCommon))
}

function patternOf(letter: string, others: readonly number[]): string {
  return others.length === 0 ? escaped(letter) : `[${escaped(letter)}${rangesOf(others)}]`
}

function codesOf(letter: string): readonly number[] {
  variants ??= allVariants()
  return variants.get(letter) ?? []
}

function allVariants(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (let code = 0x41; code <= MAX_CODE; code++) {
    const letter = String.fromCodePoint(code)
    const plain = folded(letter)
    if (plain === letter || [...plain].length > 1) continue
    const known = found.get(plain)
    if (known === undefined) found.set(plain, [code])
    else known.push(code)
  }
  return found
}

/** Returns code points as ranges, for use inside brackets. */
function rangesOf(codes: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last?.to === code - 1) last.to = code
    else ranges.push({ from: code, to: code })
  }
  return ranges
    .map(({ from, to }) => String.fromCodePoint(...(from === to ? [from] : [from, 0x2d, to])))
    .join('')
}
