import type { CustomTypesConfig, QueryArrayConfig } from 'pg'
import type { Bound } from '../codec.js'
import { dependsOnValues } from './words.js'

/** Names stay on every connection for as long as it lives, so there are only so many; statements beyond go without. */
const MAX_NAMES = 500

const asItCame = (text: unknown): unknown => text

/** Values come as the text that the server sends; the codecs read it. */
const AS_TEXT: CustomTypesConfig = { getTypeParser: () => asItCame }

/** Gives statements names, so that the server prepares each once for a connection. */
export class Statements {
  readonly #names = new Map<string, string>()

  query(text: string, values: readonly Bound[]): QueryArrayConfig<Bound[]> {
    return { name: this.#name(text), text, values: [...values], rowMode: 'array', types: AS_TEXT }
  }

  /** Without a name: for a text that is not likely to come again. */
  once(text: string, values: readonly Bound[]): QueryArrayConfig<Bound[]> {
    return { text, values: [...values], rowMode: 'array', types: AS_TEXT }
  }

  #name(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_NAMES || dependsOnValues(text)) return known
    const name = `svc_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
