import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Folder, FolderWhere } from './folder.js'

/** Page schema, as stored. */
export interface Page {
  id: number
  title: string | null
  folder: number | null
}

/** What creating one takes. */
export interface PageCreate {
  title?: string | null
  folder?: number | null
}

/** What a body can set, virtual fields included. */
export interface PageFields {
  title: string | null
  folder: number | null
}

/** What page can be filtered by. */
export interface PageWhere extends Logical<PageWhere> {
  id?: Page['id'] | OrderedFilter<Page['id']>
  title?: string | null | TextFilter
  folder?: ToOneFilter<FolderWhere, number>
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
  Relations: {
    folder: Folder | null
  }
}

/** Page schema: its fields, columns and relations. */
export const pageModel: ModelSpec = {
  name: 'Page',
  var: 'page',
  table: 'page',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title' },
  },
  relations: {
    folder: {
      model: 'Folder',
      side: 'holder',
      many: false,
      unique: false,
      column: 'folder_id',
      keyType: 'id_field',
      inverse: 'pages',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ id: at(0), title: at(1), folder: at(2) }),
  foreignKeys: { folder_id: 'folder' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { folder: { type: ['integer', 'null'] }, title: { type: ['string', 'null'] } },
    title: 'Page schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/pages/:id',
}
