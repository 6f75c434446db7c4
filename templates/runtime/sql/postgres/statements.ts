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

/** Gives statements names, so that the server prepares each once for a connection. */
export class Statements {
  readonly #named = new Map<string, Query>()

  query(text: string, values: readonly Bound[]): Query {
    return withValues(this.#statement(text), values)
  }

  /** Without a name: for a text that is not likely to come again. */
  once(text: string, values: readonly Bound[]): Query {
    return withValues(statement(text), values)
  }

  #statement(text: string): Query {
    const known = this.#named.get(text)
    if (known !== undefined) return known
    if (this.#named.size >= MAX_NAMES || dependsOnValues(text)) return statement(text)
    const named = statement(text, `svc_${this.#named.size}`)
    this.#named.set(text, named)
    return named
  }
}

function statement(text: string, name?: string): Query {
  return { name, text, rowMode: 'array', types: AS_TEXT }
}

/** The rest is inherited: for each query the driver copies what is its own, which takes as long as all that it does besides. */
function withValues(statement: Query, values: readonly Bound[]): Query {
  const query: Query = Object.create(statement)
  query.values = [...values]
  return query
}
