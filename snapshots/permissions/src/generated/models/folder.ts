import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Entry, EntryWhere } from './entry.js'
import type { Label, LabelWhere } from './label.js'
import type { Memo, MemoWhere } from './memo.js'
import type { Page, PageWhere } from './page.js'

/** A folder as stored; relations are keys. */
export type Folder = {
  id: number
  title: string | null
}

/** Values for a new folder. */
export type FolderCreate = {
  title?: string | null
  entries?: number[]
  labels?: number[]
  memos?: number[]
  pages?: number[]
}

/** Changes to a folder. */
export type FolderUpdate = { [Field in keyof FolderCreate]?: FolderCreate[Field] }

/** Values of a folder that only the service sets. */
export type FolderReadOnly = {
  kept?: number[]
}

/** Values that a request can set on a folder. */
export type FolderFields = Required<FolderCreate & FolderReadOnly>

/** A folder in a response, without fields that the caller cannot see or did not select. */
export type FolderDocument = {
  _type: 'Folder'
  _pk: string
  _self: string | null
  entries?: number[]
  entries_total?: number
  kept?: number[]
  kept_total?: number
  labels?: number[]
  labels_total?: number
  memos?: number[]
  memos_total?: number
  pages?: number[]
  pages_total?: number
} & Partial<Folder>

/** A filter for folders. */
export interface FolderWhere extends Logical<FolderWhere> {
  id?: Folder['id'] | OrderedFilter<Folder['id']>
  title?: string | null | TextFilter
  entries?: ToManyFilter<EntryWhere>
  kept?: ToManyFilter<MemoWhere>
  labels?: ToManyFilter<LabelWhere>
  memos?: ToManyFilter<MemoWhere>
  pages?: ToManyFilter<PageWhere>
}

/** The types of Folder for its repository, routes and events. */
export interface FolderTypes extends ModelTypes {
  Name: 'Folder'
  Row: Folder
  Key: number
  Unique: { id: number }
  Fields: FolderFields
  Create: FolderCreate & FolderReadOnly
  Update: Partial<FolderCreate & FolderReadOnly>
  Document: FolderDocument
  Where: FolderWhere
  Sortable: keyof Folder
  Incrementable: never
  Dates: never
  Relations: {
    entries: Entry[]
    kept: Memo[]
    labels: Label[]
    memos: Memo[]
    pages: Page[]
  }
}

/** The fields, relations and schema of Folder. */
export const folderModel: TypedModel<FolderTypes> = {
  name: 'Folder',
  var: 'folder',
  table: 'folder',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title' },
  },
  relations: {
    entries: {
      model: 'Entry',
      side: 'one',
      many: true,
      unique: false,
      column: 'folder_id',
      keyType: 'id_field',
      inverse: 'folder',
      required: false,
      onDelete: 'nullify',
    },
    kept: {
      model: 'Memo',
      side: 'one',
      many: true,
      unique: false,
      column: 'keeper_id',
      keyType: 'id_field',
      inverse: 'keeper',
      required: false,
      onDelete: 'nullify',
    },
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
    memos: {
      model: 'Memo',
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
  foreignKeys: {},
  writeRules: { kept: { readOnly: true } },
  additionalProperties: false,
  path: '/folders/:id',
}
