import { editDistance } from '../../templates/runtime/values/fuzzy.js'

const MAX_CANDIDATES = 200
const MAX_LENGTH = 60

/**
 * Returns the most similar candidate ("did you mean"): the one with the smallest edit distance
 * (Damerau-Levenshtein, optimal string alignment), ignoring case.
 * @returns undefined if the smallest distance exceeds a third of the name's length, rounded to the nearest integer, or
 * if the name is too long
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const limit = Math.floor(name.length / 3 + 0.5)
  const wanted = name.toLowerCase()
  let best: string | undefined
  let bestDistance = limit + 1
  let looked = 0
  for (const candidate of candidates) {
    looked += 1
    if (looked > MAX_CANDIDATES) break
    if (candidate === name) continue
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance - 1)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Returns help text that suggests the {@link nearest} known name for an unknown name, if there is one. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(name, candidates)
  return found === undefined ? undefined : `Did you mean "${found}"?`
}
