import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, OrderedFilter, TextFilter } from '../runtime/repository/repository.js'

/** Page schema, as stored. */
export interface Page {
  id: number
  title: string
}

/** What creating one takes. */
export interface PageCreate {
  title: string
}

/** What a body can set, virtual fields included. */
export interface PageFields {
  title: string
}

/** What page can be filtered by. */
export interface PageWhere extends Logical<PageWhere> {
  id?: Page['id'] | OrderedFilter<Page['id']>
  title?: string | null | TextFilter
}

/** Page as repositories and events know it. */
export interface PageTypes extends ModelTypes {
  Name: 'Page'
  Row: Page
  Key: number
  Unique: { id: number }
  Fields: PageFields
  Create: PageCreate
  Update: Partial<PageCreate>
  Where: PageWhere
  Sortable: 'id' | 'title'
  Relations: {}
}

/** Page schema: its fields, columns and relations. */
export const pageModel: ModelSpec = {
  name: 'Page',
  var: 'page',
  table: 'page',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {},
  row: (at) => ({ id: at(0), title: at(1) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { title: { type: 'string' } },
    required: ['title'],
    title: 'Page schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/pages/:id',
}
