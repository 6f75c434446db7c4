import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, OrderedFilter, TextFilter } from '../runtime/repository/repository.js'

/** Notice schema, as stored. */
export interface Notice {
  id: number
  title: string
}

/** What creating one takes. */
export interface NoticeCreate {
  title: string
}

/** What a body can set, virtual fields included. */
export interface NoticeFields {
  title: string
}

/** What notice can be filtered by. */
export interface NoticeWhere extends Logical<NoticeWhere> {
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
  Sortable: 'id' | 'title'
  Relations: {}
}

/** Notice schema: its fields, columns and relations. */
export const noticeModel: ModelSpec = {
  name: 'Notice',
  var: 'notice',
  table: 'notice',
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
    title: 'Notice schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/notices/:id',
}
