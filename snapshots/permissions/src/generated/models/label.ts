import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Folder, FolderWhere } from './folder.js'

/** Label schema, as stored. */
export interface Label {
  id: number
  title: string | null
  folder: number | null
}

/** What creating one takes. */
export interface LabelCreate {
  title?: string | null
  folder?: number | null
}

/** What a body can set, virtual fields included. */
export interface LabelFields {
  title: string | null
  folder: number | null
}

/** What label can be filtered by. */
export interface LabelWhere extends Logical<LabelWhere> {
  id?: Label['id'] | OrderedFilter<Label['id']>
  title?: string | null | TextFilter
  folder?: ToOneFilter<FolderWhere, number>
}

/** Label as repositories and events know it. */
export interface LabelTypes extends ModelTypes {
  Name: 'Label'
  Row: Label
  Key: number
  Unique: { id: number }
  Fields: LabelFields
  Create: LabelCreate
  Update: Partial<LabelCreate>
  Where: LabelWhere
  Sortable: 'id' | 'title'
  Relations: {
    folder: Folder | null
  }
}

/** Label schema: its fields, columns and relations. */
export const labelModel: ModelSpec = {
  name: 'Label',
  var: 'label',
  table: 'label',
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
      inverse: 'labels',
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
    title: 'Label schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/labels/:id',
}
