import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
} from '../runtime/repository/repository.js'
import type { Label, LabelWhere } from './label.js'
import type { Page, PageWhere } from './page.js'

/** Folder schema, as stored. */
export interface Folder {
  id: number
  title: string | null
}

/** What creating one takes. */
export interface FolderCreate {
  title?: string | null
  labels?: number[]
  pages?: number[]
}

/** What a body can set, virtual fields included. */
export interface FolderFields {
  title: string | null
  labels: number[]
  pages: number[]
}

/** What folder can be filtered by. */
export interface FolderWhere extends Logical<FolderWhere> {
  id?: Folder['id'] | OrderedFilter<Folder['id']>
  title?: string | null | TextFilter
  labels?: ToManyFilter<LabelWhere>
  pages?: ToManyFilter<PageWhere>
}

/** Folder as repositories and events know it. */
export interface FolderTypes extends ModelTypes {
  Name: 'Folder'
  Row: Folder
  Key: number
  Unique: { id: number }
  Fields: FolderFields
  Create: FolderCreate
  Update: Partial<FolderCreate>
  Where: FolderWhere
  Sortable: 'id' | 'title'
  Relations: {
    labels: Label[]
    pages: Page[]
  }
}

/** Folder schema: its fields, columns and relations. */
export const folderModel: ModelSpec = {
  name: 'Folder',
  var: 'folder',
  table: 'folder',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title' },
  },
  relations: {
    labels: {
      model: 'Label',
      side: 'one',
      many: true,
      unique: false,
      column: 'folder_id',
      keyType: 'id_field',
      inverse: 'folder',
      required: false,
      onDelete: 'nullify',
    },
    pages: {
      model: 'Page',
      side: 'one',
      many: true,
      unique: false,
      column: 'folder_id',
      keyType: 'id_field',
      inverse: 'folder',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ id: at(0), title: at(1) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      labels: { items: { type: 'integer' }, type: ['array', 'null'] },
      pages: { items: { type: 'integer' }, type: ['array', 'null'] },
      title: { type: ['string', 'null'] },
    },
    title: 'Folder schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/folders/:id',
}
