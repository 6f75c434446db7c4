/** Gives out names that are unique ignoring case, in the order of asking; a taken one gets a number: `story`, `story2`. */
export class UniqueNames {
  readonly #taken = new Set<string>()

  take(wanted: string): string {
    const name = this.#isFree(wanted) ? wanted : this.#numbered(wanted)
    this.#taken.add(name.toLowerCase())
    return name
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(name.toLowerCase())
  }

  #numbered(wanted: string): string {
    let number = 2
    while (!this.#isFree(`${wanted}${number}`)) number += 1
    return `${wanted}${number}`
  }
}
