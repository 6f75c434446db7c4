import { nearest } from '../diagnostics/nearest.js'

/** The help for a name that is not known: the nearest known one, where there is one near enough. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(name, candidates)
  return found === undefined ? undefined : `Did you mean "${found}"?`
}
