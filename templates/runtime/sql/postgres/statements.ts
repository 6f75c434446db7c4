import type { CustomTypesConfig, QueryArrayConfig, QueryArrayResult } from 'pg'
import type { Bound, Stored } from '../codec.js'
import { dependsOnValues } from './words.js'

/** Names stay on every connection for as long as it lives, so there are only so many; statements beyond go without. */
const MAX_NAMES = 500

const asItCame = (text: unknown): unknown => text

/** Values come as the text that the server sends; the codecs read it. */
const AS_TEXT: CustomTypesConfig = { getTypeParser: () => asItCame }

/** A statement as the driver takes it, and what it answers. */
export type Query = QueryArrayConfig<Bound[]>
export type QueryResult = QueryArrayResult<Stored[]>

/** For each query the driver copies what is its own, at length: what is the same for all is the class's. */
class Statement implements Query {
  readonly name: string | undefined
  readonly text: string
  readonly values: Bound[]

  constructor(name: string | undefined, text: string, values: readonly Bound[]) {
    this.name = name
    this.text = text
    this.values = [...values]
  }

  get rowMode(): 'array' {
    return 'array'
  }

  get types(): CustomTypesConfig {
    return AS_TEXT
  }
}

/** Gives statements names, so that the server prepares each once for a connection. */
export class Statements {
  readonly #names = new Map<string, string>()

  query(text: string, values: readonly Bound[]): Query {
    return new Statement(this.#name(text), text, values)
  }

  /** Without a name: for a text that is not likely to come again. */
  once(text: string, values: readonly Bound[]): Query {
    return new Statement(undefined, text, values)
  }

  #name(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_NAMES || dependsOnValues(text)) return known
    const name = `svc_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
