import type {
  AnyFilter,
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/types.js'

/** Possible values of `status`. */
export const draftStatuses = ['draft', 'in print'] as const
export type DraftStatus = (typeof draftStatuses)[number]

/** A draft as stored; relations are keys. */
export type Draft = {
  body: string | null
  id: number
  number: number | null
  rank: string | null
  status: DraftStatus | null
  tags: string[] | null
  title: string | null
}

/** Values for a new draft. */
export type DraftCreate = {
  body?: string | null
  number?: number | null
  rank?: string | null
  status?: DraftStatus | null
  tags?: string[] | null
  title?: string | null
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
  body?: string | null | TextFilter
  id?: Draft['id'] | OrderedFilter<Draft['id']>
  number?: number | null | OrderedFilter<number>
  rank?: string | null | TextFilter
  status?: DraftStatus | null | AnyFilter<DraftStatus>
  tags?: ListFilter<NonNullable<Draft['tags']>[number]>
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
  Incrementable: 'number'
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
    body: { type: 'text', column: 'body' },
    id: { type: 'id_field', column: 'id', unique: true },
    number: { type: 'integer', column: 'number' },
    rank: { type: 'string', column: 'rank', index: true },
    status: { type: 'choice', column: 'status', choices: draftStatuses },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    title: { type: 'string', column: 'title', maxLength: 300 },
  },
  relations: {},
  foreignKeys: {},
  additionalProperties: false,
  path: ['/drafts/', 'id'],
}
