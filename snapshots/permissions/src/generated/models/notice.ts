import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, OrderedFilter, TextFilter } from '../runtime/repository/types.js'

/** Notice schema, as stored. */
export interface Notice {
  draft: string | null
  id: number
  title: string | null
}

/** What creating one takes. */
export interface NoticeCreate {
  draft?: string | null
  title?: string | null
}

/** What a body can set, virtual fields included. */
export interface NoticeFields {
  draft: string | null
  title: string | null
}

/** What notice can be filtered by. */
export interface NoticeWhere extends Logical<NoticeWhere> {
  draft?: string | null | TextFilter
  id?: Notice['id'] | OrderedFilter<Notice['id']>
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
  Sortable: 'draft' | 'id' | 'title'
  Relations: {}
}

/** Notice schema: its fields, columns and relations. */
export const noticeModel: ModelSpec = {
  name: 'Notice',
  var: 'notice',
  table: 'notice',
  key: 'id',
  fields: {
    draft: { type: 'string', column: 'draft' },
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title' },
  },
  relations: {},
  row: (at) => ({ draft: at(0), id: at(1), title: at(2) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { draft: { type: ['string', 'null'] }, title: { type: ['string', 'null'] } },
    title: 'Notice schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/notices/:id',
}
