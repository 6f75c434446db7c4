import { automatonOf, type Automaton } from './pattern-automaton.js'
import { parsePattern } from './pattern-parser.js'

/** Larger patterns are rejected without a check, because the check takes quadratic time. */
const MAX_LOOPING_ATOMS = 120
const MAX_LENGTH = 4000
const MAX_STEPS = 20_000

/**
 * Returns whether a backtracking matcher could take exponential time. This is the case if some text leads from a
 * position in a loop back to the same position in two ways ("exponential degree of ambiguity", Weber and Seidl 1991).
 * Counted repetitions are treated as loops, so some safe patterns are rejected.
 * @param pattern valid in Unicode mode
 */
export function isSlowPattern(pattern: string): boolean {
  if (!/[*+{]/.test(pattern)) return false
  if (pattern.length > MAX_LENGTH) return true
  const automaton = automatonOf(parsePattern(pattern))
  if (automaton.next.reduce((sum, steps) => sum + steps.length, 0) > MAX_STEPS) return true
  const reach = reachability(automaton)
  const looping = automaton.atoms.map((_, index) => index).filter((index) => reach(index, index))
  if (looping.length > MAX_LOOPING_ATOMS) return true
  if (looping.some((from) => hasDuplicates(automaton.next[from]?.filter((to) => reach(to, from)) ?? [])))
    return true
  return hasAmbiguousLoop(automaton, looping, reach)
}

type Reach = (from: number, to: number) => boolean

function reachability({ next }: Automaton): Reach {
  const known = new Map<number, ReadonlySet<number>>()
  return (from, to) => {
    const found = known.get(from) ?? closure(next[from] ?? [], (index) => next[index] ?? [])
    known.set(from, found)
    return found.has(to)
  }
}

function hasDuplicates(indexes: readonly number[]): boolean {
  return new Set(indexes).size < indexes.length
}

/**
 * Returns whether two walks through the loops can diverge at a position and meet again while matching the same text.
 */
function hasAmbiguousLoop({ atoms, next }: Automaton, looping: readonly number[], reach: Reach): boolean {
  const size = atoms.length
  const overlap = overlapOf(atoms)
  const within = (from: number) => [...new Set(next[from] ?? [])].filter((to) => reach(to, from))
  const steps = (pair: number): readonly number[] => {
    const right = within(pair % size)
    return within(Math.floor(pair / size)).flatMap((a) =>
      right.filter((b) => overlap(a, b)).map((b) => a * size + b),
    )
  }
  const apart = (pair: number) => Math.floor(pair / size) !== pair % size
  const parted = [
    ...closure(
      looping.map((index) => index * size + index),
      steps,
    ),
  ].filter(apart)
  return parted.some((pair) => [...closure(steps(pair), steps)].some((reached) => !apart(reached)))
}

function closure<T>(start: readonly T[], next: (item: T) => readonly T[]): ReadonlySet<T> {
  const seen = new Set(start)
  for (const item of seen) for (const found of next(item)) seen.add(found)
  return seen
}

/**
 * Returns a function that checks whether two atoms match a common character. Only the characters in the pattern, their
 * neighbors and a few other characters are tested.
 */
function overlapOf(atoms: readonly string[]): (a: number, b: number) => boolean {
  const samples = samplesOf(atoms)
  const taken = atoms.map((atom) => {
    const form = new RegExp(`^(?:${atom})$`, 'u')
    return new Set(samples.filter((sample) => form.test(sample)))
  })
  return (a, b) => {
    const other = taken[b]
    return other !== undefined && [...(taken[a] ?? [])].some((sample) => other.has(sample))
  }
}

function samplesOf(atoms: readonly string[]): readonly string[] {
  const points = [...`${atoms.join('')}aZ09_- \n.,:;/@é中🙂`].map(
    (character) => character.codePointAt(0) ?? 0,
  )
  const escaped = [...atoms.join('').matchAll(/\\(?:u\{?|x)([0-9a-fA-F]+)/g)].map(([, hex = '0']) =>
    Number.parseInt(hex, 16),
  )
  const around = [...points, ...escaped].flatMap((point) => [point - 1, point, point + 1])
  const valid = around.filter(
    (point) => point >= 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff),
  )
  return [...new Set(valid)].map((point) => String.fromCodePoint(point))
}
