import type { Service } from '../ir/index.js'
import type { MadePart } from '../output/file.js'
import { type Entries, entriesText, type JsonText } from './json-text.js'
import { type Sameness, type Trace, trace } from './traced.js'

/** Some entries of an object in a JSON document, one after the other. */
export interface Part {
  /** What it refers to, see `targetText`. */
  readonly references: readonly string[]
  /** Where the text stands in the former document, or the text. */
  readonly text: Pick<MadePart, 'start' | 'end'> | JsonText
  /** For the next run; null where it does not pay to keep it. */
  readonly madeOf: Omit<MadePart, 'start' | 'end'> | null
}

/** Makes the parts of a JSON document. Those that were made of the same in an earlier run are taken from its text. */
export class Parts {
  readonly #trace: Trace
  readonly #sameness: Sameness
  readonly #former: ReadonlyMap<string, MadePart>

  /** @param former the parts of the document as an earlier run left it */
  constructor(service: Service, sameness: Sameness, former: readonly MadePart[]) {
    this.#trace = trace(service)
    this.#sameness = sameness
    this.#former = new Map(former.map((part) => [part.name, part]))
  }

  /**
   * A part by its name, which no other has.
   * @param given all that it is made of, beside its name and what is read of the service
   * @param indent of its entries
   */
  of(name: string, given: string, indent: string, make: (service: Service) => Entries): Part {
    const former = this.#former.get(name)
    if (former !== undefined && former.given === given && this.#sameness.of(former.facts))
      return { references: former.references, text: former, madeOf: former }

    const { service, facts } = this.#trace
    facts.clear()
    const text = entriesText(make(service), indent)
    const { references } = text
    return { references, text, madeOf: { name, given, facts: [...facts], references } }
  }
}

/** A part that is made anew in each run. */
export function fixedPart(entries: Entries, indent: string): Part {
  const text = entriesText(entries, indent)
  return { references: text.references, text, madeOf: null }
}
