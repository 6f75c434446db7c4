/** An import in an emitted file. */
export interface Import {
  readonly names: string
  readonly types: boolean
  readonly from: string
}

/** The names used by the code in a file. The file imports only these names. */
export class UsedNames {
  readonly #names = new Set<string>()
  readonly #printed: Readonly<Record<string, string>>

  /** @param printed the code to print for a name, if it differs from the name */
  constructor(printed: Readonly<Record<string, string>> = {}) {
    this.#printed = printed
  }

  /** Records a name and returns the code to print for it. */
  use(name: string): string {
    this.#names.add(name)
    return this.printed(name)
  }

  /** Returns the code to print for a name that is recorded elsewhere. */
  printed(name: string): string {
    return this.#printed[name] ?? name
  }

  /** Returns whether a name is used. */
  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Returns the given names that are used, in the given order. */
  among(names: readonly string[]): string[] {
    return names.filter((name) => this.has(name))
  }

  /** Returns an import of the given names that are used, or an empty list if none are used. */
  importFrom(from: string, names: readonly string[]): readonly Import[] {
    return importOf(from, this.among(names), false)
  }

  /** Returns a type import of the given names that are used, or an empty list if none are used. */
  importTypesFrom(from: string, names: readonly string[]): readonly Import[] {
    return importOf(from, this.among(names), true)
  }
}

function importOf(from: string, names: readonly string[], types: boolean): readonly Import[] {
  return names.length === 0 ? [] : [{ names: names.join(', '), types, from }]
}
