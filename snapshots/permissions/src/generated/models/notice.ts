import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, OrderedFilter, TextFilter } from '../runtime/repository/repository.js'

/** Notice schema, as stored. */
export interface Notice {
  day: string | null
  draft: string | null
  id: number
  pages: number | null
  title: string | null
}

/** What creating one takes. */
export interface NoticeCreate {
  day?: string | null
  draft?: string | null
  pages?: number | null
  title?: string | null
}

/** What a body can set, virtual fields included. */
export interface NoticeFields {
  day: string | null
  draft: string | null
  pages: number | null
  title: string | null
}

/** What notice can be filtered by. */
export interface NoticeWhere extends Logical<NoticeWhere> {
  day?: string | null | OrderedFilter<string>
  draft?: string | null | TextFilter
  id?: Notice['id'] | OrderedFilter<Notice['id']>
  pages?: number | null | OrderedFilter<number>
  title?: string | null | TextFilter
}

/** Notice as repositories and events know it. */
export interface NoticeTypes extends ModelTypes {
  Name: 'Notice'
  Row: Notice
  Key: number
  Unique: { id: number }
  Fields: NoticeFields
  Create: NoticeCreate
  Update: Partial<NoticeCreate>
  Where: NoticeWhere
  Sortable: 'day' | 'draft' | 'id' | 'pages' | 'title'
  Relations: {}
}

/** Notice schema: its fields, columns and relations. */
export const noticeModel: ModelSpec = {
  name: 'Notice',
  var: 'notice',
  table: 'notice',
  key: 'id',
  fields: {
    day: { type: 'date', column: 'day' },
    draft: { type: 'string', column: 'draft' },
    id: { type: 'id_field', column: 'id', unique: true },
    pages: { type: 'integer', column: 'pages' },
    title: { type: 'string', column: 'title' },
  },
  relations: {},
  row: (at) => ({ day: at(0), draft: at(1), id: at(2), pages: at(3), title: at(4) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      day: { type: ['string', 'null'] },
      draft: { type: ['string', 'null'] },
      pages: { type: ['integer', 'null'] },
      title: { type: ['string', 'null'] },
    },
    title: 'Notice schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/notices/:id',
}
