import { dependsOnValues } from './words.js'
/** Names stay on every connection for as long as it lives, so there are only so many; statements beyond go without. */
const MAX_NAMES = 500
/** Values come as the text that the server sends; the codecs read it. */
const AS_TEXT = { getTypeParser: () => (text) => text }
/** Gives statements names, so that the server prepares each once for a connection. */
export class Statements {
  #names = new Map()
  query(text, values) {
    const name = this.#name(text)
    const query = this.once(text, values)
    return name === undefined ? query : { ...query, name }
  }
  /** Without a name: for a text that is not likely to come again. */
  once(text, values) {
    return { text, values: [...values], rowMode: 'array', types: AS_TEXT }
  }
  #name(text) {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_NAMES || dependsOnValues(text)) return known
    const name = `svc_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
