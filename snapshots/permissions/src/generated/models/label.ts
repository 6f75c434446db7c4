import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Folder, FolderWhere } from './folder.js'

/** A label as stored; relations are keys. */
export type Label = {
  id: number
  title: string | null
  folder: number | null
}

/** Values for a new label. */
export type LabelCreate = {
  title?: string | null
  folder?: number | null
}

/** Changes to a label. */
export type LabelUpdate = { [Field in keyof LabelCreate]?: LabelCreate[Field] }

/** Values that a request can set on a label. */
export type LabelFields = Required<LabelCreate>

/** A label in a response, without fields that the caller cannot see or did not select. */
export type LabelDocument = {
  _type: 'Label'
  _pk: string
  _self: string | null
} & Partial<Label>

/** A filter for labels. */
export interface LabelWhere extends Logical<LabelWhere> {
  id?: Label['id'] | OrderedFilter<Label['id']>
  title?: string | null | TextFilter
  folder?: ToOneFilter<FolderWhere, number>
}

/** The types of Label for its repository, routes and events. */
export interface LabelTypes extends ModelTypes {
  Name: 'Label'
  Row: Label
  Key: number
  Unique: { id: number }
  Fields: LabelFields
  Create: LabelCreate
  Update: LabelUpdate
  Document: LabelDocument
  Where: LabelWhere
  Sortable: Exclude<keyof Label, 'folder'>
  Incrementable: never
  Dates: never
  Relations: {
    folder: Folder | null
  }
}

/** The fields, relations and schema of Label. */
export const labelModel: TypedModel<LabelTypes> = {
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
  foreignKeys: { folder_id: 'folder' },
  additionalProperties: false,
  path: '/labels/:id',
}
