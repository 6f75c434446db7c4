/**
 * Generates names that are unique when case is ignored. If a name is already in use, it gets a number: `story`,
 * `story2`. Reserving a name also reserves it with each of the `suffixes`.
 */
export class UniqueNames {
  readonly #suffixes: readonly string[]
  readonly #separator: string
  readonly #taken: Set<string>

  /** `separator` is between a name and its number. Names in `taken` are lowercase. */
  constructor({
    suffixes = [],
    separator = '',
    taken = [],
  }: { suffixes?: readonly string[]; separator?: string; taken?: Iterable<string> } = {}) {
    this.#suffixes = ['', ...suffixes]
    this.#separator = separator
    this.#taken = new Set(taken)
  }

  take(wanted: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${this.#separator}${number}`
      const family = this.#suffixes.map((suffix) => `${name}${suffix}`.toLowerCase())
      if (family.some((each) => this.#taken.has(each))) continue
      for (const each of family) this.#taken.add(each)
      return name
    }
  }
}
