import type { SearchResult, SearchableName } from '../events/types.js'
import type { Json } from '../json.js'
import type { ModelTypes } from '../repository/repository.js'

declare module '../events/types.js' {
  interface TaggedEvent<T extends ModelTypes, Tag extends FiredTag, Models, User> {
    /**
     * Sends a query to the search engine and returns its response:
     * `event.search('Story', { query: { match: { title: 'foo' } } })`. Fields have the same names as in the schema. The
     * query can read only the model's index. Access rules do not apply to it. Requires the `search.url` setting.
     */
    search<Name extends SearchableName<Models>>(
      model: Name,
      query: RawQuery,
    ): Promise<RawResponse<SearchResult<Models, Name>>>
  }
}

/** The body of a query in the search engine's syntax. */
export interface RawQuery {
  readonly [name: string]: unknown
}

/** A response from the search engine. */
export interface RawResponse<Row> {
  readonly took: number
  readonly timed_out: boolean
  readonly hits: {
    /** Undefined if the query turns off `track_total_hits`. */
    readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' }
    readonly max_score: number | null
    readonly hits: readonly {
      readonly _id: string
      readonly _score: number | null
      readonly _source: Partial<Row>
      readonly sort?: readonly Json[]
      readonly highlight?: Readonly<Record<string, readonly string[]>>
    }[]
  }
  readonly aggregations?: Readonly<Record<string, Json>>
}
