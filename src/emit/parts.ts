import type { Json, Service } from '../ir/index.js'
import type { MadePart, MadeValue } from '../output/file.js'
import { type JsonPlace, type JsonText, jsonText } from './json-text.js'
import { type Fingerprints, trace } from './traced.js'

/** What an earlier run left of a document: its text as it stands, and what its parts were made of. */
export interface FormerParts {
  readonly text: string
  readonly parts: readonly MadePart[]
}

/** Values by their names. */
type Values = Readonly<Record<string, Json>>

/** The parts of a JSON document. Those that were made of the same in an earlier run are taken from its text. */
export class Parts {
  readonly #service: Service
  readonly #fingerprints: Fingerprints
  readonly #text: string
  readonly #former: ReadonlyMap<string, MadePart>
  readonly #printed: { readonly part: Part; readonly name: string; readonly value: JsonText }[] = []

  constructor(service: Service, fingerprints: Fingerprints, former: FormerParts | null) {
    this.#service = service
    this.#fingerprints = fingerprints
    this.#text = former?.text ?? ''
    this.#former = new Map(former?.parts.map((part) => [part.name, part]))
  }

  /**
   * A part by its name, which no other has.
   * @param given all that it is made of, beside what is read of the service; plain JSON
   */
  of<Given>(name: string, given: Given, make: (service: Service, given: Given) => Values): Part {
    const keyOf = (facts: Iterable<string>): string => this.#fingerprints.of(given, facts)
    const former = this.#former.get(name)
    const isSame = former !== undefined && keyOf(former.facts) === former.key
    return new Part(name, isSame ? { ...former, text: this.#text } : null, () => {
      const { service, facts } = trace(this.#service)
      const values = make(service, given)
      return { values, facts: [...facts], key: keyOf(facts) }
    })
  }

  /**
   * Prints a value of a part, in the order of the document. One at the end of an object is printed for that place, and is nothing for the next run.
   * @throws Error where the part has no such value, which is a fault of the tool
   */
  print(part: Part, name: string, place: JsonPlace): JsonText {
    const value = part.text(name, place)
    if (value === null) throw new Error(`${part.name} has no value ${name}`)
    if (!place.isLast) this.#printed.push({ part, name, value })
    return value
  }

  /** What the parts were made of, and where their values stand in the document. */
  madeIn(document: string): readonly MadePart[] {
    const values = new Map<Part, MadeValue[]>()
    let end = 0
    for (const { part, name, value } of this.#printed) {
      const start = document.indexOf(value.text, end)
      end = start + value.text.length
      const ofPart = values.get(part) ?? []
      values.set(part, ofPart)
      ofPart.push({ name, start, end, references: value.references })
    }
    return [...values].map(([part, made]) => ({ name: part.name, ...part.madeOf, values: made }))
  }
}

interface Made extends Pick<MadePart, 'facts' | 'key'> {
  readonly values: Values
}

interface Former extends MadePart {
  /** Of the document. */
  readonly text: string
}

/** Some values of a document that are made together. */
export class Part {
  readonly name: string
  readonly #former: Former | null
  readonly #make: () => Made
  readonly #texts = new Map<string, JsonText>()
  #made: Made | null = null

  constructor(name: string, former: Former | null, make: () => Made) {
    this.name = name
    this.#former = former
    this.#make = make
  }

  /** The text of one of the values; null where there is none of that name. */
  text(name: string, place: JsonPlace): JsonText | null {
    if (place.isLast) return this.#printed(name, place)
    const text = this.#texts.get(name) ?? this.#recalled(name) ?? this.#printed(name, place)
    if (text !== null) this.#texts.set(name, text)
    return text
  }

  get madeOf(): Pick<MadePart, 'facts' | 'key'> {
    const { facts, key } = this.#made ?? this.#former ?? this.#now()
    return { facts, key }
  }

  #now(): Made {
    this.#made ??= this.#make()
    return this.#made
  }

  #printed(name: string, place: JsonPlace): JsonText | null {
    const { values } = this.#now()
    return Object.hasOwn(values, name) ? jsonText(values[name] ?? null, place) : null
  }

  #recalled(name: string): JsonText | null {
    const value = this.#former?.values.find((each) => each.name === name)
    if (value === undefined) return null
    const { start, end, references } = value
    return { text: this.#former?.text.slice(start, end) ?? '', isFinal: true, references }
  }
}
