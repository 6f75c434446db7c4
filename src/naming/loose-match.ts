export interface Match {
  readonly name: string
  readonly exact: boolean
}

/** Names that are matched exactly or, failing that, ignoring case, `-` and `_`. */
export class LooseNames {
  readonly #names = new Set<string>()
  readonly #byKey = new Map<string, string[]>()

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name)
  }

  /** Returns all names, in the order in which they were added. */
  get names(): ReadonlySet<string> {
    return this.#names
  }

  add(name: string): void {
    if (this.#names.has(name)) return
    this.#names.add(name)
    const key = looseKey(name)
    const alike = this.#byKey.get(key)
    if (alike === undefined) this.#byKey.set(key, [name])
    else alike.push(name)
  }

  /** Returns the match for a name, or null if there is none or more than one. */
  match(name: string): Match | null {
    if (this.#names.has(name)) return { name, exact: true }
    const [only, ...others] = this.#byKey.get(looseKey(name)) ?? []
    return only !== undefined && others.length === 0 ? { name: only, exact: false } : null
  }
}

/** Returns the match for a name in a list. For several lookups, use {@link LooseNames}. */
export function looseMatch(name: string, candidates: Iterable<string>): Match | null {
  return new LooseNames(candidates).match(name)
}

/** Converts a name to the form used in comparisons: lowercase, without `-`, `_` and whitespace. */
export function looseKey(name: string): string {
  return name.replace(/[-_\s]/g, '').toLowerCase()
}
