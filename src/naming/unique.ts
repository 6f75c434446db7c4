/**
 * Generates names that are unique when case is ignored. If a name is already in use, it gets a number: `story`,
 * `story2`. Reserving a name also reserves it with each of the `suffixes`.
 */
export class UniqueNames {
  readonly #suffixes: readonly string[]
  readonly #taken: Set<string>

  constructor({
    suffixes = [],
    taken = [],
  }: { suffixes?: readonly string[]; taken?: readonly string[] } = {}) {
    this.#suffixes = ['', ...suffixes]
    this.#taken = new Set(taken)
  }

  take(wanted: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${number}`
      const family = this.#family(name)
      if (family.some((one) => this.#taken.has(one))) continue
      for (const one of family) this.#taken.add(one)
      return name
    }
  }

  #family(name: string): readonly string[] {
    return this.#suffixes.map((suffix) => `${name}${suffix}`.toLowerCase())
  }
}
