import type { Regex } from './pattern-parser.js'

/** The atoms of a regular expression and their successors (Glushkov's automaton). */
export interface Automaton {
  readonly atoms: readonly string[]
  /** The successors of each atom. A successor that is listed twice can be reached in two ways. */
  readonly next: readonly (readonly number[])[]
}

interface Part {
  readonly isOptional: boolean
  readonly first: readonly number[]
  readonly last: readonly number[]
}

const NOTHING: Part = { isOptional: true, first: [], last: [] }

/** Returns the automaton for a regular expression. */
export function automatonOf(regex: Regex): Automaton {
  const builder = new Builder()
  builder.add(regex)
  return builder
}

class Builder implements Automaton {
  readonly atoms: string[] = []
  readonly next: number[][] = []

  add(regex: Regex): Part {
    switch (regex.kind) {
      case 'atom':
        return this.#atom(regex.text)
      case 'sequence':
        return regex.of.map((part) => this.add(part)).reduce((a, b) => this.#join(a, b), NOTHING)
      case 'choice':
        return regex.of.map((part) => this.add(part)).reduce(either)
      case 'optional':
        return { ...this.add(regex.of), isOptional: true }
      case 'loop': {
        const part = this.add(regex.of)
        this.#link(part.last, part.first)
        return part
      }
      case 'look':
        this.add(regex.of)
        return NOTHING
    }
  }

  #atom(text: string): Part {
    const index = this.atoms.push(text) - 1
    this.next.push([])
    return { isOptional: false, first: [index], last: [index] }
  }

  #join(a: Part, b: Part): Part {
    this.#link(a.last, b.first)
    return {
      isOptional: a.isOptional && b.isOptional,
      first: a.isOptional ? [...a.first, ...b.first] : a.first,
      last: b.isOptional ? [...a.last, ...b.last] : b.last,
    }
  }

  #link(from: readonly number[], to: readonly number[]): void {
    for (const index of from) this.next[index]?.push(...to)
  }
}

function either(a: Part, b: Part): Part {
  return {
    isOptional: a.isOptional || b.isOptional,
    first: [...a.first, ...b.first],
    last: [...a.last, ...b.last],
  }
}
