import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/repository.js'

/** A draft as stored; relations are keys. */
export type Draft = {
  id: number
  title: string
}

/** Values for a new draft. */
export type DraftCreate = {
  title: string
}

/** Changes to a draft. */
export type DraftUpdate = { [Field in keyof DraftCreate]?: DraftCreate[Field] }

/** Values that a request can set on a draft. */
export type DraftFields = Required<DraftCreate>

/** A draft in a response, without fields that the caller cannot see or did not select. */
export type DraftDocument = {
  _type: 'Draft'
  _pk: string
  _self: string | null
} & Partial<Draft>

/** A filter for drafts. */
export interface DraftWhere extends Logical<DraftWhere> {
  id?: Draft['id'] | OrderedFilter<Draft['id']>
  title?: string | null | TextFilter
}

/** The types of Draft for its repository, routes and events. */
export interface DraftTypes extends ModelTypes {
  Name: 'Draft'
  Row: Draft
  Key: number
  Unique: { id: number }
  Fields: DraftFields
  Create: DraftCreate
  Update: DraftUpdate
  Document: DraftDocument
  Where: DraftWhere
  Sortable: keyof Draft
  Incrementable: never
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Draft. */
export const draftModel: TypedModel<DraftTypes> = {
  name: 'Draft',
  var: 'draft',
  table: 'draft',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {},
  foreignKeys: {},
  required: ['title'],
  additionalProperties: false,
  path: '/drafts/:id',
}
