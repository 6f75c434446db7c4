import type { Service } from '../ir/index.js'
import type { MadePart } from '../output/file.js'
import { type Entries, entriesText, type JsonText } from './json-text.js'
import { targetText } from './openapi/references.js'
import { type Sameness, trace } from './traced.js'

/** Some entries of an object in a JSON document, one after the other. */
export interface Part {
  /** What it refers to, see {@link targetText}. */
  readonly references: readonly string[]
  /** Where the text stands in the former document, or the text. */
  readonly text: Pick<MadePart, 'start' | 'end'> | JsonText
  /** For the next run; null where it does not pay to keep it. */
  readonly madeOf: Omit<MadePart, 'start' | 'end'> | null
}

/** Makes the parts of a JSON document. Those that were made of the same in an earlier run are taken from its text. */
export class Parts {
  readonly #service: Service
  readonly #sameness: Sameness
  readonly #former: ReadonlyMap<string, MadePart>

  /** @param former the parts of the document as an earlier run left it */
  constructor(service: Service, sameness: Sameness, former: readonly MadePart[]) {
    this.#service = service
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

    const { service, facts } = trace(this.#service)
    const text = entriesText(make(service), indent)
    const references = targets(text)
    return { references, text, madeOf: { name, given, facts: [...facts], references } }
  }
}

/** A part that is made anew in each run. */
export function fixedPart(entries: Entries, indent: string): Part {
  const text = entriesText(entries, indent)
  return { references: targets(text), text, madeOf: null }
}

function targets({ references }: JsonText): readonly string[] {
  return [...new Set(references.map(targetText))]
}
