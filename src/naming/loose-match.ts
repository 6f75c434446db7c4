/** A match that was not exact is told apart, so that it can be warned of. */
export interface Match {
  readonly name: string
  readonly exact: boolean
}

/** Finds a name as people write it: exactly, else ignoring case, `-` and `_` (SPEC 8). Null where none or several fit. */
export function looseMatch(name: string, candidates: Iterable<string>): Match | null {
  const all = [...candidates]
  if (all.includes(name)) return { name, exact: true }
  const fitting = all.filter((candidate) => looseKey(candidate) === looseKey(name))
  const [only] = fitting
  return only !== undefined && fitting.length === 1 ? { name: only, exact: false } : null
}

/** What two loosely equal names have in common. */
export function looseKey(name: string): string {
  return name.replace(/[-_\s]/g, '').toLowerCase()
}
