import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, OrderedFilter, TextFilter } from '../runtime/repository/repository.js'

/** Page, as stored. */
export interface Page {
  body: string | null
  number: number | null
  slug: string
}

/** What creating one takes. */
export interface PageCreate {
  body?: string | null
  number?: number | null
  slug: string
}

/** What a body can set, virtual fields included. */
export interface PageFields {
  body: string | null
  number: number | null
  slug: string
}

/** What page can be filtered by. */
export interface PageWhere extends Logical<PageWhere> {
  body?: string | null | TextFilter
  number?: number | null | OrderedFilter<number>
  slug?: string | null | TextFilter
}

/** Page as repositories and events know it. */
export interface PageTypes extends ModelTypes {
  Name: 'Page'
  Row: Page
  Key: string
  Unique: { slug: string }
  Fields: PageFields
  Create: PageCreate
  Update: Partial<PageCreate>
  Where: PageWhere
  Sortable: 'body' | 'number' | 'slug'
  Relations: {}
}

/** Page: its fields, columns and relations. */
export const pageModel: ModelSpec = {
  name: 'Page',
  var: 'page',
  table: 'page',
  key: 'slug',
  fields: {
    body: { type: 'text', column: 'body', words: true },
    number: { type: 'integer', column: 'number' },
    slug: { type: 'string', column: 'slug', required: true, unique: true, words: true },
  },
  relations: {},
  row: (at) => ({ body: at(0), number: at(1), slug: at(2) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { body: { type: ['string', 'null'] }, number: { type: 'integer' }, slug: { type: 'string' } },
    required: ['slug'],
    title: 'Page',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/pages/:slug',
}
