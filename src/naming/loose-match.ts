/** A match that was not exact is told apart, so that it can be warned of. */
export interface Match {
  readonly name: string
  readonly exact: boolean
}

/** Names that are looked up as people write them: exactly, else ignoring case, `-` and `_` (SPEC 8). */
export class LooseNames {
  readonly #names = new Set<string>()
  readonly #byKey = new Map<string, string[]>()

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name)
  }

  /** All names, in the order in which they were added. */
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

  /** Null where none or several fit. */
  match(name: string): Match | null {
    if (this.#names.has(name)) return { name, exact: true }
    const [only, ...others] = this.#byKey.get(looseKey(name)) ?? []
    return only !== undefined && others.length === 0 ? { name: only, exact: false } : null
  }
}

/** {@link LooseNames.match} among names that are looked up once. */
export function looseMatch(name: string, candidates: Iterable<string>): Match | null {
  return new LooseNames(candidates).match(name)
}

/** What two loosely equal names have in common. */
export function looseKey(name: string): string {
  return name.replace(/[-_\s]/g, '').toLowerCase()
}
