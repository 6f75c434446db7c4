/**
 * Gives out names that are unique ignoring case, in the order of asking; a taken one gets a number: `story`, `story2`. A name is given out together with
 * those that are made of it by the `suffixes`.
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
    const name = this.#isFree(wanted) ? wanted : this.#numbered(wanted)
    for (const one of this.#family(name)) this.#taken.add(one)
    return name
  }

  #isFree(name: string): boolean {
    return this.#family(name).every((one) => !this.#taken.has(one))
  }

  #family(name: string): readonly string[] {
    return this.#suffixes.map((suffix) => `${name}${suffix}`.toLowerCase())
  }

  #numbered(wanted: string): string {
    let number = 2
    while (!this.#isFree(`${wanted}${number}`)) number += 1
    return `${wanted}${number}`
  }
}
